package file_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestToolContracts(t *testing.T) {
	invalid := []string{`{}`, `{"path": ""}`, `{"path": 7}`, `{"path": "a", "path": "a"}`}
	calls := map[string][]string{
		"read_file":  {`{"path": "src/main.go"}`, `{"path": "missing"}`, `{"path": "src", "start_line": 2}`, `{"path": "attachment:x"}`},
		"write_file": {`{"path": "a/b/c", "content": ""}`, `{"path": "src", "content": "x"}`},
		"patch_file": {`{"path": "src/main.go", "old_text": "x", "new_text": "y", "replace_all": true}`, `{"path": "a", "old_text": "b", "new_text": ""}`},
	}
	for name := range calls {
		w := newFixture(t)
		w.writeFile("src/main.go", "package main\n\nvar timeout = 5\n")
		w.writeFile("build.log", strings.Repeat("a line\n", 300))
		tool := toolNamed(t, name)
		if err := toolstest.CheckTool(tool, &toolstest.ToolOptions{Registry: w.options, Turn: w.turn, Calls: calls[name], Invalid: invalid}); err != nil {
			t.Error(err)
		}
		if len([]rune(tool.Description)) > 200 {
			t.Errorf("%s: the description has %d characters, want at most 200", name, len([]rune(tool.Description)))
		}
	}
}

// The tools can be registered together. A call fails if the program has not
// configured a backend.
func TestRegistryContract(t *testing.T) {
	w := newFixture(t)
	registry := runtime.NewRegistry(w.options)
	for _, name := range []string{"read_file", "write_file", "patch_file"} {
		if err := registry.Register(toolNamed(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := toolstest.CheckRegistry(registry, w.turn.Policy); err != nil {
		t.Error(err)
	}
	w.options.Backends.Attachments = nil
	w.mustFail("no backend for attachments", w.call("read_file", args{"path": "a"}), wantFailure{runtime.NotAvailable, "", "attachments", nil})
}
