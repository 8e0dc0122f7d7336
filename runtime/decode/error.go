package decode

import (
	"strconv"
	"strings"
)

// Error says why the arguments of a tool were refused.
type Error struct {
	// Tool is the name of the tool.
	Tool string

	// Problems are the first ten, in the order of the text; what is missing
	// from an object follows what is in it.
	Problems []Problem

	// Total is how many there are.
	Total int

	// Example is the JSON text of arguments that are right, for the model to
	// learn from. It may be empty.
	Example string
}

// Error lists the problems, one on a line, for a model to act on.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("invalid arguments for ")
	b.WriteString(e.Tool)
	b.WriteString(" (")
	b.WriteString(count(e.Total, "problem"))
	b.WriteString("):")
	for _, p := range e.Problems {
		b.WriteString("\n- ")
		b.WriteString(p.String())
	}
	if more := e.Total - len(e.Problems); more > 0 {
		b.WriteString("\n- and ")
		b.WriteString(count(more, "more problem"))
	}
	if e.Example != "" {
		b.WriteString("\nAn example of correct arguments: ")
		b.WriteString(e.Example)
	}
	return b.String()
}

// count writes a number of things, the noun in its right form.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
