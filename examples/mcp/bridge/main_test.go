package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPrograms builds both programs and calls the tools of the server, directly and
// through the bridge.
func TestPrograms(t *testing.T) {
	directory := t.TempDir()
	build := exec.Command("go", "build", "-o", directory, "../server", ".")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	server := filepath.Join(directory, "server")
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"server", "tools", "call", "add_item", `{"name": "bread"}`}, 0, "1 x bread is on the list."},
		{[]string{"bridge", server + " mcp serve", "tools", "list"}, 0, "mcp__remote__clear_list"},
		{[]string{"bridge", server + " mcp serve", "tools", "call", "mcp__remote__add_item", `{"name": "bread", "count": 2}`}, 0, "2 x bread is on the list."},
		{[]string{"bridge", server + " mcp serve", "tools", "call", "mcp__remote__add_item", `{}`}, 1, "name: required but missing"},
		{[]string{"bridge", server + " mcp serve", "tools", "call", "mcp__remote__clear_list"}, 1, "was not approved"},
		{[]string{"bridge", filepath.Join(directory, "none"), "tools", "list"}, 2, "cannot be reached"},
		{[]string{"bridge"}, 2, "the command of the server is missing"},
	} {
		command := exec.Command(filepath.Join(directory, test.args[0]), test.args[1:]...)
		output, _ := command.CombinedOutput()
		if status := command.ProcessState.ExitCode(); status != test.status || !strings.Contains(string(output), test.want) {
			t.Errorf("%q: status %d, want %d and %q:\n%s", test.args, status, test.status, test.want, output)
		}
	}
}
