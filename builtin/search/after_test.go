package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/search"
)

// Searches that each continue after the location where the one before ended find each match once, in the order of one
// search.
func TestContinuedSearch(t *testing.T) {
	dir := t.TempDir()
	for f := range 70 {
		name := fmt.Sprintf("d%d/a-%02d", f%7, f)
		writeFiles(t, dir, map[string]string{name: strings.Repeat("needle\nother\n", f%4), name + ".d/x": "needle\n", fmt.Sprintf("d%d.go", f%7): "needle\n"})
	}
	writeFiles(t, dir, map[string]string{"long": "needle " + strings.Repeat("x", 3<<20) + " needle\nneedle\n", "z:1": "needle\nneedle\n"})
	for _, c := range []struct {
		reason string
		args   search.Args
		limits search.Limits
	}{
		{"by results", search.Args{MaxResults: 7}, search.Limits{}},
		{"one result", search.Args{MaxResults: 1}, search.Limits{}},
		{"by size, with context lines", search.Args{MaxResults: 1000, ContextLines: 1}, search.Limits{Size: 600}},
		{"counts", search.Args{MaxResults: 5, Mode: search.Counts}, search.Limits{}},
		{"counts, by size", search.Args{MaxResults: 1000, Mode: search.Counts}, search.Limits{Size: 300}},
	} {
		c.args.Query = "needle"
		all := c.args
		all.MaxResults = 1 << 30
		want := locations(search.SearchDir(t, dir, all))
		var got []string
		for range 1000 {
			r := search.SearchWithLimits(t.Context(), t, dir, c.args, c.limits)
			got = append(got, locations(r)...)
			if c.args.After = r.Next; r.Stopped == "" {
				break
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || len(want) < 70 {
			t.Errorf("%s: got %d of %d:\n%s\nwant\n%s", c.reason, len(got), len(want), got, want)
		}
	}
}

// locations returns the matches or counts of a result in short form.
func locations(r *search.Result) (all []string) {
	for _, m := range r.Matches {
		all = append(all, fmt.Sprintf("%s:%d", m.Path, m.Line))
	}
	for _, c := range r.Counts {
		all = append(all, fmt.Sprintf("%s=%d", c.Path, c.Count))
	}
	return all
}

// The size of a result counts the path of each file once, as the text has it.
func TestSizeAfterGrouping(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("a-directory/", 20) + "file"
	writeFiles(t, dir, map[string]string{long: strings.Repeat("needle\n", 100)})
	r := search.SearchWithLimits(t.Context(), t, dir, search.Args{Query: "needle", MaxResults: 1000}, search.Limits{Size: 3000})
	if r.Stopped != "" || strings.Count(shownText(r), long) != 1 {
		t.Errorf("stopped by %q, %d matches: %s", r.Stopped, len(r.Matches), r)
	}
}
