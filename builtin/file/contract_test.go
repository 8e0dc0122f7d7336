package file_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestContract(t *testing.T) {
	invalid := []string{`{}`, `{"file_path": ""}`, `{"file_path": 7}`, `{"file_path": "a", "path": "a"}`}
	calls := map[string][]string{
		"read_file":  {`{"file_path": "src/main.go"}`, `{"file_path": "missing"}`, `{"file_path": "src", "start_line": 2}`, `{"file_path": "attachment:x"}`},
		"write_file": {`{"file_path": "a/b/c", "content": ""}`, `{"file_path": "src", "content": "x"}`},
		"patch_file": {`{"file_path": "src/main.go", "old_text": "x", "new_text": "y", "replace_all": true}`, `{"file_path": "a", "old_text": "b", "new_text": ""}`},
	}
	for name := range calls {
		w := newWorld(t)
		w.put("src/main.go", "package main\n\nvar timeout = 5\n")
		w.put("build.log", strings.Repeat("a line\n", 300))
		tool := tool(t, name)
		if err := toolstest.CheckTool(tool, &toolstest.ToolOptions{Registry: w.options, Turn: w.turn, Calls: calls[name], Invalid: invalid}); err != nil {
			t.Error(err)
		}
		if len([]rune(tool.Description)) > 200 {
			t.Errorf("%s: a description of %d characters", name, len([]rune(tool.Description)))
		}
	}
}

// The registry as a whole, and a program that forgot a backend.
func TestRegistry(t *testing.T) {
	w := newWorld(t)
	registry := runtime.NewRegistry(w.options)
	for _, name := range []string{"read_file", "write_file", "patch_file"} {
		if err := registry.Register(tool(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := toolstest.CheckRegistry(registry, w.turn.Policy); err != nil {
		t.Error(err)
	}
	w.options.Backends.Attachments = nil
	w.fails("no backend of attachments", w.call("read_file", args{"file_path": "a"}), failure{runtime.NotAvailable, "", "attachments", nil})
}
