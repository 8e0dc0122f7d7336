package annotations_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the expected output")

// goldenName is the file of a scenario with the expected output: the directives of
// every declaration, then the diagnostics with their ranges.
const goldenName = "want"

// TestScenarios runs testdata/*.txtar. Each has a comment with its reason, the
// files of one package, and the expected output.
func TestScenarios(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runScenario(t, name) })
	}
}

func runScenario(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(strings.TrimSpace(string(archive.Comment))) == 0 {
		t.Error("the scenario has no comment with its reason")
	}
	want := ""
	sources := archive.Files[:0:0]
	for _, file := range archive.Files {
		if file.Name == goldenName {
			want = string(file.Data)
			continue
		}
		sources = append(sources, file)
	}
	got := printPackage(t, sources)
	if *update {
		archive.Files = append(sources, txtar.File{Name: goldenName, Data: []byte(got)})
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("run go test ./annotations -update and read the diff (-want +got):\n%s", d)
	}
}

// printPackage parses the files as one package, and prints all directives and
// problems.
func printPackage(t *testing.T, sources []txtar.File) string {
	var b strings.Builder
	var problems []diag.Diagnostic
	var files []*annotations.File
	fset := token.NewFileSet()
	for _, source := range sources {
		syntax, err := parser.ParseFile(fset, source.Name, source.Data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		file, list := annotations.Parse(fset, syntax)
		problems = append(problems, list...)
		files = append(files, file)
		for _, d := range append([]*annotations.Declaration{file.Package}, file.Declarations...) {
			printDeclaration(&b, fset, d)
		}
	}
	_, list := annotations.Package(fset, files)
	problems = append(problems, list...)
	for _, d := range diag.Sorted(problems) {
		printProblem(t, &b, d)
	}
	return b.String()
}

func printDeclaration(b *strings.Builder, fset *token.FileSet, d *annotations.Declaration) {
	if len(d.Directives) == 0 {
		return
	}
	fmt.Fprintf(b, "%s (%s)\n", d.Name, d.Target)
	for _, p := range d.Directives {
		fmt.Fprintf(b, "\t%s %s\n", formatRange(fset.PositionFor(p.Pos(), false), fset.PositionFor(p.End(), false)), p.Directive.Name)
		for _, v := range p.Values {
			name := v.Argument.Name
			if v.Qualifier != "" {
				name = v.Qualifier + "." + name
			}
			fmt.Fprintf(b, "\t\t%s %s: %s\n", formatRange(fset.PositionFor(v.Pos(), false), fset.PositionFor(v.End(), false)), name, v.Text)
		}
	}
}

// printProblem prints the range of a diagnostic, then the text of WriteText.
func printProblem(t *testing.T, b *strings.Builder, d diag.Diagnostic) {
	fmt.Fprintf(b, "%s ", formatRange(d.Pos, d.End))
	if err := diag.WriteText(b, []diag.Diagnostic{d}, nil); err != nil {
		t.Fatal(err)
	}
	for _, e := range d.Edits {
		fmt.Fprintf(b, "\tedit %s: %q\n", formatRange(e.Pos, e.End), e.Text)
	}
}

func formatRange(pos, end token.Position) string {
	if pos.Line != end.Line {
		return fmt.Sprintf("[%d:%d-%d:%d]", pos.Line, pos.Column, end.Line, end.Column)
	}
	return fmt.Sprintf("[%d:%d-%d]", pos.Line, pos.Column, end.Column)
}

// TestEditsFix applies the edits of the diagnostics in all scenarios. An edit must
// remove its problem, and leave the file valid Go.
func TestEditsFix(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, source := range archive.Files {
			if source.Name == goldenName {
				continue
			}
			for _, d := range parseSource(t, string(source.Data)).problems {
				if len(d.Edits) > 0 {
					tried++
					checkEdit(t, name, string(source.Data), d)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("no scenario has an edit")
	}
}

func checkEdit(t *testing.T, name, source string, d diag.Diagnostic) {
	t.Helper()
	edited := source
	for _, e := range d.Edits {
		edited = source[:e.Pos.Offset] + e.Text + source[e.End.Offset:]
	}
	for _, after := range parseSource(t, edited).problems {
		if after.Code == d.Code && after.Pos.Line == d.Pos.Line && after.Pos.Column == d.Pos.Column {
			t.Errorf("%s: the edit of %q at %v does not fix it:\n%s", name, d.Message, d.Pos, edited)
		}
	}
}

// outcome is a parsed source and the result of Parse.
type outcome struct {
	fset     *token.FileSet
	syntax   *ast.File
	file     *annotations.File
	problems []diag.Diagnostic
}

func parseSource(t *testing.T, source string) outcome {
	t.Helper()
	o := outcome{fset: token.NewFileSet()}
	var err error
	if o.syntax, err = parser.ParseFile(o.fset, "source.go", source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	o.file, o.problems = annotations.Parse(o.fset, o.syntax)
	return o
}
