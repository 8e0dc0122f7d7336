package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestRun checks that the program prints a span for each call and for the turn.
func TestRun(t *testing.T) {
	var b bytes.Buffer
	if err := run(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{`"Name": "agent turn"`: 1, `"Name": "execute_tool greet"`: 2, `"Name": "execute_tool gret"`: 1, "input_invalid": 1, "not_available": 1} {
		if got := strings.Count(b.String(), want); got != n {
			t.Errorf("%s occurs %d times, want %d:\n%s", want, got, n, &b)
		}
	}
}
