package reducers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

func TestSearchFiles(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{"a/b.go:3: x\na/b.go:14: y\nc.go:1: z\n", "a/b.go\n  3: x\n  14: y\nc.go:1: z\n", "two matches of a file are grouped"},
		{"a/b.go:3:x\na/b.go:14:y", "a/b.go\n  3:x\n  14:y", "as grep -n prints them"},
		{repeatNumbered("a/b.go:%d: a line that has the word\n", 460), "a/b.go\n" + strings.ReplaceAll(repeatNumbered("a/b.go:%d: a line that has the word\n", 460), "a/b.go:", "  "), "one file"},
		{"No matches.\n", "No matches.\n", "no matches"},
		{"a.go:1: x\n", "a.go:1: x\n", "one match"},
		{"Stopped after 2 matches.\na/b.go:3: x\na/b.go:14: y\n", "Stopped after 2 matches.\na/b.go\n  3: x\n  14: y\n", "other lines are kept"},
		{`C:\a\b.go:3: x` + "\n" + `C:\a\b.go:4: y` + "\n", `C:\a\b.go` + "\n  3: x\n  4: y\n", "a path with a drive"},
	}
	for _, tt := range tests {
		got := checkContract(t, reducers.SearchFiles(), fullResult(true, tt.text), runtime.ReduceContext{})
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.reason, got, tt.want)
		}
	}
	long := "a.go:1: " + strings.Repeat("x", 5000) + " end\n"
	if got := checkContract(t, reducers.SearchFiles(), fullResult(true, long), runtime.ReduceContext{}); len(got) > 320 || !strings.HasSuffix(got, " end\n") {
		t.Errorf("a long line: %q", got)
	}
}

func TestSearchFilesWithManyMatches(t *testing.T) {
	matches := func(n int) string {
		return strings.Join(strings.SplitAfter(repeatNumbered("a/b.go:%d: a line that has the word\n", 9000), "\n")[:n], "")
	}
	for _, c := range []struct {
		args, text string
		left       int
		reason     string
	}{
		{`{}`, matches(59) + "c.go:1: x\n", 0, "60 matches"},
		{`{}`, matches(60) + "c.go:1: x\n", 50, "61 matches"},
		{`{}`, matches(60) + "c.go:1: x", 50, "the last line has no line feed"},
		{`{}`, matches(61), 0, "61 matches of one file"},
		{`{}`, matches(12) + "c.go:1: x\n" + repeatNumbered("d.go:%d: x\n", 9000), 0, "two lines that are not longer than the mark"},
		{`{}`, matches(20) + "c.go:1: " + strings.Repeat("x ", 4000) + "\n", 10, "over 8 KB"},
		{`{"glob":"*.go"}`, matches(60) + "c.go:1: x\n", 50, "a glob with wildcards"},
		{`{"glob":7}`, matches(60) + "c.go:1: x\n", 50, "a glob that is not a text"},
		{`{"glob":"a/b.{go}"}`, matches(60) + "c.go:1: x\n", 50, "a glob with braces"},
		{`{"glob":"b.go"}`, matches(60) + "c.go:1: x\n", 0, "a glob that is a name"},
		{`{"glob":"[[]b].go"}`, matches(60) + "c.go:1: x\n", 0, "a glob that is a name with a bracket"},
	} {
		got := checkContract(t, reducers.SearchFiles(), fullResult(true, c.text), runtime.ReduceContext{Args: json.RawMessage(c.args)})
		mark := fmt.Sprintf("\n  9: a line that has the word\n  [… %d more matches in this file left out] To see them, search again with dir \".\" and glob \"a/b.go\".\n", c.left)
		if c.left == 0 && strings.Contains(got, "matches in this file left out] To see them, search again with dir \".\" and glob \"a/b.go\"") || c.left > 0 && !strings.Contains(got, mark) {
			t.Errorf("%s: got %s", c.reason, got)
		}
	}
}

// followUp matches the arguments in the mark of a file.
var followUp = regexp.MustCompile(`dir "([^"]*)" and glob "([^"]*)"`)

func TestSearchFollowUpShowsOtherMatches(t *testing.T) {
	for _, c := range []struct {
		files  map[string]int
		args   string
		marks  int
		reason string
	}{
		{map[string]int{"src/a.go": 57}, "", 0, "one file with 57 matches"},
		{map[string]int{"src/a.go": 700}, "", 0, "one file with 700 matches"},
		{map[string]int{"src/a.go": 57, "b.go": 2}, "", 0, "59 matches in two files"},
		{map[string]int{"src/a.go": 57, "b.go": 30}, "", 2, "87 matches in two files"},
		{map[string]int{"src/a.go": 57, "src/b/a.go": 30, "b.go": 1}, `,"dir":"src"`, 2, "files of one name in a directory"},
		{map[string]int{"a.go": 57, "src/a.go": 30}, "", 2, "files of one name, one in the working directory"},
		{map[string]int{"app/[id]/a{1}.tsx": 57, "app/x*?.tsx": 57}, "", 2, "wildcards in names"},
		{map[string]int{"[id].tsx": 57, "b/[id].tsx": 57}, "", 2, "wildcards in the name of a file in the working directory"},
		{map[string]int{"a.go": 57, "src/b.go": 30}, `,"glob":"*.go"`, 2, "a glob with wildcards"},
		{map[string]int{"a/x.go": 57, "b/x.go": 30}, `,"glob":"x.go"`, 0, "a glob that names a file"},
		{map[string]int{strings.Repeat("d/", 90) + "a.go": 57, "b.go": 30}, "", 2, "a path that is too long for the mark"},
	} {
		dir := t.TempDir()
		for name, n := range c.files {
			must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name), []byte(fileOfLines(n)), 0o600))
		}
		turn := &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}
		got := callReduced(t, search.Tools(), "search_files", `{"search_query":"word","max_results":1000`+c.args+`}`, turn).Value
		if n := strings.Count(got, "left out"); n != c.marks {
			t.Errorf("%s: %d marks in\n%s", c.reason, n, got)
		}
		for _, call := range followUp.FindAllStringSubmatch(got, -1) {
			again := callReduced(t, search.Tools(), "search_files", fmt.Sprintf(`{"search_query":"word","max_results":1000,"dir":%q,"glob":%q}`, call[1], call[2]), turn).Value
			path := strings.NewReplacer("[[]", "[", "[{]", "{", "[}]", "}", "[*]", "*", "[?]", "?").Replace(call[2])
			if !strings.Contains(again, "\n"+path+"\n  1: the word in line 1\n") || !strings.Contains(again, fmt.Sprintf("\n  %[1]d: the word in line %[1]d\n", c.files[path])) || strings.Contains(again, "left out") {
				t.Errorf("%s: the follow-up %s does not have the other matches:\n%s", c.reason, call[0], again)
			}
		}
	}
}
