package gen_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/cache"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// rounds is the number of random edits.
var rounds = flag.Int("rounds", 30, "the number of random edits of a module")

// source is a module with several packages.
const source = `
-- go.mod --
module example.com/app

go 1.26.5

require github.com/toolgen/toolgen v0.0.0

require example.com/other v0.0.0

replace github.com/toolgen/toolgen => REPOSITORY

replace example.com/other => ./other
-- main.go --
//tool:registry ./tools/...
package main

func main() {}
-- other/go.mod --
module example.com/other

go 1.26.5
-- other/other.go --
package other

// Level is a level.
type Level struct{ N int }
-- shared/shared.go --
package shared

// Unit is a unit.
type Unit string

const (
	Metre Unit = "metre" // one
	Mile  Unit = "mile"
)
-- tools/a/a.go --
package a

import "example.com/app/shared"

type Args struct {
	// The unit.
	Unit shared.Unit
	N    int
}

// Measure measures.
//
//tool:register
func Measure(args Args) string { return "" }
-- tools/b/b.go --
package b

import "example.com/other"

type Args struct{ Level other.Level }

// Set sets.
//
//tool:register
//tool:doc set.md
func Set(args Args) {}
-- tools/b/set.md --
Sets the level.
-- tools/c/c.go --
package c

import "example.com/app/tools/a"

// Again is like Measure.
//
//tool:register
func Again(args a.Args) {}
-- tools/none/none.go --
package none

func F() {}
`

// edits are changes of the module. Each can be made several times.
var edits = []struct {
	name string
	make func(m *module, n int)
}{
	{"a comment", func(m *module, n int) {
		m.replace("shared/shared.go", "// Unit is", fmt.Sprintf("// Unit %d is", n), 1)
	}},
	{"a field", func(m *module, n int) {
		m.replace("tools/a/a.go", "\tN    int", fmt.Sprintf("\tN%d int\n\tN    int", n), 1)
	}},
	{"another module", func(m *module, n int) { m.replace("other/other.go", "N int", fmt.Sprintf("N, M%d int", n), 1) }},
	{"a description", func(m *module, n int) { m.write("tools/b/set.md", fmt.Sprint("Sets it ", n)) }},
	{"a tool where there was none", func(m *module, n int) {
		m.write("tools/none/none.go", fmt.Sprintf("package none\n\n// F%d does it.\n//\n//tool:register\nfunc F%d() {}\n", n, n))
	}},
	{"no tool any more", func(m *module, _ int) { m.write("tools/none/none.go", "package none\n\nfunc F() {}\n") }},
	{"a new package", func(m *module, n int) {
		m.write(fmt.Sprintf("tools/p%d/p.go", n), fmt.Sprintf("package p%d\n\n// P%d does it.\n//\n//tool:register\nfunc P%d() {}\n", n, n, n))
	}},
	{"a removed package", func(m *module, n int) { m.remove(fmt.Sprintf("tools/p%d", n-5)) }},
	{"a new file", func(m *module, n int) {
		m.write(fmt.Sprintf("tools/c/x%d.go", n), fmt.Sprintf("package c\n\ntype X%d int\n", n))
	}},
	{"a test that declares a name", func(m *module, n int) {
		m.write("tools/a/a_test.go", fmt.Sprintf("package a\n\nvar decodeArgs%d, decodeArgs int\n", n))
	}},
	{"a removed generated file", func(m *module, _ int) { m.remove("tools/c/" + gen.FileName) }},
	{"an edited generated file", func(m *module, n int) { m.append("tools/a/"+gen.FileName, fmt.Sprintf("\n// edit %d\n", n)) }},
	{"a package that a build constraint excludes", func(m *module, n int) {
		m.write("tools/tagged/t.go", fmt.Sprintf("//go:build nothing\n\npackage tagged\n\n// T%d does it.\n//\n//tool:register\nfunc T%d() {}\n", n, n))
	}},
	{"a package that a build constraint does not exclude", func(m *module, n int) {
		m.write("tools/tagged/t.go", fmt.Sprintf("package tagged\n\n// T%d does it.\n//\n//tool:register\nfunc T%d() {}\n", n, n))
	}},
	{"a module below", func(m *module, _ int) { m.write("tools/c/go.mod", "module example.com/c\n") }},
	{"no module below", func(m *module, _ int) { m.remove("tools/c/go.mod") }},
	{"a syntax error", func(m *module, _ int) { m.write("tools/a/broken.go", "package a\n\nfunc {") }},
	{"no syntax error", func(m *module, _ int) { m.remove("tools/a/broken.go") }},
	{"an import", func(m *module, n int) {
		m.write("tools/c/imports.go", "package c\n\nimport \"example.com/app/shared\"\n\nvar _ shared.Unit\n")
	}},
	{"a registry with other packages", func(m *module, n int) {
		m.write("main.go", "//tool:registry ./tools/"+[]string{"a", "b", "...", "a ./tools/b"}[n%4]+"\npackage main\n\nfunc main() {}\n")
	}},
	{"a damaged cache", func(m *module, _ int) { m.damageCache() }},
}

