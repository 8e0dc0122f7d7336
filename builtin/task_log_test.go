package builtin_test

import (
	"bufio"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
)

// logContent has the counts of a log, which are computed while it is written.
type logContent struct {
	lines  int
	errors map[string]int // by component
	panics []int          // the lines on which a panic begins
}

// writeLog writes a log of at least size bytes. Different seeds make different logs.
func writeLog(tb testing.TB, name string, size int, seed uint64) (l logContent) {
	tb.Helper()
	f, err := os.Create(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	r := rand.New(rand.NewPCG(seed, 1))
	components := []string{"auth", "billing", "cache", "mail"}
	l.errors = make(map[string]int)
	for written := 0; written < size; {
		l.lines++
		component := components[r.IntN(len(components))]
		level, text := "INFO", "request served in "+fmt.Sprint(r.IntN(900))+" ms, no ERROR"
		switch n := r.IntN(10_000); {
		case n < 40:
			level, text = "ERROR", "upstream did not answer"
			l.errors[component]++
		case n == 40 && len(l.panics) < 5:
			level, text = "PANIC", fmt.Sprintf("index %d out of range", r.IntN(100))
			l.panics = append(l.panics, l.lines)
		}
		n, _ := fmt.Fprintf(w, "2026-11-21T%02d:%02d:%02dZ %s %s: %s\n", r.IntN(24), r.IntN(60), r.IntN(60), level, component, text)
		written += n
	}
	return l
}

// summarise writes summary.md: errors by component, and the first panic with the line before it.
func summarise(w *worker, log string) {
	listed := inside(w, w.do("list_files", arguments{"glob": "*.log"}))
	if !strings.Contains(listed, log) {
		w.Fatalf("%s is not in the list: %s", log, listed)
	}

	counted := inside(w, w.do("terminal", arguments{
		"command": `awk '$2 == "ERROR" { n[$3]++ } END { for (c in n) print c, n[c] }' ` + log + " | sort && wc -l < " + log,
	}))
	lines := strings.Split(strings.TrimSpace(counted), "\n")
	var summary strings.Builder
	fmt.Fprintf(&summary, "# %s, %s lines\n\n", log, lines[len(lines)-1])
	for _, line := range lines[:len(lines)-1] {
		component, n, _ := strings.Cut(line, ": ")
		fmt.Fprintf(&summary, "- %s: %s errors\n", component, n)
	}

	panics, _ := structuredContent[search.Result](w, "search_files", arguments{"query": `^\S+ PANIC `, "regexp": true, "glob": log})
	fmt.Fprintf(&summary, "\n%d panics\n", len(panics.Matches))
	if len(panics.Matches) > 0 {
		line := panics.Matches[0].Line
		around := inside(w, w.do("read_file", arguments{"path": log, "start_line": max(line-1, 1), "end_line": line}))
		fmt.Fprintf(&summary, "\nThe first, on line %d:\n\n%s\n", line, strings.TrimSpace(around))
	}
	w.do("write_file", arguments{"path": "summary.md", "content": summary.String()})
}

// TestSummariseLog checks the summary of a log of 50 MB, and of another log.
func TestSummariseLog(t *testing.T) {
	size := 50 << 20
	if testing.Short() {
		size = 1 << 20
	}
	seen := make(map[string]uint64)
	for _, seed := range []uint64{1, 2} {
		w := newWorker(t, "")
		log := filepath.Join(w.turn.WorkingDir, "server.log")
		want := writeLog(t, log, size, seed)
		summarise(w, "server.log")
		got := w.content("summary.md")
		if other, ok := seen[got]; ok {
			t.Errorf("the logs %d and %d have the same summary", other, seed)
		}
		seen[got] = seed
		checkSummary(t, got, w.content("server.log"), want)
	}
}

// checkSummary compares a summary with the counts.
func checkSummary(t *testing.T, got, log string, want logContent) {
	t.Helper()
	var expected strings.Builder
	fmt.Fprintf(&expected, "# server.log, %d lines\n\n", want.lines)
	for _, component := range slices.Sorted(maps.Keys(want.errors)) {
		fmt.Fprintf(&expected, "- %s: %d errors\n", component, want.errors[component])
	}
	fmt.Fprintf(&expected, "\n%d panics\n", len(want.panics))
	if len(want.panics) > 0 {
		first := want.panics[0]
		lines := strings.SplitN(log, "\n", first+1)
		fmt.Fprintf(&expected, "\nThe first, on line %d:\n\n%s\n", first, strings.Join(lines[max(first-2, 0):first], "\n"))
	}
	if got != expected.String() {
		t.Errorf("the summary is\n%s\nwant\n%s", got, expected.String())
	}
	if regexp.MustCompile(`\d+ errors`).FindString(got) == "" {
		t.Errorf("nothing was counted: %s", got)
	}
}
