package names_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// The error for a file that does not exist has similar names of its directory.
func TestExplainNear(t *testing.T) {
	files := toolstest.NewFS(map[string]string{
		"src/main.go": "x", "src/main_test.go": "x", "src/config.yaml": "x", "docs/Guide.md": "x", "a": "x", "b\nc.txt": "x",
	})
	for _, c := range []struct{ name, want string }{
		{"src/mian.go", "src/main.go?"},
		{"src/Main.go", "src/main.go?"},
		{"src/config.yml", "src/config.yaml?"},
		{"doc/Guide.md", "docs/Guide.md?"},
		{"docs/guide.md", "docs/Guide.md?"},
		{"srv/main_test.go", "src/main_test.go?"},
		{"b c.txt", `"b\nc.txt"?`},
		{"src/other.go", ""}, {"z", ""}, {"nothing/here/x.go", ""},
	} {
		err := names.ExplainNear(files, "path", c.name, c.name, fs.ErrNotExist)
		_, got, _ := strings.Cut(err.Error(), "did you mean ")
		if got != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if err := names.ExplainNear(files, "path", "src/mian.go", "src/mian.go", fs.ErrPermission); strings.Contains(err.Error(), "did you mean") {
		t.Errorf("a file that exists: %v", err)
	}
}
