package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInitAsks checks that init asks a person for the path of a new module.
func TestInitAsks(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason, answer, want string
		code                 int
	}{
		{"an answer", "example.org/mine\n", "module example.org/mine\n", exitOK},
		{"the suggestion", "\n", "module example.com/suggested\n", exitOK},
		{"no answer", "", "", exitFailure},
		{"an answer that is no path", "Not a path\n", "", exitFailure},
	} {
		dir := filepath.Join(t.TempDir(), "suggested")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"-C", dir, "init", "--toolgen", repository}, &streams{in: strings.NewReader(test.answer), out: &out, err: &errs, terminal: true})
		content, _ := os.ReadFile(filepath.Join(dir, "go.mod")) // empty if it does not exist
		if code != test.code || !strings.HasPrefix(string(content), test.want) || test.want == "" && len(content) > 0 {
			t.Errorf("%s: exit code %d, go.mod %q\n%s", test.reason, code, content, &errs)
		}
	}
}
