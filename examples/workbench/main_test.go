package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/cli"
)

// The command works on real files within what its flags allow, and what it remembers stays.
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
		{"every tool", []string{"tools", "list"}, cli.ExitOK, "browser_open"},
		{"out of reach", []string{"tools", "call", "read_file", `{"file_path":"a.txt"}`}, cli.ExitFailed, "not_available"},
		{"in reach", []string{"tools", "call", "search_files", `{"search_query":"two"}`, "--allow-read", "."}, cli.ExitOK, "a.txt:2: two"},
		{"kept", []string{"tools", "call", "memory_write", `{"key":"k","content":"remember me"}`}, cli.ExitOK, "k"},
		{"found by another process", []string{"tools", "call", "memory_read", `{"key":"k"}`}, cli.ExitOK, "remember me"},
	} {
		var stdout, stderr bytes.Buffer
		status, err := run(t.Context(), test.args, strings.NewReader(""), &stdout, &stderr)
		if text := stdout.String() + stderr.String(); err != nil || status != test.status || !strings.Contains(text, test.want) {
			t.Errorf("%s: status %d, %v\n%s", test.reason, status, err, text)
		}
	}
}
