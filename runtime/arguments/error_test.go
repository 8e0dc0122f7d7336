package arguments_test

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime/arguments"
)

func ExampleError() {
	err := &arguments.Error{
		Tool: "add_note", Total: 3, Example: `{"text":"Buy milk"}`,
		Problems: []arguments.Problem{
			{Path: "stars", Code: arguments.CodeMaximum, Message: "must be at most 5, got 9"},
			{Code: arguments.CodeRequired, Message: "text is required"},
		},
	}
	fmt.Println(err)
	// Output:
	// invalid arguments for add_note (3 problems):
	// - stars: must be at most 5, got 9
	// - text is required
	// - and 1 more problem
	// An example of correct arguments: {"text":"Buy milk"}
}

func ExampleSchemaError() {
	err := &arguments.SchemaError{Total: 1, Problems: []arguments.SchemaProblem{
		{Pointer: "/properties/a/pattern", Message: "it has a lookahead"},
	}}
	fmt.Println(err)
	// Output:
	// invalid schema (1 problem):
	// - /properties/a/pattern: it has a lookahead
}

// A line break in a name of a hostile schema does not begin a new line.
func TestSchemaProblemIsOneLine(t *testing.T) {
	problem := arguments.SchemaProblem{Pointer: "/a\nb", Message: "m"}
	if got, want := problem.String(), "/a b: m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
