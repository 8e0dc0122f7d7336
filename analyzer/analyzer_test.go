package analyzer_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/toolgen/toolgen/analyzer"
)

const source = `// Package a has wrong directives.
package a

// Ping answers.
//
//tool:regster
func Ping() {}

// Pong answers.
//
//tool:register
//tool:timeout soon
func Pong() {}

//line other.go:1
// Late answers, after a line directive.
//
//tool:regster
func Late() {}
`

// analyze returns the diagnostics of a file.
func analyze(t *testing.T, text string) (*token.FileSet, []analysis.Diagnostic) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(t.TempDir(), "a.go"), text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var found []analysis.Diagnostic
	pass := &analysis.Pass{Analyzer: analyzer.Analyzer, Fset: fset, Files: []*ast.File{file}, Report: func(d analysis.Diagnostic) { found = append(found, d) }}
	if _, err := analyzer.Analyzer.Run(pass); err != nil {
		t.Fatal(err)
	}
	return fset, found
}

func TestAnalyzer(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{analyzer.Analyzer}); err != nil {
		t.Fatal(err)
	}
	fset, found := analyze(t, source)
	want := []struct {
		line, column int
		category     string
		fixed        string // the replaced text
	}{
		{6, 8, "TG1001", "regster"},
		{12, 16, "TG1013", ""},
		{18, 8, "TG1001", "regster"},
	}
	if len(found) != len(want) {
		t.Fatalf("%d diagnostics, want %d: %v", len(found), len(want), found)
	}
	for i, w := range want {
		d := found[i]
		position := fset.PositionFor(d.Pos, false)
		if position.Line != w.line || position.Column != w.column || d.Category != w.category {
			t.Errorf("%v %s %s, want %d:%d %s", position, d.Category, d.Message, w.line, w.column, w.category)
		}
		if (len(d.SuggestedFixes) > 0) != (w.fixed != "") || w.fixed == "" && !strings.Contains(d.Message, "fix: ") {
			t.Errorf("%s: fixes %v", d.Message, d.SuggestedFixes)
		}
		for _, fix := range d.SuggestedFixes {
			edit := fix.TextEdits[0]
			old := source[fset.PositionFor(edit.Pos, false).Offset:fset.PositionFor(edit.End, false).Offset]
			if old != w.fixed || string(edit.NewText) != "register" {
				t.Errorf("the fix replaces %q by %q, want %q by register", old, edit.NewText, w.fixed)
			}
		}
	}
}

func TestAnalyzerAcceptsCorrectDirectives(t *testing.T) {
	text := strings.NewReplacer("regster", "register", "soon", "5s").Replace(source)
	if _, found := analyze(t, text); len(found) > 0 {
		t.Errorf("diagnostics: %v", found)
	}
}

// vetted are the files of the module that TestVetTool checks.
var vetted = map[string]string{
	"go.mod":    "module example.com/a\n\ngo 1.26\n",
	"a.go":      "package a\n\nimport \"net/http\"\n\n// Fetch gets the front page.\n//\n//tool:regster\nfunc Fetch(client *http.Client) {}\n",
	"b/b.go":    "package b\n\nimport \"net/http\"\n\n// Fetch gets the front page.\n//\n//tool:register\nfunc Fetch(client *http.Client) {}\n",
	"a_test.go": "package a\n\n// Ping answers.\n//\n//tool:register\nfunc Ping() {}\n",
}

// TestVetTool runs the program with go vet, which then fixes what it found.
func TestVetTool(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "toolgenvet.exe")
	if output, err := exec.Command("go", "build", "-o", program, "./toolgenvet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for name, text := range vetted {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	vet := func(flags ...string) string {
		command := exec.Command("go", append([]string{"vet", "-vettool=" + program}, flags...)...)
		command.Dir, command.Env = dir, append(os.Environ(), "GOWORK=off")
		output, _ := command.CombinedOutput() // the exit code says whether there are diagnostics
		return string(output)
	}
	found := vet("./...")
	for _, want := range []string{
		"a.go:7:8: there is no directive //tool:regster; did you mean //tool:register? [TG1001]",
		"a_test.go:6:6: Ping is marked //tool:register, but is in a file that belongs to the tests of the package [TG1219]",
		"b.go:8:6: Fetch takes an *http.Client, but no //tool:network says what it may reach [TG1217]",
	} {
		if !strings.Contains(found, want) {
			t.Errorf("%q is not in\n%s", want, found)
		}
	}
	vet("-fix", "-toolgen.vet", "./...") // the directives, and then the hint of the complete tool
	vet("-fix", "-toolgen.vet", "./b")
	text, err := os.ReadFile(filepath.Join(dir, "b", "b.go"))
	if err != nil || !strings.Contains(string(text), "//tool:network *\n//tool:register\n//tool:open-world\nfunc Fetch") {
		t.Errorf("%v; the fixed file is\n%s", err, text)
	}
	if text, err = os.ReadFile(filepath.Join(dir, "a.go")); err != nil || !strings.Contains(string(text), "//tool:register\n") {
		t.Errorf("%v; the fixed file is\n%s", err, text)
	}
}
