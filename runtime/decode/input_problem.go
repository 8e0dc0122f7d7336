package decode

import "strings"

// SchemaError says why a JSON Schema cannot be used for the arguments of a
// tool.
type SchemaError struct {
	// Problems are the first hundred, in the order in which they were found.
	Problems []SchemaProblem

	// Total is the number of problems.
	Total int
}

// SchemaProblem is one thing that is wrong with a JSON Schema, or one keyword
// that is not checked.
type SchemaProblem struct {
	// Pointer is the JSON Pointer (RFC 6901) of the keyword in the document. It
	// is empty for the document as a whole.
	Pointer string

	// Message says what is wrong and how to fix it.
	Message string
}

// String returns the pointer and the message.
func (p SchemaProblem) String() string {
	if p.Pointer == "" {
		return p.Message
	}
	return excerpt(p.Pointer) + ": " + p.Message
}

// maxSchemaProblems is the number of problems that are kept; further ones are
// counted.
const maxSchemaProblems = 100

// Error lists the problems, one on a line.
func (e *SchemaError) Error() string {
	var b strings.Builder
	b.WriteString("invalid schema (" + count(e.Total, "problem") + "):")
	for _, p := range e.Problems {
		b.WriteString("\n- " + p.String())
	}
	if more := e.Total - len(e.Problems); more > 0 {
		b.WriteString("\n- and " + count(more, "more problem"))
	}
	return b.String()
}

// place is a position in a schema document: the last step of the way from the
// root, which is nil.
type place struct {
	up   *place
	step pathStep
}

// member returns the place of a member.
func (p *place) member(name string) *place { return &place{p, pathStep{name: &name}} }

// item returns the place of an item.
func (p *place) item(n int) *place { return &place{p, pathStep{index: n}} }

// pointer writes the place as a JSON Pointer.
func (p *place) pointer() string {
	var steps path
	for ; p != nil; p = p.up {
		steps = append(steps, p.step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps.pointer()
}
