package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

// withoutFence returns the text of a result without its fence, which a text of the tool's own does not have.
func withoutFence(r runtime.Result) string {
	if !strings.HasPrefix(r.Value, "<untrusted ") {
		return r.Value
	}
	_, text, _ := strings.Cut(r.Value, ">\n")
	text, note, _ := strings.Cut(text, "\n</untrusted>")
	text += note
	return text
}

// search_files returns the expected text: matches, context lines and summary.
func TestSearchText(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"b.go": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n", "a/c.txt": "two\r\nmore", "a/bin": "two\x00", ".hidden": "two\n",
		".gitignore": "/ignored\n", "ignored/x": "two\n", "odd:12: name": "two\n", "empty": "",
	})
	for _, c := range []struct {
		reason string
		args   map[string]any
		want   string
	}{
		{"literal text, in the order of names", map[string]any{"query": "two"},
			".hidden:1: two\na/c.txt:1: two\nb.go:2: two\n\"odd:12: name\":1: two\n(4 matching lines in 4 files; 6 files searched; left out: 1 ignored by .gitignore, 1 binary)"},
		{"a directory, with paths relative to the working directory", map[string]any{"query": "t", "path": "a/"},
			"a/c.txt:1: two\n(1 matching line in 1 file; 1 file searched; left out: 1 binary)"},
		{"literal text is not a regular expression", map[string]any{"query": "t.o"}, "(no matches; 6 files searched; left out: 1 ignored by .gitignore, 1 binary)"},
		{"literal text that is probably a regular expression", map[string]any{"query": `func\s+\(`, "glob": "*.go"},
			"(no matches; query was searched as literal text and as an RE2 expression; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"no literal text, but an expression that matches", map[string]any{"query": "^t.*o|seven", "glob": "*.go"},
			"b.go\n  2: two\n  7: seven\n(2 matching lines in 1 file; no line has query as literal text, so it was searched as an RE2 expression; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"no literal text, and an expression that is not valid", map[string]any{"query": `(\s+`, "glob": "*.go"},
			"(no matches; query was searched as literal text: set regexp to true if it is a regular expression; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"a regular expression", map[string]any{"query": "^t[^w]", "regexp": true, "glob": "*.go"}, "b.go:3: three\n(1 matching line in 1 file; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"case is ignored", map[string]any{"query": "MORE", "ignore_case": true, "glob": "a/*"}, "a/c.txt:2: more\n(1 matching line in 1 file; 1 file searched; left out: 1 ignored by .gitignore, 1 binary)"},
		{"context lines", map[string]any{"query": "o", "glob": "*.go", "context_lines": 1},
			"b.go\n  1: one\n  2: two\n  3- three\n  4: four\n  5- five\n(3 matching lines in 1 file; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"groups of context lines", map[string]any{"query": "one|six", "regexp": true, "glob": "*.go", "context_lines": 1},
			"b.go\n  1: one\n  2- two\n  --\n  5- five\n  6: six\n  7- seven\n(2 matching lines in 1 file; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"the maximum number of results", map[string]any{"query": "e", "glob": "*.go", "max_results": 2, "context_lines": 1},
			"b.go\n  1: one\n  2- two\n  3: three\n  4- four\n(2 matching lines in 1 file; 1 file searched; left out: 1 ignored by .gitignore; stopped early by results after b.go:3: there are more matches: continue with after \"b.go:3\", narrow query, path or glob, or increase max_results)"},
		{"the rest of a search that stopped", map[string]any{"query": "e", "glob": "*.go", "max_results": 2, "context_lines": 1, "after": "b.go:3"},
			"b.go\n  4- four\n  5: five\n  6- six\n  7: seven\n(2 matching lines in 1 file; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"a file as path", map[string]any{"query": "two", "path": "b.go", "glob": "*.ts"}, "b.go:2: two\n(1 matching line in 1 file; 1 file searched)"},
		{"counts", map[string]any{"query": "e", "mode": "counts"}, ".gitignore: 1\na/c.txt: 1\nb.go: 4\n(6 matching lines in 3 files; 6 files searched; left out: 1 ignored by .gitignore, 1 binary)"},
		{"counts up to the maximum", map[string]any{"query": "e", "mode": "counts", "max_results": 1, "exclude": ".gitignore"},
			"a/c.txt: 1\n(1 matching line in 1 file; 3 files searched; left out: 1 ignored by .gitignore, 1 binary; stopped early by results after a/c.txt: there are more matches: continue with after \"a/c.txt\", narrow query, path or glob, or increase max_results)"},
		{"the rest of the counts", map[string]any{"query": "e", "mode": "counts", "after": "a/c.txt"}, "b.go: 4\n(4 matching lines in 1 file; 3 files searched; left out: 1 ignored by .gitignore)"},
		{"excluded files and directories", map[string]any{"query": "two", "exclude": "*.go,a/,odd*"}, ".hidden:1: two\n(1 matching line in 1 file; 3 files searched; left out: 1 ignored by .gitignore)"},
		{"a glob that excludes", map[string]any{"query": "two", "glob": "*.*,!*.go,!a/*"}, ".hidden:1: two\n(1 matching line in 1 file; 2 files searched; left out: 1 ignored by .gitignore)"},
		{"a glob that matches no file", map[string]any{"query": "two", "path": "a", "glob": "*.rs"}, "(no file below a matches glob \"*.rs\")"},
		{"nothing is left", map[string]any{"query": "two", "path": "a", "exclude": "*"}, "(exclude \"*\" leaves out all files below a)"},
		{"names that models know", map[string]any{"pattern": "two", "include": "*.go", "dir": ".", "head_limit": 1}, "b.go:2: two\n(1 matching line in 1 file; 1 file searched; left out: 1 ignored by .gitignore)"},
		{"an ignored directory as path", map[string]any{"query": "t", "path": "ignored"}, "ignored/x:1: two\n(1 matching line in 1 file; 1 file searched)"},
	} {
		_, r := searchFiles(t, dir, c.args)
		if got := withoutFence(r); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.reason, got, c.want)
		}
	}
}

