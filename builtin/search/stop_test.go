package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/runtime"
)

// A search whose first match is longer than the limit says that it stopped, if
// and only if there are more matches.
func TestStopAfterLongFirstMatch(t *testing.T) {
	lines := strings.Repeat("other text that is in no match\n", 20)
	one := lines + "the needle\n" + lines
	for _, c := range []struct {
		reason   string
		files    map[string]string
		location string // empty for a complete search
	}{
		{"only one match", map[string]string{"a": one, "b": lines}, ""},
		{"another match in the file", map[string]string{"a": one + one}, "a:21"},
		{"another match in the next file", map[string]string{"a": one, "b": lines, "c": one}, "a:21"},
		{"another match at the end of a long line", map[string]string{"a": one + strings.Repeat("x", 3<<20) + "needle\n"}, "a:21"},
	} {
		dir := t.TempDir()
		writeFiles(t, dir, c.files)
		r := search.SearchWithLimits(t.Context(), t, dir, search.Args{Query: "needle", ContextLines: 3}, search.Limits{Size: 50})
		isStopped := strings.Contains(shownText(r), "stopped early by size after "+c.location+":")
		if (r.Stopped == search.StoppedBySize) != (c.location != "") || isStopped != (c.location != "") || len(r.Matches) != 1 {
			t.Errorf("%s: stopped by %q, %d matches: %s", c.reason, r.Stopped, len(r.Matches), r)
		}
	}
}

// Every search that does not have all matches says so, at every limit.
func TestStopIsReportedAtEverySize(t *testing.T) {
	dir := t.TempDir()
	for f := range 70 { // more than two batches of files
		text := strings.Repeat("a line\n", f%5) + strings.Repeat("needle\n", f%3) + strings.Repeat("a longer line of other text\n", f%7)
		writeFiles(t, dir, map[string]string{fmt.Sprintf("%02d", f): text + text})
	}
	all := len(search.SearchDir(t, dir, search.Args{Query: "needle", MaxResults: 1000}).Matches)
	for _, lines := range []int{0, 3} {
		for size := 1; size < 8000; size += 67 {
			args := search.Args{Query: "needle", MaxResults: 1000, ContextLines: lines}
			r := search.SearchWithLimits(t.Context(), t, dir, args, search.Limits{Size: size})
			if (len(r.Matches) < all) != (r.Stopped == search.StoppedBySize) {
				t.Fatalf("size %d: %d of %d matches, stopped by %q", size, len(r.Matches), all, r.Stopped)
			}
		}
	}
}

// The advice after an early end names only arguments that can be changed, and the
// other calls of the batch only if they are the reason.
func TestStopAdvice(t *testing.T) {
	dir := t.TempDir()
	for f := range 100 {
		writeFiles(t, dir, map[string]string{fmt.Sprintf("d/%03d", f): strings.Repeat("some needle and other text\n", 20)})
	}
	writeFiles(t, dir, map[string]string{"many": strings.Repeat("short\n", 1500)})
	const alone = ", or make this call alone, because the calls of a batch share the size of their results)"
	for _, c := range []struct {
		reason, tool, args string
		calls, budget      int
		want               string
	}{
		{"a batch", "search_files", `{"query":"needle","max_results":1000}`, 4, 20_000, "narrow query, path or glob" + alone},
		{"a batch, with context lines", "search_files", `{"query":"needle","context_lines":2}`, 4, 20_000, "narrow query, path or glob, decrease context_lines" + alone},
		{"one call", "search_files", `{"query":"needle","max_results":1000}`, 1, 5000, "\", or narrow query, path or glob)"},
		{"a batch that does not make the result shorter", "search_files", `{"query":"needle","max_results":1000}`, 2, 200_000, "\", or narrow query, path or glob)"},
		{"a list in a batch", "list_files", `{}`, 4, 12_000, "\", narrow path or glob, decrease depth" + alone},
		{"a list of one level", "list_files", `{"path":"d","depth":1}`, 1, 3000, "\", or narrow path or glob)"},
		{"the maximum of max_results", "search_files", `{"query":"short","max_results":1000}`, 1, 200_000, " after many:1000: there are more matches: continue with after \"many:1000\", or narrow query, path or glob)"},
		{"less than the maximum", "search_files", `{"query":"short","max_results":999}`, 4, 200_000, " after many:999: there are more matches: continue with after \"many:999\", narrow query, path or glob, or increase max_results)"},
	} {
		registry := runtime.NewRegistry(realFilesOptions())
		requireNoError(t, registry.Register(toolNamed(t, c.tool)))
		turn := turnIn(dir)
		turn.ResultBudgetChars = c.budget
		calls := make([]runtime.ToolCall, c.calls)
		for i := range calls {
			calls[i] = runtime.ToolCall{Name: c.tool, Args: []byte(c.args)}
		}
		got := registry.ExecuteParallel(t.Context(), calls, turn)[0].Result
		if text := withoutFence(got); !strings.Contains(text, "stopped early by ") || !strings.HasSuffix(text, c.want) {
			t.Errorf("%s: …%s, want …%s", c.reason, text[max(0, len(text)-250):], c.want)
		}
	}
}
