package gen

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSummaries checks that a run with a registry over all packages keeps neither their
// syntax nor their types, and the complete model of the registry's package only.
func TestSummaries(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.com/app\n\ngo 1.26\n",
		"a/a.go":         "package a\n\n// Args are arguments.\ntype Args struct {\n\tText string `json:\"text\"`\n}\n\n// F does it.\n//\n//tool:register\nfunc F(args Args) {}\n",
		"b/b.go":         "package b\n\nimport \"example.com/app/a\"\n\n// G does it.\n//\n//tool:register\nfunc G(args a.Args) {}\n",
		"wired/wired.go": "// Package wired wires.\n//\n//tool:registry ../...\npackage wired\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	loader := newLoader(Config{})
	packages, _, err := loader.LoadSources(t.Context(), dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	outputs, diagnostics, err := generatePackages(t.Context(), loader, packages, &Config{}, true)
	if err != nil || len(diagnostics) > 0 || len(outputs) != 3 {
		t.Fatal(len(outputs), diagnostics, err)
	}
	for i, pkg := range outputs {
		switch source := packages[i]; source.Name {
		case "wired":
			if pkg.pkg.Registry == nil || len(pkg.pkg.Registry.Packages) != 2 {
				t.Errorf("the registry is %+v", pkg.pkg.Registry)
			}
		default:
			if pkg.pkg.Types != nil || pkg.pkg.Tools[0].Arguments != nil || pkg.pkg.Tools[0].Name == "" {
				t.Errorf("the model of %s was kept, or has no name", source.Name)
			}
			if kept := source.Files != nil; kept != (source.Name == "a") { // b imports it
				t.Errorf("the syntax of %s is kept: %t", source.Name, kept)
			}
		}
	}
}
