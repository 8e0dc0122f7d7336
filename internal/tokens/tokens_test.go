package tokens_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/tokens"
)

// TestCount compares counts with those that the tokenizer page of OpenAI shows for
// GPT-4o.
func TestCount(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"hello world", 2},
		{"tiktoken is great!", 6},
		{"<|endoftext|>", 7},
		{strings.Repeat(" the", 10), 10},
	} {
		if got := tokens.Count(test.text); got != test.want {
			t.Errorf("Count(%q) = %d, want %d", test.text, got, test.want)
		}
	}
}
