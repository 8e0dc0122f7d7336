package emit_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// emittedDirectives returns the names of the directives whose values a generated tool
// has: those of tools that a part other than the generator and toolgen vet enforces.
func emittedDirectives() []string {
	var names []string
	for _, d := range annotations.All() {
		isEmitted := func(e annotations.Enforcer) bool { return e != annotations.Generator && e != annotations.Vet }
		if d.Targets.Has(annotations.Func) && slices.ContainsFunc(d.EnforcedBy, isEmitted) {
			names = append(names, d.Name)
		}
	}
	return names
}

// withoutDirective returns a source without the lines of a directive.
func withoutDirective(source, name string) string {
	return regexp.MustCompile(`(?m)^//tool:`+regexp.QuoteMeta(name)+`( .*)?\n`).ReplaceAllString(source, "")
}

// TestDirectivesAreEmitted checks that each directive of testdata/behaviour has an
// effect: without it, the generated file is another one, or the source is refused.
func TestDirectivesAreEmitted(t *testing.T) {
	const complete = "complete"
	text := source(t, "behaviour/behaviour.go")
	files := map[string]string{complete + "/behaviour.go": text}
	for _, name := range emittedDirectives() {
		without := withoutDirective(text, name)
		if without == text {
			t.Errorf("no tool has the directive %s: add it to internal/gen/emit/testdata/behaviour/behaviour.go", name)
			continue
		}
		files[name+"/behaviour.go"] = without
	}
	generated, refused := generatedPackages(t, newModule(t, files))
	for name := range files {
		name = path.Dir(name)
		if name != complete && !refused[name] && generated[name] == generated[complete] {
			t.Errorf("the generated file is the same without the directive %s: write its field in internal/gen/emit/tools.go", name)
		}
	}
}

// generatedPackages returns the generated files of the packages of a module, by the
// names of their directories and without these names, and the packages with
// diagnostics.
func generatedPackages(t *testing.T, m *module) (generated map[string]string, refused map[string]bool) {
	t.Helper()
	loader := load.New(load.Config{FileName: "zz_toolgen.go", Header: emit.Header})
	loaded, diagnostics, err := loader.Load(t.Context(), m.dir, "./...")
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	models, diagnostics, err := extract.Packages(t.Context(), loader, loaded)
	if err != nil {
		t.Fatal(err)
	}
	generated, refused = make(map[string]string), make(map[string]bool)
	for _, d := range diagnostics {
		refused[path.Base(path.Dir(d.Pos.Filename))] = true
	}
	for _, p := range models {
		text, err := emit.Package(p)
		if err != nil {
			t.Fatal(err)
		}
		generated[path.Base(p.Path)] = strings.ReplaceAll(string(text), p.Path, "PATH")
	}
	return generated, refused
}
