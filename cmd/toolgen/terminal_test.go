package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTerminal checks what only people on a terminal see: colors, source lines and
// the command that explains the codes.
func TestTerminal(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	text := "// Package app answers.\npackage app\n\n// Ping answers.\n//\n//tool:regster\nfunc Ping() {}\n"
	if err := os.WriteFile(filepath.Join(dir, "app.go"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason   string
		terminal bool
		noColor  string
		color    bool
	}{
		{"a terminal", true, "", true},
		{"a terminal with NO_COLOR", true, "1", false},
		{"a pipe", false, "", false},
	} {
		t.Setenv("NO_COLOR", test.noColor)
		var out, errs bytes.Buffer
		run(context.Background(), []string{"-C", dir}, &streams{out: &out, err: &errs, terminal: test.terminal})
		if got := strings.Contains(errs.String(), "\x1b["); got != test.color {
			t.Errorf("%s: colors: %v", test.reason, got)
		}
		people := "\t//tool:regster\n\t       ^~~~~~~\n"
		hint := "\n1 problem; \"toolgen explain CODE\" explains TG1001\n"
		if got := strings.Contains(errs.String(), people) && strings.HasSuffix(errs.String(), hint); got != test.terminal {
			t.Errorf("%s: source line and hint: %v in\n%s", test.reason, got, &errs)
		}
	}
}
