package wording_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/wording"
)

func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"a b":                               "a b",
		"a\r\n\tb":                          "a   b",
		"a\u2028\u202e\u200bb":              `a\u2028\u202e\u200bb`,
		"\U000e0041":                        `\udb40\udc41`,
		strings.Repeat("é", 60):             strings.Repeat("é", 60),
		strings.Repeat("é", 61):             strings.Repeat("é", 60) + "…",
		strings.Repeat("a", 59) + "\n\nxyz": strings.Repeat("a", 59) + " …",
	} {
		if got := wording.Excerpt(text); got != want {
			t.Errorf("the excerpt of %q is %q, want %q", text, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 items", 1: "1 item", 2: "2 items"} {
		if got := wording.Count(n, "item"); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}
