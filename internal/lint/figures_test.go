package lint_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/lint"
	"github.com/toolgen/toolgen/internal/tokens"
)

// TestFigures measures the figures in the reasons of the rules.
func TestFigures(t *testing.T) {
	description := strings.Repeat("Finds the words that were added to the dictionary of a language since a given day, newest first. ", 3)[:200]
	useless := tokens.Count(`{"type":"string","description":"The word."}`) - tokens.Count(`{"type":"string"}`)
	for _, test := range []struct {
		rule, figure  string
		got, from, to int
	}{
		{"long-text", "about 40 tokens", tokens.Count(description), 35, 45},
		{"useless-argument-text", "about 5 tokens", useless, 4, 6},
	} {
		if test.got < test.from || test.got > test.to {
			t.Errorf("%s: measured %d, want %d to %d", test.rule, test.got, test.from, test.to)
		}
		for _, r := range lint.Rules() {
			if r.Name == test.rule && !strings.Contains(r.Reason, test.figure) {
				t.Errorf("%s: the reason does not say %q: %s", test.rule, test.figure, r.Reason)
			}
		}
	}
}
