package extract_test

import (
	"go/build"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// TestMemory extracts packages again after a change of one file, and compares which
// models are those of the first time.
func TestMemory(t *testing.T) {
	root := writeModule(t)
	const path, tool = modulePath + "/memory/", "\n\n// Do does it.\n//\n//tool:register\n"
	for name, text := range map[string]string{
		"same/same.go":         "package same" + tool + "func Do() {}\n",
		"imported/imported.go": "package imported\n\n// Args are arguments.\ntype Args struct{}\n",
		"user/user.go":         "package user\n\nimport \"" + path + "imported\"" + tool + "func Do(args imported.Args) {}\n",
		"document/document.go": "package document\n\n//tool:register\n//tool:doc doc.md\nfunc Do() {}\n",
		"document/doc.md":      "Does it.\n",
		"refused/refused.go":   "package refused" + tool + "func Do(args chan int) {}\n",
		"wired/wired.go":       "// Package wired wires.\n//\n//tool:registry ../same\npackage wired\n",
	} {
		writeFile(t, filepath.Join(root, "memory", name), []byte(text))
	}
	loader, memory := load.New(config), extract.Memory{}
	before, problems := remembered(t, &memory, loader, root)
	loader.Remember(&build.Default)
	changed := filepath.Join(root, "memory/imported/imported.go")
	writeFile(t, changed, []byte("package imported\n\n// Args are other arguments.\ntype Args struct{}\n"))
	if _, ok := loader.Refresh(t.Context(), root, []string{changed}); !ok {
		t.Fatal("the loader must read everything")
	}
	after, problemsAfter := remembered(t, &memory, loader, root)
	for name, kept := range map[string]bool{"same": true, "imported": false, "user": false, "document": false, "refused": false, "wired": false} {
		if same := before[path+name] == after[path+name]; before[path+name] == nil || same != kept {
			t.Errorf("%s: the model is that of the first time: %v, want %v", name, same, kept)
		}
	}
	if registry := after[path+"wired"].Registry; registry.Packages[0] != after[path+"same"] {
		t.Error("the registry has another model of a package that did not change")
	}
	if problems != 1 || problemsAfter != problems {
		t.Errorf("%d diagnostics, and %d the second time; want 1", problems, problemsAfter)
	}
}

// remembered returns the models of all packages by their paths, and the number of
// diagnostics.
func remembered(t *testing.T, memory *extract.Memory, loader *load.Loader, root string) (map[string]*model.Package, int) {
	t.Helper()
	packages, _, err := loader.Load(t.Context(), root, "./memory/...")
	if err != nil {
		t.Fatal(err)
	}
	models, diagnostics, err := memory.Packages(t.Context(), loader, packages)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]*model.Package)
	for _, m := range models {
		found[m.Path] = m
	}
	return found, len(diagnostics)
}
