package reducers_test

import (
	"fmt"
	"os"
	"path/filepath"
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
	grouped := func(n int) string { return "a/b.go\n" + strings.ReplaceAll(matches(n), "a/b.go:", "  ") }
	context := func(n int) string {
		return "a/b.go\n" + strings.Repeat("  7- before\n  8: a line that has the word\n  9- after\n  --\n", n-1) + "  8: last\n"
	}
	const mark = "%d more matches in this file omitted]\n"
	for _, c := range []struct {
		text   string
		left   int
		end    string // of the lines that are kept
		reason string
	}{
		{matches(59) + "c.go:1: x\n", 0, "", "60 matches"},
		{matches(60) + "c.go:1: x\n", 50, "  9: a line that has the word\n", "61 matches"},
		{matches(60) + "c.go:1: x", 50, "  9: a line that has the word\n", "the last line has no line feed"},
		{matches(61), 0, "", "61 matches of one file"},
		{matches(12) + "c.go:1: x\n" + repeatNumbered("d.go:%d: x\n", 9000), 0, "", "two lines that are not longer than the mark"},
		{matches(20) + "c.go:1: " + strings.Repeat("x ", 4000) + "\n", 10, "  9: a line that has the word\n", "over 8 KB"},
		{grouped(60) + "c.go:1: x\n", 50, "  9: a line that has the word\n", "61 matches below their path"},
		{grouped(60) + "c.go\n  1: x\n  2: x\n(a summary)", 50, "  9: a line that has the word\n", "two groups"},
		{grouped(61) + "(a summary)", 0, "", "61 matches below one path"},
		{grouped(61) + "(61 matching lines in 1 file; 1 file searched; stopped early by results after a/b.go:61: there are more matches)", 0, "", "one file, and the place where the search ended"},
		{context(70) + "c.go:1: x\n", 60, "  8: a line that has the word\n  9- after\n", "matches with lines before and after"},
	} {
		got := checkContract(t, reducers.SearchFiles(), fullResult(true, c.text), runtime.ReduceContext{})
		want := c.end + "  [" + fmt.Sprintf(mark, c.left)
		if c.left == 0 && !strings.Contains(got, "11: a line that has the word") || c.left > 0 && !strings.Contains(got, want) {
			t.Errorf("%s: got %s", c.reason, got)
		}
	}
}

func TestSearchMarks(t *testing.T) {
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
		{map[string]int{"src/a.go": 57, "src/b/a.go": 30, "b.go": 1}, `,"path":"src"`, 2, "files of one name in a directory"},
		{map[string]int{"a.go": 57, "src/a.go": 30}, "", 2, "files of one name, one in the working directory"},
		{map[string]int{"app/[id]/a{1}.tsx": 57, "app/x*?.tsx": 57}, "", 2, "wildcards in names"},
		{map[string]int{"[id].tsx": 57, "b/[id].tsx": 57}, "", 2, "wildcards in the name of a file in the working directory"},
		{map[string]int{"a.go": 57, "src/b.go": 30}, `,"glob":"*.go"`, 2, "a glob with wildcards"},
		{map[string]int{"a/x.go": 57, "b/x.go": 30}, `,"glob":"x.go"`, 2, "a glob that names a file"},
		{map[string]int{"a/x.go": 57, "b/x.go": 30}, `,"path":"a/x.go"`, 0, "one file"},
		{map[string]int{strings.Repeat("d/", 90) + "a.go": 57, "b.go": 30}, "", 2, "a long path"},
	} {
		dir := t.TempDir()
		for name, n := range c.files {
			must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name), []byte(fileOfLines(n)), 0o600))
		}
		turn := &runtime.Turn{WorkingDir: dir, Policy: runtime.Policy{Files: capability.FilePolicy{Read: []string{"."}}}}
		got := callReduced(t, search.Tools(), "search_files", `{"query":"word","max_results":1000`+c.args+`}`, turn).Value
		if n := strings.Count(got, "in this file omitted"); n != c.marks {
			t.Errorf("%s: %d marks in\n%s", c.reason, n, got)
		}
	}
}
