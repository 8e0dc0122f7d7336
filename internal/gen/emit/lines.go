package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// code is a piece of Go code with its imports.
type code = *jen.Statement

// line returns a line of Go, formatted by fmt.Sprintf. Operands for %s may be
// code. The names of local variables in the format are replaced if the author's
// package declares the same names.
func (f *file) line(format string, operands ...any) code {
	format = f.names.renameLocals(format)
	s, first := &jen.Statement{}, 0 // the first operand of the rest of the format
	for i, operand := range operands {
		c, isCode := operand.(code)
		if !isCode {
			continue
		}
		// The text up to the operand, with the operands before it.
		at := verb(format, i-first)
		s.Id(formatText(format[:at], operands[first:i])).Add(c)
		format, first = format[at+len("%s"):], i+1
	}
	return s.Id(formatText(format, operands[first:]))
}

// formatText does what fmt.Sprintf does, and less for a format that is only text.
func formatText(format string, operands []any) string {
	if !strings.Contains(format, "%") {
		return format
	}
	return fmt.Sprintf(format, operands...)
}

// verb returns the index of the n-th verb of the format, counted from 0.
func verb(format string, n int) int {
	at := -1
	for range n + 1 {
		at += 1 + strings.IndexByte(format[at+1:], '%')
	}
	return at
}

// block returns a line that begins a block, with the body of the block.
func block(head code, body ...code) code { return jen.Add(head).Block(asCode(body)...) }

// composite returns a composite literal with each item on its own line.
func composite(head code, items ...code) code { return list(head, "{", "}", true, items) }

// compact returns a composite literal on one line.
func compact(head code, items ...code) code { return list(head, "{", "}", false, items) }

// group returns a declaration with parentheses: const, var or type.
func group(head string, items ...code) code {
	return jen.Id(head).Defs(asCode(items)...)
}

func list(head code, open, shut string, multi bool, items []code) code {
	return jen.Add(head).Custom(jen.Options{Open: open, Close: shut, Separator: ",", Multi: multi}, asCode(items)...)
}

func asCode(lines []code) []jen.Code {
	all := make([]jen.Code, len(lines))
	for i, line := range lines {
		all[i] = line
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
	return s.Add(declaration)
}

// section adds the comment at the beginning of a part of the file.
func (f *file) section(lines ...string) {
	for _, line := range lines {
		f.current = append(f.current, jen.Comment(line))
	}
	f.current = append(f.current, jen.Line())
}
