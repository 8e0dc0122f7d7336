package arguments

import (
	"strings"

	"github.com/toolgen/toolgen/internal/wording"
)

// SchemaError reports why a JSON Schema cannot be used for the arguments of a
// tool.
type SchemaError struct {
	// Problems are the first hundred problems, in the order in which they were
	// found.
	Problems []SchemaProblem

	// Total is the number of all problems.
	Total int
}

// SchemaProblem is one thing that is wrong with a JSON Schema, or one keyword
// that is not checked.
type SchemaProblem struct {
	// Pointer is the JSON Pointer (RFC 6901) of the keyword in the document. It is
	// empty for the document as a whole.
	Pointer string

	// Message says what is wrong and how to fix it.
	Message string
}

// String returns the pointer and the message.
func (p SchemaProblem) String() string {
	if p.Pointer == "" {
		return p.Message
	}
	return wording.Excerpt(p.Pointer) + ": " + p.Message
}

// Error lists the problems, one per line.
func (e *SchemaError) Error() string {
	var b strings.Builder
	b.WriteString("invalid schema (" + wording.Count(e.Total, "problem") + "):")
	for _, p := range e.Problems {
		b.WriteString("\n- " + p.String())
	}
	if more := e.Total - len(e.Problems); more > 0 {
		b.WriteString("\n- and " + wording.Count(more, "more problem"))
	}
	return b.String()
}
