package emit_test

import (
	"context"
	"path"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// sources has the files of testdata: packages with tools, and packages that they
// import.
var sources = []string{
	"shapes/types.go", "shapes/tools.go", "foreign/foreign.go", "forms/forms.go", "strict/strict.go",
	"guarded/guarded.go", "guarded/far/far.go", "hostile/hostile.go", "behaviour/behaviour.go", "wiring/main.go",
}

// packages has the directories of the packages with a golden file.
var packages = []string{"shapes", "forms", "strict", "guarded", "hostile", "behaviour", "wiring"}

// sourceFiles returns the files of testdata by their paths.
func sourceFiles(t *testing.T) map[string]string {
	t.Helper()
	files := make(map[string]string)
	for _, name := range sources {
		files[name] = source(t, name)
	}
	return files
}

// extractModels returns the models of packages of a module, by their
// directories.
func extractModels(t testing.TB, m *module, folders ...string) map[string]*model.Package {
	t.Helper()
	patterns := make([]string, len(folders))
	for i, name := range folders {
		patterns[i] = "./" + name
	}
	loader := load.New(load.Config{FileName: "zz_toolgen.go", Header: emit.Header})
	loaded, diagnostics, err := loader.Load(context.Background(), m.dir, patterns...)
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	found, diagnostics, err := extract.Packages(context.Background(), loader, loaded)
	if err != nil || len(diagnostics) > 0 {
		t.Fatal(err, diagnostics)
	}
	models := make(map[string]*model.Package)
	for _, p := range found {
		models[path.Base(p.Path)] = p
	}
	return models
}

var extractedOnce struct {
	sync.Once
	models map[string]*model.Package
}

// testdataModels returns the models of the packages in testdata. They are shared
// and must not be changed.
func testdataModels(t *testing.T) map[string]*model.Package {
	t.Helper()
	extractedOnce.Do(func() {
		extractedOnce.models = extractModels(t, newModule(t, sourceFiles(t)), packages...)
	})
	if extractedOnce.models == nil {
		t.Fatal("testdata could not be read; see the first test that failed")
	}
	return extractedOnce.models
}

// guardedModel returns a model of testdata/guarded that the caller may change.
func guardedModel(t *testing.T) *model.Package {
	t.Helper()
	return extractModels(t, newModule(t, sourceFiles(t)), "guarded")["guarded"]
}
