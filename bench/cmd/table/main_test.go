package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/bench/comparisons"
	"github.com/toolgen/toolgen/bench/peers"
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
		if strings.HasPrefix(line, "| "+peers.Baseline+" ") && !strings.Contains(line, "1.0, 1.0, 1.0") {
			t.Errorf("the ratio of the baseline is not 1.0: %s", line)
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
		for _, want := range []string{"Counting", "| little ", "| much ", "| first ", "| second ", "| 1.0, 1.0 "} {
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

func TestRatioText(t *testing.T) {
	if got := ratioText(0.64, 9.94, 112.4); got != "0.6, 9.9, 112" {
		t.Errorf("got %s", got)
	}
}
