package arguments

import (
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
)

// Error reports why the arguments of a call were refused.
type Error struct {
	// Tool is the name of the tool.
	Tool string

	// Problems are the first ten problems, in the order of the text. The missing
	// members of an object follow the problems of its other members.
	Problems []Problem

	// Total is the number of all problems.
	Total int

	// Example is the JSON text of valid arguments, for the model to learn from. It
	// may be empty.
	Example string
}

// Error lists the problems, one per line, for the model to correct them.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("invalid arguments for ")
	b.WriteString(e.Tool)
	b.WriteString(" (")
	b.WriteString(wording.Count(e.Total, "problem"))
	b.WriteString("):")
	for _, p := range e.Problems {
		b.WriteString("\n- ")
		b.WriteString(p.String())
	}
	if more := e.Total - len(e.Problems); more > 0 {
		b.WriteString("\n- and ")
		b.WriteString(wording.Count(more, "more problem"))
	}
	if e.Example != "" {
		b.WriteString("\nAn example of correct arguments: ")
		b.WriteString(e.Example)
	}
	return b.String()
}
