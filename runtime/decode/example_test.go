package decode_test

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime/decode"
)

// The text of an error is for a model: every problem on a line of its own.
func ExampleError() {
	err := &decode.Error{Tool: "search_notes", Total: 1, Problems: []decode.Problem{{
		Path: "limit", Pointer: "/limit", Code: decode.CodeMaximum, Message: "must be at most 100, got 5000",
	}}}
	fmt.Println(err)
	// Output:
	// invalid arguments for search_notes (1 problem):
	// - limit: must be at most 100, got 5000
}
