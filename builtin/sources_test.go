package builtin_test

import (
	"slices"
	"testing"
)

// withoutSource are the tools whose arguments do not name the origin of their results. The results of the browser,
// of kanban_list, task and terminal_read name it. The agent itself wrote the to-do list, which has no fence.
var withoutSource = []string{
	"browser_back", "browser_click", "browser_console", "browser_file", "browser_press", "browser_screenshot", "browser_scroll", "browser_snapshot", "browser_type",
	"kanban_list", "task", "terminal_read", "todo_add", "todo_clear", "todo_list", "todo_update",
}

// The fence of an untrusted result names the argument with its origin: the path, URL,
// command, query or directory.
func TestSourcesOfUntrustedResults(t *testing.T) {
	for _, tool := range newFullSet(t).Tools() {
		if isNamed := tool.Source != nil; tool.Untrusted != nil && isNamed == slices.Contains(withoutSource, tool.Name) {
			t.Errorf("%s: the arguments name the source: %t", tool.Name, isNamed)
		}
	}
}
