package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The scripted model repairs a fault with the tools, whose results it reads as they are today.
func TestScriptedModel(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module example.com/near\n\ngo 1.26\n",
		"near/near.go":    "// Package near compares numbers.\npackage near\n\n// Limit is not in the function.\nconst Limit = 7\n\n// Double returns 2n.\nfunc Double(n int) int {\n\tm := n * 2\n\treturn m + 1\n}\n",
		"near/my_test.go": "package near\n\nimport \"testing\"\n\nfunc TestDouble(t *testing.T) {\n\tif got := Double(3); got != 6 {\n\t\tt.Errorf(\"Double(3) = %d, want 6\", got)\n\t}\n}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	status, out, stderr := command(t, "run", "--data", t.TempDir(), "--dir", dir, "--text", "--approve", "risky", "Fix the tests in ./near")
	if status != exitOK || !strings.Contains(out, "The tests pass. This is the change:") {
		t.Fatalf("status %d\n%s%s", status, out, stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "near/near.go"))
	if err != nil || !strings.Contains(string(text), "return m + 0\n") {
		t.Errorf("%v\n%s", err, text)
	}
}
