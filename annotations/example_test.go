package annotations_test

import (
	"fmt"
	"go/parser"
	"go/token"

	"github.com/toolgen/toolgen/annotations"
)

func ExampleParse() {
	const source = `package notes

// Search finds notes.
//
//tool:register search_notes
//tool:timeout 30s
//tool:serialize folder tag
func Search() {}
`
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "notes.go", source, parser.ParseComments)
	if err != nil {
		fmt.Println(err)
		return
	}
	file, problems := annotations.Parse(fset, syntax)
	fmt.Println(len(problems), "problems")
	for _, d := range file.Declarations {
		fmt.Println(d.Name, "is the tool", d.Directives.Get("register").Text("name"))
		fmt.Println("timeout", d.Directives.Get("timeout").Duration("duration"))
		for _, v := range d.Directives.Get("serialize").All("field") {
			fmt.Println(fset.Position(v.Pos()), v.Text)
		}
	}
	// Output:
	// 0 problems
	// Search is the tool search_notes
	// timeout 30s
	// notes.go:7:18 folder
	// notes.go:7:25 tag
}

func ExampleParse_problems() {
	const source = `package notes

//tool:register search_notes
//tool:timeuot 30s
func Search() {}
`
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "notes.go", source, parser.ParseComments)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, problems := annotations.Parse(fset, syntax)
	printDiagnostics(problems)
	// Output:
	// notes.go:4:8: there is no directive //tool:timeuot; did you mean //tool:timeout? [TG1001]
}

// printDiagnostics prints diagnostics. A caller can name their type.
func printDiagnostics(list []annotations.Diagnostic) {
	for _, d := range list {
		fmt.Printf("%v: %s [%s]\n", d.Pos, d.Message, d.Code)
	}
}

func ExampleLookup() {
	d, ok := annotations.Lookup("retry")
	fmt.Println(ok, d.Usage())
	fmt.Println(d.Targets, d.EnforcedBy)
	// Output:
	// true //tool:retry COUNT [backoff=DURATION]
	// function or method [executor]
}
