package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInitAsks checks what init asks a person, and what it does with the answers.
func TestInitAsks(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason, answers string
		flags           []string
		files           []string          // that exist afterwards; none means that nothing was written
		texts           map[string]string // parts of the files
		asked           int
		code            int
	}{
		{
			"answers", "example.org/mine\ninternal/agent\nfind_notes\nmcp, openai-strict\nno\n", nil,
			[]string{"internal/agent/agent_test.go", "internal/agent/findnotes/zz_toolgen.go", ".gitattributes"},
			map[string]string{
				"go.mod": "module example.org/mine\n", "internal/agent/agent.go": "//tool:dialects mcp openai-strict\npackage agent\n",
				"internal/agent/findnotes/findnotes.go": "//tool:register\n//tool:read-only\n//tool:example {\"name\": \"Ada\"}\nfunc FindNotes(args FindNotesArgs)",
			}, 5, exitOK,
		},
		{
			"the suggestions", "\n\n\n\n\n", nil, []string{"tools/greet/greet.go", ".github/workflows/toolgen.yml"},
			map[string]string{"go.mod": "module example.com/my-suggestion\n", "tools/tools.go": "//go:generate go run -v github.com/toolgen/toolgen/cmd/toolgen ./...\n"}, 5, exitOK,
		},
		{
			"flags instead of some questions", "yes\n", []string{"--module", "example.com/a", "--package", "tools", "--tool", "greet", "--dialects", "mcp"},
			[]string{".github/workflows/toolgen.yml"}, nil, 1, exitOK,
		},
		{"no questions", "", []string{"--yes", "--module", "example.com/a"}, []string{".github/workflows/toolgen.yml"}, nil, 0, exitOK},
		{
			"wrong answers, and then others", "Not a path\n\nTools\n\nTools\n2x\n\nlatin\n\nperhaps\ny\n", nil,
			[]string{"tools/greet/greet.go"}, nil, 11, exitOK,
		},
		{"no answer", "example.com/a\n", nil, nil, nil, 2, exitFailure},
	} {
		dir := filepath.Join(t.TempDir(), "My Suggestion")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		args := append([]string{"-C", dir, "init", "--toolgen", repository}, test.flags...)
		code := run(context.Background(), args, &streams{in: strings.NewReader(test.answers), out: &out, err: &errs, terminal: true})
		if asked := strings.Count(errs.String(), "]: "); code != test.code || asked != test.asked {
			t.Errorf("%s: exit code %d after %d questions, want %d after %d\n%s", test.reason, code, asked, test.code, test.asked, &errs)
		}
		for _, name := range test.files {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Errorf("%s: %v", test.reason, err)
			}
		}
		for name, text := range test.texts {
			if content, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(content), text) {
				t.Errorf("%s: %s does not have %q: %v\n%s", test.reason, name, text, err, content)
			}
		}
		if entries, err := os.ReadDir(dir); err != nil || len(test.files) == 0 && len(entries) > 0 {
			t.Errorf("%s: %v, and the files %v were written", test.reason, err, entries)
		}
	}
}
