package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExitCodes(t *testing.T) {
	dir := func(name, text string) string {
		d := t.TempDir()
		if err := os.WriteFile(filepath.Join(d, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct {
		reason string
		args   []string
		want   int
		output string
	}{
		{"all are right", []string{dir("y_a.json", "1")}, 0, "1 valid files accepted, 0 valid files refused on purpose"},
		{"one is wrong", []string{dir("n_a.json", "1")}, 1, "WRONG: accepted"},
		{"no files", []string{t.TempDir()}, 2, "has no y_*.json"},
		{"no directory", nil, 2, "must be the directory"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			var stdout, stderr strings.Builder
			if got := run(&stdout, &stderr, test.args); got != test.want {
				t.Errorf("exit code %d, want %d", got, test.want)
			}
			if output := stdout.String() + stderr.String(); !strings.Contains(output, test.output) {
				t.Errorf("%q does not contain %q", output, test.output)
			}
		})
	}
}
