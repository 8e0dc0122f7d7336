package gen_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen"
)

// tree returns the files of a module with packages that use types of each other, also of
// packages that are extracted before or after them.
func tree(others map[string]string) map[string]string {
	files := map[string]string{
		"go.mod":    "module example.com/app\n\ngo 1.26\n",
		"m/deep.go": "package m\n\n// Deep is in a package that only k imports.\ntype Deep struct {\n\t// A text of m.\n\tText string `json:\"text\"`\n}\n",
	}
	for i := range 26 {
		name, argument, imported := string(rune('a'+i)), "", ""
		switch name {
		case "k":
			imported, argument = "import \"example.com/app/m\"\n\n// Wide has fields of m.\ntype Wide struct {\n\tm.Deep\n\t// The rest.\n\tRest []m.Deep `json:\"rest\"`\n}\n", "args Wide"
		case "c", "x":
			imported, argument = "import \"example.com/app/k\"\n", "args k.Wide"
		}
		files[name+"/"+name+".go"] = fmt.Sprintf("package %s\n\n%s\n// F does it.\n//\n//tool:register f_%s\nfunc F(%s) {}\n", name, imported, name, argument)
	}
	for name, text := range others {
		files[name] = text
	}
	return files
}

// TestPipeline compares Generate, which forgets packages while it runs, with Incremental,
// which keeps them, and checks the order of files and diagnostics.
func TestPipeline(t *testing.T) {
	t.Setenv("GOWORK", "off")
	for _, test := range []struct {
		reason  string
		others  map[string]string
		files   int
		refused []string // the directories of the diagnostics, in their order

		patterns []string // all packages if there are none
	}{
		{"no problems", nil, 26, nil, nil},
		{"a problem while others are generated", map[string]string{"h/h.go": "package h\n\n// F does it.\n//\n//tool:register\nfunc F(args chan int) {}\n"}, 25, []string{"h"}, nil},
		{"a type that others need", map[string]string{"m/bad.go": "package m\n\n// G does it.\n//\n//tool:register\nfunc G(args chan int) {}\n"}, 22, []string{"c", "k", "m", "x"}, nil},
		{"a type with infinitely many instances", map[string]string{"m/tree.go": "package m\n\n// Tree grows.\ntype Tree[T any] struct{ Next *Tree[[]T] }\n"}, 22, []string{"m"}, nil},
		{"an error of the writer", map[string]string{"b/z.go": "package b\n\ntype string int\n", "y/z.go": "package y\n\ntype string int\n"}, 24, []string{"b", "y"}, nil},
		{"a registry of all", map[string]string{"wired/wired.go": "// Package wired wires.\n//\n//tool:registry ../...\npackage wired\n"}, 27, nil, nil},
		{"a registry with schemas for a dialect", map[string]string{"wired/wired.go": "// Package wired wires.\n//\n//tool:registry ../...\n//tool:dialects openai-strict\npackage wired\n"}, 27, nil, nil},
		{"a registry of two registries and packages that no pattern matches", map[string]string{
			"wired/wired.go": "// Package wired wires.\n//\n//tool:registry ../a/... ../x ../wired2\npackage wired\n",
			"wired2/a.go":    "// Package wired2 wires.\n//\n//tool:registry ../k ../m\npackage wired2\n\n// F does it.\n//\n//tool:register f_wired\nfunc F() {}\n",
		}, 7, nil, []string{"./wired...", "./c"}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, tree(test.others))
			config := gen.Config{Dir: dir, Patterns: []string{"./..."}}
			if test.patterns != nil {
				config.Patterns = test.patterns
			}
			files, diagnostics, err := gen.Generate(t.Context(), config)
			if err != nil || len(files) != test.files {
				t.Errorf("%d files, want %d: %v", len(files), test.files, err)
			}
			kept, keptDiagnostics, err := gen.NewIncremental(config).Generate(t.Context(), nil)
			if diff := cmp.Diff(kept, files) + cmp.Diff(keptDiagnostics, diagnostics); diff != "" || err != nil {
				t.Errorf("Incremental and Generate differ (%v): -incremental +generate\n%s", err, diff)
			}
			inOrder := files[:min(len(files), 27)]
			if test.patterns != nil {
				inOrder = files[:3] // those that only a registry names are last
			}
			if !slices.IsSortedFunc(inOrder, func(a, b gen.File) int { return strings.Compare(a.Path, b.Path) }) {
				t.Error("the files are not in the order of their paths")
			}
			var refused []string
			for _, d := range diagnostics {
				refused = append(refused, strings.Split(strings.TrimPrefix(d.Pos.Filename, dir+"/"), "/")[0])
			}
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("the diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCanceledPipeline cancels a run before the first package is extracted.
func TestCanceledPipeline(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	write(t, dir, tree(nil))
	ctx, cancel := context.WithCancel(t.Context())
	var phases []string
	config := gen.Config{Dir: dir, Patterns: []string{"./..."}, Progress: func(phase string) {
		phases = append(phases, phase)
		cancel()
	}}
	files, _, err := gen.Generate(ctx, config)
	if !errors.Is(err, context.Canceled) || len(files) > 0 {
		t.Errorf("%d files, and the error %v", len(files), err)
	}
	if want := []string{"checking the tools of 26 packages"}; !slices.Equal(phases, want) {
		t.Errorf("the phases are %s, want %s", phases, want)
	}
}
