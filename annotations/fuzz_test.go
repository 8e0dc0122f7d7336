package annotations_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"golang.org/x/tools/txtar"
)

// FuzzParse parses any text, valid Go or not. Parse must not panic, and every
// position must be inside the file.
func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if file.Name != goldenName {
				f.Add(string(file.Data))
			}
		}
	}
	f.Add("package a\n//tool:requires \"\\n\" `a`b\r\nfunc F(")
	f.Fuzz(func(t *testing.T, source string) { checkPositions(t, source) })
}

// FuzzDirective puts any text after the prefix, on each kind of declaration.
func FuzzDirective(f *testing.F) {
	for _, d := range annotations.All() {
		f.Add(strings.TrimPrefix(d.Example, "//tool:"))
	}
	f.Add("requires \"a\\u00e9\" `b` c\t\u2003d")
	f.Add("cache key=,,ttl= key=\"")
	f.Add("requires-approval reason=\"\\u00e9, x\" func=`F` \"reason=y\" reason=\"")
	f.Add("example {\"a\": \xff}")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
		for _, source := range wrap {
			checkPositions(t, strings.Replace(source, "%s", "//tool:"+text, 1))
		}
	})
}

func checkPositions(t *testing.T, source string) {
	t.Helper()
	fset := token.NewFileSet()
	syntax, _ := parser.ParseFile(fset, "a.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if syntax == nil {
		return
	}
	handle := fset.File(syntax.FileStart)
	inside := func(r diag.Range) bool {
		return r.Pos() <= r.End() && int(r.Pos()) >= handle.Base() && int(r.End()) <= handle.Base()+handle.Size()
	}
	file, problems := annotations.Parse(fset, syntax)
	for _, d := range append(file.Declarations, file.Package) {
		for _, p := range d.Directives {
			if !inside(p) {
				t.Errorf("%s is at %d to %d of %d bytes", p.Directive.Name, p.Pos(), p.End(), len(source))
			}
			for _, v := range p.Values {
				if !inside(v) || v.Pos() < p.Pos() || v.End() > p.End() {
					t.Errorf("%s %s is at %d to %d of %d bytes", p.Directive.Name, v.Argument.Name, v.Pos(), v.End(), len(source))
				}
			}
		}
	}
	for _, d := range problems {
		if d.Pos.Offset > d.End.Offset || d.End.Offset > len(source) || d.Message == "" || d.Code == "" {
			t.Errorf("a problem with a wrong range or without text, in %d bytes: %+v", len(source), d)
		}
	}
}