// module is a module in a directory, and the cache of the generator.
type module struct {
	t          testing.TB
	dir, cache string
	// incremental generates what changed, the names of files and directories.
	incremental *gen.Incremental
	changed     []string
	partial     int // the number of runs that did not read everything
}

func newModule(t testing.TB) *module {
	m := &module{t: t, dir: t.TempDir(), cache: t.TempDir()}
	m.incremental = gen.NewIncremental(m.config(false))
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range txtar.Parse([]byte(strings.ReplaceAll(source, "REPOSITORY", repository))).Files {
		m.write(file.Name, string(file.Data))
	}
	return m
}

func (m *module) write(name, content string) {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	m.changed = append(m.changed, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

func (m *module) replace(name, old, replacement string, count int) {
	m.t.Helper()
	content, _ := os.ReadFile(filepath.Join(m.dir, name))
	m.write(name, strings.Replace(string(content), old, replacement, count))
}

func (m *module) append(name, text string) {
	content, err := os.ReadFile(filepath.Join(m.dir, name))
	if err == nil {
		m.write(name, string(content)+text)
	}
}

func (m *module) remove(name string) {
	path := filepath.Join(m.dir, name)
	m.changed = append(m.changed, path)
	_ = os.RemoveAll(path)
}

// damageCache changes a byte of each entry.
func (m *module) damageCache() {
	entries, _ := filepath.Glob(filepath.Join(m.cache, "*"))
	for _, entry := range entries {
		content, _ := os.ReadFile(entry)
		content[len(content)/2] ^= 1
		_ = os.WriteFile(entry, content, 0o600)
	}
}

// config returns a configuration with or without the cache.
func (m *module) config(cached bool) gen.Config {
	config := gen.Config{Dir: m.dir, Patterns: []string{"./..."}, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")}
	if cached {
		config.Cache = cache.Open(m.cache)
	}
	return config
}

// generate compares a run with the cache to one without, and writes the files.
func (m *module) generate(after string) (reused int) {
	m.t.Helper()
	files, diagnostics, err := gen.Generate(context.Background(), m.config(true))
	want, wantDiagnostics, wantErr := gen.Generate(context.Background(), m.config(false))
	for i := range files {
		if files[i].Reused {
			files[i].Content, _ = os.ReadFile(files[i].Path)
			files[i].Current = files[i].Content
		}
	}
	if (err == nil) != (wantErr == nil) {
		m.t.Fatalf("after %s: %v, want %v", after, err, wantErr)
	}
	if diff := cmp.Diff(want, files, cmpopts.IgnoreFields(gen.File{}, "Reused")); diff != "" {
		m.t.Fatalf("after %s, the files with the cache differ:\n%s", after, diff)
	}
	if diff := cmp.Diff(wantDiagnostics, diagnostics); diff != "" {
		m.t.Fatalf("after %s, the diagnostics with the cache differ:\n%s", after, diff)
	}
	m.checkIncremental(after, want, wantDiagnostics)
	for _, file := range files {
		if file.Reused {
			reused++
		}
		m.changed = append(m.changed, file.Path)
		switch {
		case len(diagnostics) > 0:
		case file.Content == nil:
			_ = os.Remove(file.Path)
		default:
			if err := os.WriteFile(file.Path, file.Content, 0o600); err != nil {
				m.t.Fatal(err)
			}
		}
	}
	return reused
}

// checkIncremental compares a run of the incremental generator to a complete one. Files
// that it takes from the last run have the states of that run.
func (m *module) checkIncremental(after string, want []gen.File, wantDiagnostics []diag.Diagnostic) {
	m.t.Helper()
	files, diagnostics, err := m.incremental.Generate(context.Background(), m.changed)
	if err != nil {
		m.t.Fatalf("after %s: %v", after, err)
	}
	if m.changed = nil; !m.incremental.Complete {
		m.partial++
	}
	if diff := cmp.Diff(want, files); diff != "" {
		m.t.Fatalf("after %s, the files of the incremental generator differ:\n%s", after, diff)
	}
	if diff := cmp.Diff(wantDiagnostics, diagnostics); diff != "" {
		m.t.Fatalf("after %s, the diagnostics of the incremental generator differ:\n%s", after, diff)
	}
}

// TestRandomEdits compares runs with and without the cache, and of the incremental
// generator, after random edits.
func TestRandomEdits(t *testing.T) {
	m := newModule(t)
	m.generate("the first run")
	reused := 0
	random := rand.New(rand.NewPCG(1, 2))
	for n := range *rounds {
		edit := edits[random.IntN(len(edits))]
		edit.make(m, n)
		reused += m.generate(edit.name)
	}
	if reused == 0 || m.partial == 0 {
		t.Errorf("%d files were reused, and %d incremental runs did not read everything", reused, m.partial)
	}
}
