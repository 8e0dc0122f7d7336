package emit

import (
	"slices"
	"strings"
)

// code is a piece of Go code with its imports.
type code = *piece

// piece is a text or a list of pieces, and not a tree of jennifer: a token of jennifer has several
// allocations, and a file has thousands of tokens. Jennifer writes the file from larger texts.
type piece struct {
	text    string
	imports []string // the paths that the code needs, without duplicates
	list    *pieces  // what follows the text; nil for a text alone
}

// pieces are the items between two texts.
type pieces struct {
	open, separator, shut string
	items                 []code
}

// appendTo appends the text of a piece.
func (p *piece) appendTo(b []byte) []byte {
	b = append(b, p.text...)
	if p.list == nil {
		return b
	}
	b = append(b, p.list.open...)
	for i, item := range p.list.items {
		if i > 0 {
			b = append(b, p.list.separator...)
		}
		b = item.appendTo(b)
	}
	return append(b, p.list.shut...)
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
	begin := f.memory.begin()
	for _, operand := range operands {
		format = f.memory.verbatim(format)
		verb := format[:len("%s")]
		format = format[len(verb):]
		f.memory.operand(verb, operand)
	}
	f.memory.verbatim(format)
	p := f.memory.end(begin)
	for _, operand := range operands {
		if part, ok := operand.(code); ok {
			p.needs(part)
		}
	}
	return p
}

// block returns a line that begins a block, with the body of the block.
func block(head code, body ...code) code { return enclosed(head, " {\n", "\n", "\n}", body) }

// composite returns a composite literal with each item on its own line.
func composite(head code, items ...code) code {
	if len(items) == 0 {
		return compact(head)
	}
	return enclosed(head, "{\n", ",\n", ",\n}", items)
}

// compact returns a composite literal on one line.
func compact(head code, items ...code) code { return enclosed(head, "{", ",", "}", items) }

// group returns a declaration with parentheses: const, var or type.
func group(head string, items ...code) code {
	return enclosed(&piece{text: head}, " (\n", "\n", "\n)", items)
}

// structOf returns the type of a struct.
func structOf(fields ...code) code {
	if len(fields) == 0 {
		return &piece{text: "struct{}"}
	}
	return enclosed(&piece{text: "struct"}, "{\n", "\n", "\n}", fields)
}

// list returns items on one line.
func list(items ...code) code { return enclosed(&piece{}, "", ",", "", items) }

// lines returns declarations or statements, each on its own line.
func lines(items ...code) code { return enclosed(&piece{}, "", "\n", "", items) }

// paragraphs returns declarations with an empty line between them.
func paragraphs(items ...code) code { return enclosed(&piece{}, "", "\n\n", "", items) }

// enclosed returns items between two texts, after a head. It keeps the items.
func enclosed(head code, open, separator, shut string, items []code) code {
	p := &struct {
		piece
		list pieces
	}{list: pieces{open, separator, shut, items}}
	p.piece.list = &p.list
	p.needs(head)
	p.needs(items...)
	if p.text = head.text; head.list != nil {
		p.text = string(head.appendTo(nil))
	}
	return &p.piece
}

// withComment returns a declaration with a comment. Each text is a line of the
// comment.
func withComment(declaration code, comment ...string) code {
	return enclosed(&piece{text: "// " + strings.Join(comment, "\n// ") + "\n"}, "", "", "", []code{declaration})
}