func TestSearchStructuredContent(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a": "x\ny1\nz\n", "b": "y2\n"})
	got, _ := searchFiles(t, dir, map[string]any{"query": "y", "context_lines": 1})
	if len(got.Matches) != 2 || got.FilesMatched != 2 || got.FilesSearched != 2 || got.Stopped != "" {
		t.Fatalf("got %+v", got)
	}
	if m := got.Matches[0]; m.Path != "a" || m.Line != 2 || m.Text != "y1" || !slices.Equal(m.Before, []string{"x"}) || !slices.Equal(m.After, []string{"z"}) {
		t.Errorf("got %+v", m)
	}
}

// A glob without a slash matches names, and a glob with a slash matches paths.
func TestGlobSelection(t *testing.T) {
	files := []string{"a.go", "a_test.go", "b.ts", "b.tsx", "c{d}", "cmd/a.go", "cmd/x/y/a_test.go", "cmd/x/z.md", "ä.go", ".go"}
	dir := t.TempDir()
	for _, name := range files {
		writeFiles(t, dir, map[string]string{name: "x\n"})
	}
	for _, c := range []struct {
		glob string
		want []int
	}{
		{"", []int{9, 0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"*.go", []int{9, 0, 1, 5, 6, 8}},
		{"?.go", []int{0, 5}},
		{"??.go", []int{8}},
		{"[ab].*", []int{0, 2, 3, 5}},
		{"[!a]*.{ts,tsx}", []int{2, 3}},
		{"*.{t{s,sx},md}", []int{2, 3, 7}},
		{`c\{d\}`, []int{4}},
		{"[c]{[{],x}d}", []int{}},
		{"cmd/*.go", []int{5}},
		{"./cmd/**", []int{5, 6, 7}},
		{"**/*_test.go", []int{1, 6}},
		{"cmd/**/*_test.go", []int{6}},
		{"{*.ts,cmd/*/*.md}", []int{2, 7}},
		{"**", []int{9, 0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"{}", []int{}},
	} {
		args := map[string]any{"query": "x", "glob": c.glob}
		if c.glob == "[c]{[{],x}d}" { // a brace in a bracket expression is literal, so the last brace has no opening brace
			r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, "search_files"), args, turnIn(dir)).Result
			if r.Code != runtime.InputInvalid {
				t.Errorf("%s: %+v", c.glob, r)
			}
			continue
		}
		got, _ := searchFiles(t, dir, args)
		var names, want []string
		for _, m := range got.Matches {
			names = append(names, m.Path)
		}
		for _, i := range c.want {
			want = append(want, files[i])
		}
		slices.Sort(want)
		if !slices.Equal(names, want) {
			t.Errorf("%s: %q, want %q", c.glob, names, want)
		}
	}
}

