package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestKnowExports checks that the loader runs the go command only for export data that an
// earlier loader did not find, or that was removed: a run with this context fails.
func TestKnowExports(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	file := filepath.Join(dir, "strings.a")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason string
		known  map[string]string
		fails  bool
	}{
		{"a file that exists", map[string]string{"strings": file}, false},
		{"a file that was removed", map[string]string{"strings": file + "x"}, true},
		{"a directory", map[string]string{"strings": dir}, true},
		{"another package", map[string]string{"errors": file}, true},
	} {
		l := New(Config{})
		l.KnowExports(test.known)
		err := l.findExports(ctx, dir, []string{"strings"})
		if failed := err != nil; failed != test.fails || !failed && l.exports["strings"] != file {
			t.Errorf("%s: error %v, export data %q", test.reason, err, l.exports["strings"])
		}
	}
}

// TestExportsThatCanChange checks that export data of packages that can change is not
// kept: those of other modules that are not in the module cache, and of packages that
// import them.
func TestExportsThatCanChange(t *testing.T) {
	t.Setenv("GOWORK", "off")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.com/app\n\ngo 1.26\n\nrequire example.com/other v0.0.0\n\nreplace example.com/other => ./other\n",
		"app.go":         "package app\n\nimport (\n\t\"strings\"\n\n\t\"example.com/other\"\n)\n\nvar _ strings.Builder\nvar _ other.T\n",
		"other/go.mod":   "module example.com/other\n\ngo 1.26\n",
		"other/other.go": "package other\n\ntype T int\n",
	} {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := New(Config{})
	if _, _, err := l.Load(t.Context(), dir, "."); err != nil {
		t.Fatal(err)
	}
	exports := l.Inputs("").Exports()
	if exports["strings"] == "" || exports["example.com/other"] != "" || l.exports["example.com/other"] == "" {
		t.Errorf("the export data is %v", exports)
	}
}
