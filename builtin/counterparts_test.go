package builtin_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin"
	"github.com/toolgen/toolgen/runtime"
)

// TestUnknownTools checks that a call to a tool of another program gets the name of the tool to use.
func TestUnknownTools(t *testing.T) {
	w := newWorkerWith(t, "", &builtin.Options{Runtime: &runtime.Options{Counterparts: map[string][]string{"frobnicate": {"terminal"}}}})
	for name, want := range map[string]string{
		"bash": "terminal", "Bash": "terminal", "Read": "read_file", "grep": "search_files", "Glob": "list_files",
		"str_replace_editor": "patch_file or write_file or read_file", "MultiEdit": "patch_file", "git_status": "terminal", "read_text_file": "read_file", "WebFetch": "fetch_url",
		"TodoWrite": "todo_update or todo_add", "frobnicate": "terminal",
	} {
		result := w.call(name, arguments{})
		if result.Code != runtime.NotAvailable || !strings.HasSuffix(result.Error, ". Use "+want+" instead") {
			t.Errorf("%s: %+v", name, result)
		}
	}
}

// TestCounterpartsExist checks that counterparts are tools, and that names of tools have none.
func TestCounterpartsExist(t *testing.T) {
	registered := []string{runtime.ReadResultTool}
	for _, tool := range newFullSet(t).Tools() {
		registered = append(registered, tool.Name)
	}
	for name, tools := range builtin.Counterparts() {
		if slices.Contains(registered, name) {
			t.Errorf("%s is a tool", name)
		}
		for _, tool := range tools {
			if !slices.Contains(registered, tool) {
				t.Errorf("%s: there is no tool %s", name, tool)
			}
		}
	}
}
