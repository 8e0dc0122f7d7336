package main

import (
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/bench/peers"
)

// The shortest run prints a line for every peer, with a ratio of one for the
// peer that the others are measured against.
func TestRun(t *testing.T) {
	var b strings.Builder
	if err := run(&b, 1, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	for _, p := range peers.All() {
		if !strings.Contains(b.String(), "| "+p.Name+" ") {
			t.Errorf("no line for %s", p.Name)
		}
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "| "+peers.Baseline+" ") && !strings.Contains(line, "1.0, 1.0, 1.0") {
			t.Errorf("not its own measure: %s", line)
		}
	}
}

func TestRunRefusesWrongFlags(t *testing.T) {
	for _, test := range []struct {
		reason   string
		rounds   int
		duration time.Duration
	}{
		{"no round", 0, time.Second},
		{"no time", 1, 0},
	} {
		var b strings.Builder
		if err := run(&b, test.rounds, test.duration); err == nil {
			t.Errorf("%s: printed %s", test.reason, &b)
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
	if got := ratioText([3]float64{0.64, 9.94, 112.4}); got != "0.6, 9.9, 112" {
		t.Errorf("got %s", got)
	}
}
