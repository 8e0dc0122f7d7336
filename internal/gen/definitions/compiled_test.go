package definitions_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
	"github.com/toolgen/toolgen/runtime"
)

// modules are modules of this repository, with patterns of their packages with tools.
var modules = []struct {
	name, dir string
	patterns  []string
}{
	{"toolgen", "../../..", []string{
		"./builtin/...", "./internal/conformance", "./internal/differential/...",
		"./internal/gen/emit/testdata/strict", "./internal/gen/emit/testdata/behaviour", "./internal/gen/schema/dialects/testdata/tools",
	}},
	{"examples", "../../../examples", []string{"./..."}},
}

// TestCompiledDefinitions checks that the definitions of compiled tools at run time
// are equal to those of the generator.
func TestCompiledDefinitions(t *testing.T) {
	compareModules(t, func(*model.Package) {})
}

// TestCompiledDefinitionsWithProjections does the same for the tools compiled with
// projections for every dialect that can express them.
func TestCompiledDefinitionsWithProjections(t *testing.T) {
	compareModules(t, requestDialects)
}

// compareModules compares the definitions of all tools, whose packages prepare has
// changed.
func compareModules(t *testing.T, prepare func(*model.Package)) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles all tools of this repository")
	}
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			packages := extract(t, m.dir, m.patterns)
			for _, pkg := range packages {
				prepare(pkg)
			}
			compareDefinitions(t, newProgram(t, m.dir, packages))
		})
	}
}

// extract returns the packages with tools.
func extract(t *testing.T, dir string, patterns []string) []*model.Package {
	t.Helper()
	packages, diagnostics, err := gen.Extract(context.Background(), gen.Config{Dir: dir, Patterns: patterns})
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	packages = slices.DeleteFunc(packages, func(pkg *model.Package) bool { return len(pkg.Tools) == 0 })
	if len(packages) < 3 {
		t.Fatalf("%d packages with tools in %s", len(packages), dir)
	}
	return packages
}

// requestDialects makes a package request all dialects, and leaves out the tools that
// one of them cannot express. If no tool is left, it makes the package request the
// dialects that can express all tools.
func requestDialects(pkg *model.Package) {
	pkg.Dialects = dialect.Projections()
	all := pkg.Tools
	pkg.Tools = slices.DeleteFunc(slices.Clone(all), func(tool *model.Tool) bool {
		return slices.ContainsFunc(pkg.Dialects, func(name string) bool { return !canExpress(name, tool) })
	})
	if len(pkg.Tools) == 0 {
		pkg.Tools = all
		pkg.Dialects = slices.DeleteFunc(pkg.Dialects, func(name string) bool {
			return slices.ContainsFunc(all, func(tool *model.Tool) bool { return !canExpress(name, tool) })
		})
	}
}

// canExpress reports whether a dialect can express a tool.
func canExpress(name string, tool *model.Tool) bool {
	_, err := dialects.Project(name, tool)
	return err == nil
}

// compareDefinitions compares the output of the program with the definitions and
// totals of the generator.
func compareDefinitions(t *testing.T, p *program) {
	t.Helper()
	out := p.run(t)
	compared := 0
	for _, pkg := range p.packages {
		for _, name := range dialect.Names() {
			for _, tool := range pkg.Tools {
				got := out.Definitions[tool.ID][name]
				want, ok := wantDefinition(t, pkg, name, tool)
				if !ok {
					continue
				}
				compared++
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: %s (-generator +runtime):\n%s", name, tool.ID, diff)
				}
			}
			if slices.Contains(pkg.Dialects, dialect.Find(name).Projection) {
				compareLimits(t, pkg, name, out.Limits[pkg.Path][name])
			}
		}
	}
	if t.Logf("%d definitions compared", compared); compared < 40 {
		t.Errorf("only %d definitions compared", compared)
	}
}

// wantDefinition returns the generator's definition in the dialect that the runtime
// uses for a tool: the dialect with that name or, if the package does not request it,
// the plain one. It returns false if the generator has no such definition.
func wantDefinition(t *testing.T, pkg *model.Package, name string, tool *model.Tool) (string, bool) {
	t.Helper()
	d := dialect.Find(name)
	for !slices.Contains(pkg.Dialects, d.Projection) && d.Fallback != "" {
		d = dialect.Find(d.Fallback)
	}
	if !slices.Contains(pkg.Dialects, d.Projection) {
		if hasReferences(t, tool) && !d.TakesReferences {
			return (&runtime.DialectError{Dialect: runtime.Dialect(name), Tool: tool.Name}).Error(), true
		}
		if d.Name == dialect.GeminiJSON || tool.Behaviour.Strict { // the runtime uses the original schema
			return "", false
		}
	}
	if exceedsLimit(t, name, tool) || !canExpress(d.Name, tool) {
		return "", false
	}
	text, err := dialects.Definition(d.Name, tool)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), true
}

// hasReferences reports whether the original schema of the arguments has references.
func hasReferences(t *testing.T, tool *model.Tool) bool {
	t.Helper()
	input, _, err := gen.Schemas(tool)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(input, []byte(`"$ref"`))
}

// exceedsLimit reports whether a tool alone exceeds a limit of a request.
func exceedsLimit(t *testing.T, name string, tool *model.Tool) bool {
	t.Helper()
	totals, err := dialects.Totals(name, []*model.Tool{tool})
	return err == nil && slices.ContainsFunc(totals, func(total dialect.Total) bool { return total.IsExceeded() })
}

// compareLimits compares the limit that the tools of a package exceed with that of
// the generator.
func compareLimits(t *testing.T, pkg *model.Package, name string, got *runtime.DialectLimitError) {
	t.Helper()
	totals, err := dialects.Totals(name, pkg.Tools)
	if err != nil {
		t.Fatal(err)
	}
	var want *runtime.DialectLimitError
	if i := slices.IndexFunc(totals, func(total dialect.Total) bool { return total.IsExceeded() }); i >= 0 {
		total := &totals[i]
		want = &runtime.DialectLimitError{
			Dialect: runtime.Dialect(name), Measure: total.Measure, Sum: total.Sum, Max: total.Max,
			Tool: pkg.Tools[total.Largest].Name, Share: total.Share,
		}
		if total.InStrictTools {
			want.Measure += " in strict tools"
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the limits of %s (-generator +runtime):\n%s", name, pkg.Path, diff)
	}
}
