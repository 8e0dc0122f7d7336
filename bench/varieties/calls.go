package varieties

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Call is one call of a tool, with valid arguments.
type Call struct {
	// Name describes the arguments.
	Name string
	// Tool is the generated tool.
	Tool *runtime.Tool
	// Text is the JSON of the arguments.
	Text []byte
}

// Calls returns the calls. Their data is shared and must not be changed.
func Calls() []Call {
	return []Call{
		{"one boolean", tool("take_flag"), compact(Flag{On: true})},
		{"one short text", tool("take_name"), compact(Name{Name: "Ada Lovelace"})},
		{"8 arguments", tool("take_eight"), compact(eight)},
		{"8 arguments in reverse order", tool("take_eight"), reversed(eight)},
		{"8 arguments, shuffled", tool("take_eight"), shuffled(eight)},
		{"8 arguments, indented", tool("take_eight"), indented(eight)},
		{"prose of 4 KB", tool("take_document"), compact(Document{Path: "notes.txt", Text: prose(4000)})},
		{"Go source of 4 KB", tool("take_document"), compact(Document{Path: "main.go", Text: source(4000)})},
		{"CJK of 4 KB", tool("take_document"), compact(Document{Path: "notes.txt", Text: han(4000)})},
		{"CJK of 4 KB as \\u escapes", tool("take_document"), escaped(Document{Path: "notes.txt", Text: han(4000)})},
		{"10 000 small integers", tool("take_integers"), compact(Integers{Values: slices.Repeat([]int{7, 41, 250, 999}, 2500)})},
		{"1000 integers", tool("take_integers"), compact(Integers{Values: integers(1000)})},
		{"500 decimal numbers", tool("take_floats"), compact(Floats{Values: decimals(500)})},
		{"300 numbers with exponents", tool("take_floats"), []byte(`{"values":[` + strings.Repeat("1.5e-7,2E10,-3.25e+3,", 100)[:2099] + `]}`)},
		{"50 numbers of 17 digits with exponents", tool("take_floats"), exponents(50)},
		{"3 numbers", tool("take_floats"), []byte(`{"values":[1,2.5,-3]}`)},
		{"12 rows of 12 numbers", tool("take_matrix"), compact(matrix(12))},
		{"200 objects of 3 numbers", tool("take_points"), compact(Points{Points: points(200)})},
		{"a tree of depth 30", tool("take_tree"), compact(tree(30, 1))},
		{"a tree of 3 to the 5th leaves", tool("take_tree"), compact(tree(5, 3))},
		{"2 of 32 options", tool("take_wide"), []byte(`{"option_07":"x","option_22":"y"}`)},
		{"1 of 9 options", tool("take_issue"), []byte(`{"title":"Crash on start"}`)},
		{"3 of 9 options, a list and a pointer", tool("take_issue"), []byte(`{"title":"Crash on start","labels":["bug","p1"],"priority":2}`)},
		{"9 of 9 options, escapes", tool("take_issue"), []byte(issue)},
		{"32 of 32 options", tool("take_wide"), compact(wide())},
		{"32 options in reverse order", tool("take_wide"), reversed(wide())},
		{"32 options, shuffled", tool("take_wide"), shuffled(wide())},
		{"maps of 100 members", tool("take_labels"), compact(labels(100))},
		{"maps of 2 members", tool("take_labels"), compact(labels(2))},
		{"maps of 12 members", tool("take_labels"), compact(labels(12))},
		{"a map of 4 lists", tool("take_groups"), groups(4)},
		{"a map of 5 objects", tool("take_servers"), servers(5)},
		{"22 times and durations", tool("take_times"), compact(times(20))},
		{"a union, 60 times", tool("take_edits"), edits(60)},
		{"the same, its kind last", tool("take_edits"), reversed(json.RawMessage(edits(60)))},
		{"12 shapes of 5 variants", tool("take_drawing"), drawing(12)},
		{"the same, their type last", tool("take_drawing"), reversed(json.RawMessage(drawing(12)))},
		{"an order of 20 lines", tool("take_order"), compact(order(20))},
		{"the same, indented", tool("take_order"), indented(order(20))},
		{"the same in reverse order", tool("take_order"), reversed(order(20))},
		{"the same, shuffled", tool("take_order"), shuffled(order(20))},
	}
}

// tool returns a tool of the package.
func tool(name string) *runtime.Tool {
	all := Tools()
	i := slices.IndexFunc(all, func(t *runtime.Tool) bool { return t.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("there is no tool %q", name)) // the names above are those of the package
	}
	return all[i]
}
