package emit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// code is a piece of Go code with its imports.
type code = *piece

// piece is a text, or a tree of jennifer. Most code is text: a token of jennifer has
// several allocations, and a file has thousands of tokens.
type piece struct {
	text    string
	tree    *jen.Statement // nil for a text
	imports []string       // the paths that the code needs, without duplicates
}

// jen returns the code for jennifer.
func (p *piece) jen() *jen.Statement {
	if p.tree != nil {
		return p.tree
	}
	return jen.Id(p.text)
}

// tree returns code that jennifer writes. The parts are in it.
func tree(s *jen.Statement, parts ...code) code {
	p := &piece{tree: s}
	p.needs(parts...)
	return p
}

// needs adds the imports of parts.
func (p *piece) needs(parts ...code) {
	for _, part := range parts {
		if len(p.imports) == 0 {
			p.imports = slices.Clip(part.imports)
			continue
		}
		for _, path := range part.imports {
			if !slices.Contains(p.imports, path) {
				p.imports = append(p.imports, path)
			}
		}
	}
}

// line returns a line of Go, formatted by fmt.Sprintf. Operands for %s may be
// code. The names of local variables in the format are replaced if the author's
// package declares the same names.
func (f *file) line(format string, operands ...any) code {
	format = f.names.renameLocals(format)
	p, text := &piece{}, f.scratch[:0]
	for _, operand := range operands {
		text, format = appendText(text, format)
		verb := format[:len("%s")]
		format = format[len(verb):]
		part, isCode := operand.(code)
		if !isCode {
			text = appendOperand(text, verb, operand)
			continue
		}
		p.needs(part)
		if part.tree == nil {
			text = append(append(append(text, ' '), part.text...), ' ') // as jennifer does
			continue
		}
		if p.tree == nil {
			p.tree = &jen.Statement{}
		}
		p.tree.Id(string(text)).Add(part.tree)
		text = text[:0]
	}
	text, _ = appendText(text, format)
	if f.scratch = text; p.tree != nil {
		p.tree.Id(string(text))
	} else {
		p.text = string(text)
	}
	return p
}

// appendText appends the text before the first verb of a format, and returns the rest.
func appendText(text []byte, format string) (_ []byte, rest string) {
	for {
		before, after, found := strings.Cut(format, "%")
		text = append(text, before...)
		if !found || after[0] != '%' {
			return text, format[len(before):]
		}
		text, format = append(text, '%'), after[1:]
	}
}

// appendOperand appends a value that is not code.
func appendOperand(text []byte, verb string, operand any) []byte {
	switch value := operand.(type) {
	case string:
		if verb == "%s" {
			return append(text, value...)
		}
	case int:
		if verb == "%d" {
			return strconv.AppendInt(text, int64(value), 10)
		}
	}
	return fmt.Appendf(text, verb, operand)
}

// block returns a line that begins a block, with the body of the block.
func block(head code, body ...code) code {
	return tree(jen.Add(head.jen()).Block(asCode("\n", body)...), append(body[:len(body):len(body)], head)...)
}

// composite returns a composite literal with each item on its own line.
func composite(head code, items ...code) code { return list(head, "{", "}", true, items) }

// compact returns a composite literal on one line.
func compact(head code, items ...code) code { return list(head, "{", "}", false, items) }

// group returns a declaration with parentheses: const, var or type.
func group(head string, items ...code) code {
	return tree(jen.Id(head).Defs(asCode("\n", items)...), items...)
}

func list(head code, open, shut string, multi bool, items []code) code {
	isTree := func(c code) bool { return c.tree != nil }
	if multi || isTree(head) || slices.ContainsFunc(items, isTree) {
		options := jen.Options{Open: open, Close: shut, Separator: ",", Multi: multi}
		separator := ","
		if multi {
			separator = ",\n"
		}
		return tree(jen.Add(head.jen()).Custom(options, asCode(separator, items)...), append(items[:len(items):len(items)], head)...)
	}
	p := &piece{}
	p.needs(head)
	p.needs(items...)
	var b strings.Builder
	b.WriteString(head.text)
	b.WriteString(" " + open)
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item.text)
	}
	b.WriteString(shut)
	p.text = b.String()
	return p
}

// asCode returns pieces for a group of jennifer that puts the separator between them.
// Texts that follow each other are one text.
func asCode(separator string, pieces []code) []jen.Code {
	all := make([]jen.Code, 0, len(pieces))
	for len(pieces) > 0 {
		if pieces[0].tree != nil {
			all, pieces = append(all, pieces[0].tree), pieces[1:]
			continue
		}
		texts, size := 0, 0
		for texts < len(pieces) && pieces[texts].tree == nil {
			size += len(pieces[texts].text) + len(separator)
			texts++
		}
		var b strings.Builder
		b.Grow(size)
		for i, p := range pieces[:texts] {
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(p.text)
		}
		all, pieces = append(all, jen.Id(b.String())), pieces[texts:]
	}
	return all
}

// withComment returns a declaration with a comment. Each text is a line of the
// comment.
func withComment(declaration code, comment ...string) code {
	s := jen.Null()
	for _, line := range comment {
		s.Comment(line).Line()
	}
	return tree(s.Add(declaration.jen()), declaration)
}

// section adds the comment at the beginning of a part of the file.
func (f *file) section(lines ...string) {
	for _, line := range lines {
		f.current = append(f.current, jen.Comment(line))
	}
	f.current = append(f.current, jen.Line())
}
