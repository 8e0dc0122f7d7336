package gen_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen"
)

// step is a change of files, by their names in the module; an empty text removes the
// file or the directory.
type step struct {
	reason string
	files  map[string]string
	// event is the name that the system reports instead of those of the files.
	event string
	// complete means that the go command must list everything.
	complete bool
}

// toolSource returns a package with one tool.
func toolSource(pkg, before, function string) string {
	return "package " + pkg + "\n" + before + "\n// " + function + " does it.\n//\n//tool:register\nfunc " + function + "() {}\n"
}

// steps are changes of a module whose packages are a, b and wired.
var steps = []step{
	{reason: "a new package, also for a registry", files: map[string]string{"c/c.go": toolSource("c", "", "C")}},
	{reason: "a new directory, of which the system reports only the name", files: map[string]string{"d/deep/d.go": toolSource("deep", "", "D")}, event: "d"},
	{reason: "a new file", files: map[string]string{"a/more.go": toolSource("a", "", "More")}},
	{reason: "a file of no build", files: map[string]string{"a/ignored.go": "//go:build ignore\n\n" + toolSource("main", "", "Ignored")}},
	{reason: "a file that becomes part of the build", files: map[string]string{"a/ignored.go": toolSource("a", "", "Ignored")}},
	{reason: "a file of another system", files: map[string]string{"a/a_plan9.go": "package a\n\nconst plan = 9\n"}},
	{reason: "a removed file", files: map[string]string{"a/more.go": ""}},
	{reason: "a new import", files: map[string]string{"b/b.go": toolSource("b", "\nimport _ \"encoding/pem\"\n", "B")}},
	{reason: "an import of a package that does not exist", files: map[string]string{"b/b.go": toolSource("b", "\nimport \"example.com/app/later\"\n\nvar X later.T\n", "B")}},
	{reason: "this package", files: map[string]string{"later/later.go": "package later\n\ntype T struct{}\n"}},
	{reason: "a type of an argument that is not declared", files: map[string]string{"b/b.go": "package b\n\nimport \"example.com/app/later\"\n\n// B does it.\n//\n//tool:register\nfunc B(args later.Args) {}\n"}},
	{reason: "its declaration in a new file", files: map[string]string{"later/args.go": "package later\n\n// Args are arguments.\ntype Args struct {\n\t// A text.\n\tText string `json:\"text\"`\n}\n"}},
	{reason: "another comment in the imported package", files: map[string]string{"later/args.go": "package later\n\n// Args are arguments.\ntype Args struct {\n\t// Another text.\n\tText string `json:\"text\"`\n}\n"}},
	{reason: "a syntax error", files: map[string]string{"c/c.go": "package c\n\nfunc {"}},
	{reason: "no syntax error", files: map[string]string{"c/c.go": toolSource("c", "", "Again")}},
	{reason: "another name of the package", files: map[string]string{"c/c.go": toolSource("other", "", "Again")}},
	{reason: "two names of the package", files: map[string]string{"c/more.go": "package more\n"}, complete: true},
	{reason: "one name of the package", files: map[string]string{"c/more.go": ""}, complete: true},
	{reason: "a directory that patterns do not match", files: map[string]string{"testdata/t.go": toolSource("t", "", "T"), "_x/x.go": toolSource("x", "", "X")}},
	{reason: "a test", files: map[string]string{"a/a_test.go": "package a\n"}},
	{reason: "a tool in a test", files: map[string]string{"a/a_test.go": toolSource("a", "", "InTest")}},
	{reason: "no tool in a test", files: map[string]string{"a/a_test.go": ""}},
	{reason: "a removed package", files: map[string]string{"d": ""}, complete: true},
	{reason: "a module in the module", files: map[string]string{"nested/go.mod": "module example.com/nested\n\ngo 1.26\n", "nested/n.go": toolSource("nested", "", "N")}, complete: true},
	{reason: "a package of this module", files: map[string]string{"nested/in/in.go": toolSource("in", "", "In")}, complete: true},
	{reason: "cgo", files: map[string]string{"a/cgo.go": "package a\n\nimport \"C\"\n"}},
	{reason: "a change of a package with cgo", files: map[string]string{"a/a.go": toolSource("a", "", "Changed")}},
}

// TestIncremental compares the results of an incremental generator, after each of many
// changes, with those of a new one.
func TestIncremental(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("CGO_ENABLED", "1")
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod": "module example.com/app\n\ngo 1.26\n", "a/a.go": toolSource("a", "", "A"), "b/b.go": toolSource("b", "", "B"),
		"wired/wired.go": "// Package wired wires.\n//\n//tool:registry ../...\npackage wired\n",
	})
	config := gen.Config{Dir: dir, Patterns: []string{"./..."}}
	incremental := gen.NewIncremental(config)
	if _, _, err := incremental.Generate(t.Context(), nil); err != nil || !incremental.Complete {
		t.Fatalf("the first run is complete: %v; %v", incremental.Complete, err)
	}
	every := 5 // a new generator takes 20 times as long
	if *rounds > 30 {
		every = 1
	}
	for n, s := range steps {
		changed := write(t, dir, s.files)
		if s.event != "" {
			changed = []string{filepath.Join(dir, s.event)}
		}
		files, problems, err := incremental.Generate(t.Context(), changed)
		if err != nil {
			t.Fatalf("%s: %v", s.reason, err)
		}
		if n%every == every-1 || n == len(steps)-1 {
			wantFiles, wantProblems, err := gen.Generate(t.Context(), config)
			if diff := cmp.Diff(wantFiles, files) + cmp.Diff(wantProblems, problems); err != nil || diff != "" {
				t.Errorf("%s: %v (-new generator +incremental generator):\n%s", s.reason, err, diff)
			}
		}
		if incremental.Complete != s.complete {
			t.Errorf("%s: everything was read: %v, want %v", s.reason, incremental.Complete, s.complete)
		}
		for _, file := range files {
			if file.State == gen.Missing || file.State == gen.Stale {
				if err := os.WriteFile(file.Path, file.Content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// write writes or removes files, and returns their names.
func write(t *testing.T, dir string, files map[string]string) (names []string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		names = append(names, name)
		err := os.RemoveAll(name)
		if text != "" {
			err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}