// A search that reaches a limit returns its matches so far, and says which limit it reached.
func TestSearchLimits(t *testing.T) {
	dir := t.TempDir()
	for d := range 20 {
		for f := range 40 {
			writeFiles(t, dir, map[string]string{fmt.Sprintf("%02d/%02d", d, f): strings.Repeat("a line of text\n", 20)})
		}
	}
	for _, c := range []struct {
		reason                 string
		limits                 search.Limits
		max                    int
		want                   search.StopReason
		minMatches, maxMatches int // number of matches
		maxSearched            int
	}{
		{"no limit", search.Limits{}, 1 << 30, "", 16_000, 16_000, 800},
		{"the limit is the number of matches", search.Limits{}, 16_000, "", 16_000, 16_000, 800},
		{"the limit is one less than the number of matches", search.Limits{}, 15_999, search.StoppedByResults, 15_999, 15_999, 800},
		{"few results", search.Limits{}, 1, search.StoppedByResults, 1, 1, 1},
		{"entries", search.Limits{Entries: 100}, 1 << 30, search.StoppedByFiles, 20 * 80, 20 * 120, 120},
		{"size", search.Limits{Size: 1000}, 1 << 30, search.StoppedBySize, 10, 60, 4},
		{"one match is returned even if it exceeds the limit", search.Limits{Size: 1}, 1 << 30, search.StoppedBySize, 1, 1, 2},
		{"bytes", search.Limits{Bytes: 3000}, 1 << 30, search.StoppedByBytes, 0, 15_999, 799},
		{"time", search.Limits{Time: 1}, 1 << 30, search.StoppedByTime, 0, 15_999, 799},
	} {
		r := search.SearchWithLimits(t.Context(), t, dir, search.Args{Query: "line", MaxResults: c.max}, c.limits)
		if r.Stopped != c.want || len(r.Matches) < c.minMatches || len(r.Matches) > c.maxMatches || r.FilesSearched > c.maxSearched {
			t.Errorf("%s: stopped by %q, %d matches in %d of %d files", c.reason, r.Stopped, len(r.Matches), r.FilesMatched, r.FilesSearched)
		}
		if c.want != "" && !strings.Contains(shownText(r), "stopped early by "+string(c.want)) {
			t.Errorf("%s: the text does not name the limit", c.reason)
		}
	}
}

// A result is within the budget of its call and has its summary.
func TestResultsFitBudget(t *testing.T) {
	dir := t.TempDir()
	for f := range 200 {
		writeFiles(t, dir, map[string]string{fmt.Sprintf("a directory/with a longer name/%03d 漢字", f): strings.Repeat(strings.Repeat("some text 漢字 ", 50)+"\n", 40)})
	}
	for _, budget := range []int{1000, 5000, 30_000, 0} {
		turn := turnIn(dir)
		turn.ResultBudgetChars = budget
		for _, c := range []struct {
			tool string
			args map[string]any
		}{
			{"search_files", map[string]any{"query": "text", "max_results": 1000, "context_lines": 3}},
			{"search_files", map[string]any{"query": "text", "max_results": 1000}},
			{"list_files", map[string]any{}},
		} {
			r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, c.tool), c.args, turn).Result
			n := len([]rune(r.Value))
			if budget >= 5000 && (!strings.Contains(r.Value, "stopped early by size") && c.tool == "search_files" || strings.Contains(r.Value, "[truncated")) {
				t.Errorf("%s, %d of %d: …%.300s", c.tool, n, budget, r.Value[max(0, len(r.Value)-300):])
			}
			if budget > 0 && n > budget || n > 40_000 || budget == 0 && c.tool == "search_files" && n < 36_000 {
				t.Errorf("%s: %d of %d", c.tool, n, budget)
			}
		}
	}
}

// A cancelled call ends a search that would take long.
func TestCancelledSearch(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a": strings.Repeat(strings.Repeat("ab", 5000)+"\n", 3000)})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	args := search.Args{Query: "(a|b|ab|ba){1,200}(c|d){1,100}$", Regexp: true}
	r := search.SearchWithLimits(ctx, t, dir, args, search.Limits{})
	if took := time.Since(start); r.Stopped != search.StoppedByCancel || took > 20*time.Second {
		t.Errorf("stopped by %q after %v", r.Stopped, took)
	}
}

// A dry run describes the call and reads no file.
func TestDryRun(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"a": "needle\n"})
	turn := turnIn(dir)
	turn.DryRun = true
	for name, args := range map[string]map[string]any{"search_files": {"query": "needle"}, "list_files": {}} {
		r := toolstest.CallWith(t, realFilesOptions(), toolNamed(t, name), args, turn).Result
		if !r.OK || !strings.Contains(r.Value, "[dry-run]") || r.Structured != nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
