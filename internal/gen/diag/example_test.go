package diag_test

import (
	"fmt"
	"go/token"
	"os"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

func ExampleWriteText() {
	list := []diag.Diagnostic{{
		Pos:     token.Position{Filename: "/src/notes/notes.go", Line: 42, Column: 8},
		Code:    diag.RepeatedDirective,
		Message: "//tool:timeout is given twice",
		Related: []diag.Related{{
			Pos:     token.Position{Filename: "/src/notes/notes.go", Line: 40, Column: 1},
			Message: "the first one",
		}},
		Fix: "keep one of them",
	}}
	if err := diag.WriteText(os.Stdout, list, &diag.Options{Base: "/src"}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// notes/notes.go:42:8: //tool:timeout is given twice [TG1004]
	// 	notes/notes.go:40:1: the first one
	// 	fix: keep one of them
}

func ExampleSuggest() {
	word, ok := diag.Suggest("time-out", []string{"timeout", "title"})
	fmt.Println(word, ok)
	// Output: timeout true
}
