package annotations_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/annotations"
)

const accessedSource = `//tool:defaults max-result-chars=70 tools=All Store.tools=NoteTools
package a

//tool:register find
//tool:idempotent
//tool:retry 3 backoff=1m30s
//tool:example {"a": 1}
//tool:cache key=a,b
//tool:example {}
func F() {}

type T struct {
	A int //tool:any
	B int
}
`

func TestAccessors(t *testing.T) {
	o := parseSource(t, accessedSource)
	set := o.file.DirectivesOf(o.syntax.Decls[0])
	retry := set.Get("retry")
	if n, d := retry.Int("count"), retry.Duration("backoff"); n != 3 || d != 90*time.Second {
		t.Errorf("retry: %d, %v", n, d)
	}
	if retry.Int("backoff") != 0 || retry.Duration("count") != 0 {
		t.Error("Int of a duration, or Duration of an integer, is not 0")
	}
	if got := set.Get("cache").Texts("key"); !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf("cache key: %q", got)
	}
	if got := len(set.All("example")); got != 2 {
		t.Errorf("%d examples", got)
	}
	if got := set.All("example")[1].Text("json"); got != "{}" {
		t.Errorf("the second example: %q", got)
	}
	if !set.Has("register") || set.Has("timeout") {
		t.Error("Has(register) = false or Has(timeout) = true")
	}

	defaults := o.file.DirectivesOf(o.syntax).Get("defaults")
	if got := defaults.Text("tools"); got != "All" {
		t.Errorf("unqualified tools: %q", got)
	}
	if all := defaults.All("tools"); len(all) != 2 || all[1].Qualifier != "Store" || all[1].Text != "NoteTools" {
		t.Errorf("qualified tools: %+v", all)
	}
}

func TestAbsentDirectives(t *testing.T) {
	o := parseSource(t, accessedSource)
	var none *annotations.File
	for reason, set := range map[string]annotations.Set{
		"a nil file":                        none.DirectivesOf(o.syntax),
		"a node without directives":         o.file.DirectivesOf(o.syntax.Decls[1]),
		"a file without package directives": parseSource(t, "package a\n").file.DirectivesOf(o.syntax),
	} {
		p := set.Get("retry")
		if p != nil || set.Has("retry") || set.All("retry") != nil {
			t.Errorf("%s: %v", reason, set)
		}
		if p.Text("count") != "" || p.Int("count") != 0 || p.Duration("backoff") != 0 || p.All("count") != nil || p.Texts("count") != nil {
			t.Errorf("%s: an absent directive has values", reason)
		}
	}
}

func TestCommentAfterField(t *testing.T) {
	o := parseSource(t, accessedSource)
	fields := o.syntax.Decls[1].(*ast.GenDecl).Specs[0].(*ast.TypeSpec).Type.(*ast.StructType).Fields.List
	if !o.file.DirectivesOf(fields[0]).Has("any") || o.file.DirectivesOf(fields[1]).Has("any") {
		t.Error("the directive in the comment after the first field must belong to that field only")
	}
}

// TestWithoutBodies parses a tree without the bodies of functions. A directive in
// a missing body is still reported.
func TestWithoutBodies(t *testing.T) {
	const source = "package a\n\n//tool:register\nfunc F() {\n\t//tool:timeout 3s\n}\n\n//tool:register\nfunc G() {}\n"
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "a.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range syntax.Decls {
		d.(*ast.FuncDecl).Body = nil
	}
	file, problems := annotations.Parse(fset, syntax)
	if len(file.Declarations) != 2 || len(problems) != 1 || problems[0].Pos.Line != 5 {
		t.Errorf("%d declarations, problems %v", len(file.Declarations), problems)
	}
}

func TestPackageWithoutFiles(t *testing.T) {
	set, problems := annotations.Package(token.NewFileSet(), []*annotations.File{nil})
	if len(set) != 0 || len(problems) != 0 {
		t.Errorf("%v, %v", set, problems)
	}
}
