package main

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/bench/comparisons"
	"github.com/toolgen/toolgen/bench/generator"
	"github.com/toolgen/toolgen/bench/peers"
	"github.com/toolgen/toolgen/bench/search"
	"github.com/toolgen/toolgen/bench/varieties"
)

// TestRun checks that the table has a row for every peer, and that the ratio of the
// baseline is one.
func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run(&b, "decoding", 1, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	for _, p := range peers.All() {
		if !strings.Contains(b.String(), "| "+p.Name+" ") {
			t.Errorf("the table has no row for %s", p.Name)
		}
	}
	for _, call := range varieties.Calls() {
		if !strings.Contains(b.String(), "| "+call.Name+" ") {
			t.Errorf("the table has no row for %s", call.Name)
		}
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "| "+peers.Baseline+" ") && !strings.Contains(line, "1.00, 1.00, 1.00") {
			t.Errorf("the ratio of the baseline is not 1: %s", line)
		}
	}
}

// TestMeasure checks that the table has a row for every variant, and that the ratio of
// the first variant is one.
func TestMeasure(t *testing.T) {
	var b strings.Builder
	c := comparisons.Comparison{
		Title: "Counting", Loads: []string{"little", "much"}, Calls: []int{1, 10},
		Variants: []comparisons.Variant{
			{Name: "first", Run: []func() error{doNothing, doNothing}},
			{Name: "second", Run: []func() error{doNothing, doNothing}},
		},
	}
	for _, runs := range []int{0, 3} {
		b.Reset()
		c.Runs = runs
		if err := measure(&b, c, 2); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Counting", "| little ", "| much ", "| first ", "| second ", "| 1.00, 1.00 "} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%d runs: the table does not have %q:\n%s", runs, want, &b)
			}
		}
	}
}

func doNothing() error { return nil }

// TestMeasureReturnsErrors checks that the error of a run has the names of the variant and the load.
func TestMeasureReturnsErrors(t *testing.T) {
	fails := func() error { return errors.New("broken") }
	for _, runs := range []int{0, 1} {
		err := measure(io.Discard, comparisons.Comparison{
			Loads: []string{"load"}, Runs: runs,
			Variants: []comparisons.Variant{{Name: "variant", Run: []func() error{fails}}},
		}, 1)
		if err == nil || !strings.Contains(err.Error(), "variant, load: broken") {
			t.Errorf("%d runs: %v", runs, err)
		}
	}
}

func TestTimeText(t *testing.T) {
	for nanoseconds, want := range map[float64]string{12.3: "12 ns", 9_900: "9900 ns", 12_340: "12.3 µs", 9_876_543: "9877 µs", 12_340_000: "12.3 ms"} {
		if got := timeText(nanoseconds); got != want {
			t.Errorf("%v: %s, want %s", nanoseconds, got, want)
		}
	}
}

func TestRunRefusesWrongFlags(t *testing.T) {
	for _, test := range []struct {
		reason   string
		only     string
		rounds   int
		duration time.Duration
	}{
		{"no round", "decoding", 0, time.Second},
		{"no time", "decoding", 1, 0},
		{"no such table", "runtimes", 1, time.Nanosecond},
	} {
		var b strings.Builder
		if err := run(&b, test.only, test.rounds, test.duration); err == nil {
			t.Errorf("%s: no error, but the output %s", test.reason, &b)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		reason string
		values []float64
		want   float64
	}{
		{"one value", []float64{3}, 3},
		{"the middle, not the mean", []float64{100, 1, 2}, 2},
		{"the lower of two", []float64{4, 2}, 2},
	} {
		if got := median(test.values); got != test.want {
			t.Errorf("%s: %v, want %v", test.reason, got, test.want)
		}
	}
}

func TestSpreadText(t *testing.T) {
	base := cost{nanoseconds: []float64{10, 20, 40, 40, 40}}
	for want, c := range map[string]cost{
		"0.50":                {nanoseconds: []float64{5, 10, 20}},
		"1.00 (0.50 to 2.00)": {nanoseconds: []float64{20, 10, 40}},
		"12 (9.94 to 112)":    {nanoseconds: []float64{99.4, 240, 4480}},
		"2.00 (1.00 to 3.00)": {nanoseconds: []float64{10, 20, 80, 120, 1e9}},
	} {
		if got := spreadText(c.ratiosTo(&base)); got != want {
			t.Errorf("%v: %s, want %s", c.nanoseconds, got, want)
		}
	}
}

func TestReplaceTables(t *testing.T) {
	const (
		printed = "go1.26, medians\n\nCounting 3 things; limit: 2 x:\n\n| a |\n| - |\n\nSorting, slowly:\n\n| $1 |\n\n"
		before  = "# Title\n\n<!-- table: Sorting; yesterday -->\n\n| old |\n| old |\n\ntext\n\n<!-- table: Counting 3 things -->\n\nmore\n"
		after   = "# Title\n\n<!-- table: Sorting; 2026-01-02; go1.26, medians -->\n\n| $1 |\n\ntext\n\n<!-- table: Counting 3 things; 2026-01-02; go1.26, medians -->\n\n| a |\n| - |\n\nmore\n"
	)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got, err := replaceTables(before, printed, now); err != nil || got != after {
		t.Errorf("%v; got\n%s\nwant\n%s", err, got, after)
	}
	if _, err := replaceTables("# Title\n", printed, now); err == nil || !strings.Contains(err.Error(), "<!-- table: Counting 3 things -->") {
		t.Errorf("no comment: %v", err)
	}
}

// TestDocumentHasTables checks that the document has the comments of all tables.
func TestDocumentHasTables(t *testing.T) {
	document, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	titles := append(slices.Clone(search.Titles), generator.Title, comparisons.StartTitle, comparisons.TextsTitle, comparisons.Execution().Title, "Calls of three sizes", "Calls of many kinds")
	for _, setUp := range []func() (comparisons.Comparison, error){comparisons.Batches, comparisons.Registration, comparisons.Definitions} {
		c, err := setUp()
		if err != nil {
			t.Fatal(err)
		}
		titles = append(titles, c.Title)
	}
	if _, err := replaceTables(string(document), "\n"+strings.Join(titles, ":\n\n|\n\n")+":\n\n|\n", time.Now()); err != nil {
		t.Error(err)
	}
}
