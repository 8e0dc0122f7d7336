package search_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
	"github.com/toolgen/toolgen/internal/racetest"
)

// A search allocates a few megabytes, even for large files and long lines.
func TestSearchMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a few hundred megabytes")
	}
	const maxAllocated = 24 << 20
	dir := t.TempDir()
	size := racetest.Fewer(100<<20, 25)
	sparse, err := os.Create(filepath.Join(dir, "sparse"))
	requireNoError(t, err)
	requireNoError(t, sparse.Truncate(1<<30))
	requireNoError(t, sparse.Close())
	writeRepeated(t, filepath.Join(dir, "lines"), size, "a line of text, one of many that are alike\n")
	writeRepeated(t, filepath.Join(dir, "line"), size, "one line without an end ")
	// Text followed by a gigabyte of NUL bytes, which is a line of 1 GB.
	writeRepeated(t, filepath.Join(dir, "mixed"), 1<<20, "a line of text\n")
	requireNoError(t, os.Truncate(filepath.Join(dir, "mixed"), int64(racetest.Fewer(1<<30, 10))))
	for _, c := range []struct {
		query   string
		regexp  bool
		glob    string
		fold    bool
		context int
		matches int
	}{
		{"a", false, "sparse", false, 0, 0},
		{"alike", false, "lines", false, 10, 1000},
		{"absent", false, "lines", false, 10, 0},
		{"ABSENT", false, "lines", true, 10, 0},
		{"l.*k$", true, "lines", false, 0, 0},
		{"absent", false, "line", false, 10, 0},
		{"END", false, "line", true, 10, 1},
		{"end.*absent", true, "line", false, 0, 0},
		{"absent", false, "mixed", false, 10, 0},
		{"x", false, "", false, 0, 1000},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		args := search.Args{Query: c.query, Regexp: c.regexp, Glob: c.glob, IgnoreCase: c.fold, ContextLines: c.context, MaxResults: 1000}
		r := search.SearchWithLimits(t.Context(), t, dir, args, search.Limits{})
		runtime.ReadMemStats(&after)
		// The race detector empties pools at random, so regular expressions allocate more.
		if got := after.TotalAlloc - before.TotalAlloc; got > maxAllocated && (!racetest.Enabled || !c.regexp) {
			t.Errorf("%+v: %d MB allocated", c, got>>20)
		}
		if len(r.Matches) != c.matches {
			t.Errorf("%+v: %d matches, %+v", c, len(r.Matches), r.Skipped)
		}
	}
}

// writeRepeated writes a text repeatedly, up to the given size.
func writeRepeated(t *testing.T, name string, size int, text string) {
	t.Helper()
	file, err := os.Create(name)
	requireNoError(t, err)
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	for range size / len(text) {
		_, err := w.WriteString(text)
		requireNoError(t, err)
	}
	requireNoError(t, w.Flush())
}

// A match is found at any position in a long line, with the lines before and
// after it, at any position relative to a block.
func TestLongLines(t *testing.T) {
	const block = 128 << 10
	for _, length := range []int{0, 239, 240, 241, block - 10, block, 1<<20 - 7, 1<<20 - 3, 1 << 20, 1<<20 + 1, 1<<20 + 128<<10 - 3, 3 << 20} {
		for _, context := range []int{0, 2} {
			dir := t.TempDir()
			long := strings.Repeat("x", length) + "needle" + strings.Repeat("y", length/2)
			writeFiles(t, dir, map[string]string{"f": "one\ntwo\nneedle 3\n" + long + "\nfive\nsix\nneedle 7\n" + strings.Repeat("z", length) + "\nnine\nten\neleven\nneedle 12"})
			r := search.SearchWithLimits(t.Context(), t, dir, search.Args{Query: "needle", ContextLines: context}, search.Limits{})
			var got []string
			for _, m := range r.Matches {
				if !strings.Contains(m.Text, "needle") || len(m.Text) > 300 {
					t.Errorf("%d: %q", length, m.Text)
				}
				got = append(got, fmt.Sprint(m.Line, len(m.Before), len(m.After)))
			}
			want := map[int]string{0: "[3 0 0 4 0 0 7 0 0 12 0 0]", 2: "[3 2 0 4 0 2 7 0 2 12 2 0]"}[context]
			if fmt.Sprint(got) != want {
				t.Errorf("%d bytes, %d context lines: %v, want %v", length, context, got, want)
			}
		}
	}
}

// A regular expression is matched with the beginning of a very long line, and
// the result says so.
func TestLongLinesWithRegexp(t *testing.T) {
	for length, found := range map[int]bool{1000: true, 2 << 20: false} {
		dir := t.TempDir()
		writeFiles(t, dir, map[string]string{"f": strings.Repeat("x", length) + "needle\n"})
		r := search.SearchWithLimits(t.Context(), t, dir, search.Args{Query: "need+le$", Regexp: true}, search.Limits{})
		if len(r.Matches) == 1 != found || r.Skipped.LongLines == 0 != found || strings.Contains(shownText(r), "very long lines") == found {
			t.Errorf("%d bytes: %s", length, r)
		}
	}
}
