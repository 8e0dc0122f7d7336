package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/cli"
)

// The command accesses only files that its flags allow, and its notes are stored for later commands.
func TestWorkbench(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("WORKBENCH_STORE", filepath.Join(t.TempDir(), "store.db"))
	t.Chdir(dir)
	if err := os.WriteFile("a.txt", []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason string
		args   []string
		status int
		want   string
	}{
		{"list all tools", []string{"tools", "list"}, cli.ExitOK, "browser_open"},
		{"a file that is not allowed", []string{"tools", "call", "read_file", `{"path":"a.txt"}`}, cli.ExitFailed, "not_available"},
		{"a file that is allowed", []string{"tools", "call", "search_files", `{"query":"two"}`, "--allow-read", "."}, cli.ExitOK, "a.txt:2: two"},
		{"write a note", []string{"tools", "call", "memory_write", `{"key":"k","content":"remember me"}`}, cli.ExitOK, "k"},
		{"read the note in a later command", []string{"tools", "call", "memory_read", `{"key":"k"}`}, cli.ExitOK, "remember me"},
	} {
		var stdout, stderr bytes.Buffer
		status, err := run(t.Context(), test.args, strings.NewReader(""), &stdout, &stderr)
		if text := stdout.String() + stderr.String(); err != nil || status != test.status || !strings.Contains(text, test.want) {
			t.Errorf("%s: status %d, %v\n%s", test.reason, status, err, text)
		}
	}
}
