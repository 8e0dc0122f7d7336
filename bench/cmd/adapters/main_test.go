package main

import (
	"strings"
	"testing"
	"time"
)

// TestPrintCalls checks that each load has a table with all servers, and that the ratio
// of the first server is one.
func TestPrintCalls(t *testing.T) {
	var b strings.Builder
	if err := printCalls(t.Context(), &b, 1, 64); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| toolgen, adapters/mcp ", "| go-sdk, AddTool with types ", "| 1.00  |"} {
		if n := strings.Count(b.String(), want); n != len(loads) {
			t.Errorf("%q occurs %d times, want %d:\n%s", want, n, len(loads), &b)
		}
	}
}

func TestRunRefusesWrongFlags(t *testing.T) {
	for only, rounds := range map[string]int{"sizes": 1, "mcp": 0} {
		if err := run(t.Context(), &strings.Builder{}, only, rounds); err == nil {
			t.Errorf("-only %s -rounds %d is accepted", only, rounds)
		}
	}
}

func TestMedian(t *testing.T) {
	if got := median([]time.Duration{9, 1, 5}); got != 5 {
		t.Errorf("the median is %d, want 5", got)
	}
}
