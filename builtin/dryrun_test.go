package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// changes reports whether a tool declares that it has effects.
func changes(tool *runtime.Tool) bool {
	return !tool.Hints.ReadOnly && (tool.Hints.SideEffects || tool.Needs.Has(capability.KindWrite) || tool.Needs.Has(capability.KindProcess))
}

// TestDryRunsAreDeclared checks that every tool with effects has a dry run, for people who must approve, and a
// reason if it asks for approval, and that every tool declares whether it has effects.
func TestDryRunsAreDeclared(t *testing.T) {
	for _, tool := range newFullSet(t).Tools() {
		if changes(tool) == tool.Hints.ReadOnly {
			t.Errorf("%s is marked neither read-only nor as one with side effects", tool.Name)
		}
		if changes(tool) && tool.DryRun == nil {
			t.Errorf("%s changes something and has no dry run", tool.Name)
		}
		if a := tool.Approval; a != nil && a.When == nil && a.Reason == "" {
			t.Errorf("%s asks for approval but gives no reason", tool.Name)
		}
	}
}

// TestDryRuns checks that a dry run shows what the call would do, and changes nothing.
func TestDryRuns(t *testing.T) {
	w := newWorker(t, "-- a.txt --\none\ntwo\n-- go.mod --\nmodule example.com/a\n")
	w.do("read_file", arguments{"path": "a.txt"})
	w.turn.DryRun = true
	for _, test := range []struct {
		tool string
		args arguments
		want []string
	}{
		{"write_file", arguments{"path": "a.txt", "content": "one\nthree\n"}, []string{"would replace a.txt", "-two", "+three"}},
		{"write_file", arguments{"path": "b.txt", "content": "new\n"}, []string{"would create b.txt", "+new"}},
		{"patch_file", arguments{"path": "a.txt", "old_text": "two", "new_text": "2"}, []string{"would replace", "a.txt", "-two", "+2"}},
		{"terminal", arguments{"command": "touch c.txt", "dir": "."}, []string{"would run with sh in .", "touch c.txt"}},
		{"lint", arguments{}, []string{"would check the go project in .", "go vet"}},
		{"typecheck", arguments{}, []string{"would check the go project in .", "go "}},
		{"run_tests", arguments{}, []string{"would check the go project in .", "go test"}},
		{"memory_write", arguments{"key": "k", "content": "remember"}, []string{`Note "k" written`, "remember"}},
		{"todo_add", arguments{"items": []string{"water the plants"}}, []string{"[ ] 1. water the plants"}},
		{"todo_clear", arguments{}, []string{"Removed 0 items."}},
		{"kanban_add", arguments{"title": "a title"}, []string{"Ticket 1 added in backlog, priority medium: a title.", "Title: a title"}},
	} {
		result := w.call(test.tool, test.args)
		for _, want := range test.want {
			if !strings.Contains(result.Value, want) {
				t.Errorf("%s: no %q in %s%s", test.tool, want, result.Value, result.Error)
			}
		}
	}
	for _, name := range []string{"b.txt", "c.txt"} {
		if _, err := os.Stat(filepath.Join(w.turn.WorkingDir, name)); err == nil {
			t.Errorf("a dry run made %s", name)
		}
	}
}
