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

// piece is a text, and not a tree of jennifer: a token of jennifer has several
// allocations, and a file has thousands of tokens. Jennifer writes the file from larger texts.
type piece struct {
	text    string
	imports []string // the paths that the code needs, without duplicates
}

// jen returns the code for jennifer.
func (p *piece) jen() *jen.Statement { return jen.Id(p.text) }

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

// memory has the pieces of lines and their texts, which are many and short: it allocates
// them together.
type memory struct {
	pieces []piece
	texts  strings.Builder
}

// The number of pieces, and of bytes of texts, that are allocated together. A text that
// needs more bytes than are left moves to larger memory, as in every strings.Builder.
const (
	piecesTogether = 128
	textsTogether  = 16 << 10
	textsLeft      = 1 << 10
)

// begin returns the beginning of a new text in m.texts.
func (m *memory) begin() int {
	if m.texts.Cap()-m.texts.Len() < textsLeft {
		m.texts = strings.Builder{}
		m.texts.Grow(textsTogether)
	}
	return m.texts.Len()
}

// end returns a piece with the text since begin, without imports.
func (m *memory) end(begin int) code {
	if len(m.pieces) == 0 {
		m.pieces = make([]piece, piecesTogether)
	}
	p := &m.pieces[0]
	m.pieces = m.pieces[1:]
	p.text = m.texts.String()[begin:]
	return p
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

// verbatim appends the text before the first verb of a format, and returns the rest.
func (m *memory) verbatim(format string) (rest string) {
	for {
		n := strings.IndexByte(format, '%')
		if n < 0 {
			m.texts.WriteString(format)
			return ""
		}
		m.texts.WriteString(format[:n])
		if format[n+1] != '%' {
			return format[n:]
		}
		m.texts.WriteByte('%')
		format = format[n+2:]
	}
}

// operand appends an operand for a verb.
func (m *memory) operand(verb string, operand any) {
	switch value := operand.(type) {
	case code:
		m.texts.WriteByte(' ') // so that an operator and its operand are never one token
		m.texts.WriteString(value.text)
		m.texts.WriteByte(' ')
		return
	case string:
		if verb == "%s" {
			m.texts.WriteString(value)
			return
		}
	case int:
		if verb == "%d" {
			m.texts.WriteString(strconv.Itoa(value))
			return
		}
	}
	fmt.Fprintf(&m.texts, verb, operand)
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

// enclosed returns items between two texts, after a head.
func enclosed(head code, open, separator, shut string, items []code) code {
	p := &piece{}
	p.needs(head)
	p.needs(items...)
	size := len(head.text) + len(open) + len(items)*len(separator) + len(shut)
	for _, item := range items {
		size += len(item.text)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(head.text)
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(item.text)
	}
	b.WriteString(shut)
	p.text = b.String()
	return p
}

// withComment returns a declaration with a comment. Each text is a line of the
// comment.
func withComment(declaration code, comment ...string) code {
	p := &piece{text: "// " + strings.Join(comment, "\n// ") + "\n" + declaration.text}
	p.needs(declaration)
	return p
}
