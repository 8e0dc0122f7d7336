package screen

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		reason, text string
		want         []string
	}{
		{"a short text", "one\ntwo", []string{"one\ntwo"}},
		{"many lines", "1\n2\n3\n4\n5", []string{"1\n2\n3", "4\n5"}},
		{"a line of two rows", "1\n2\n" + strings.Repeat("x", 15), []string{"1\n2", strings.Repeat("x", 15)}},
		{"a line of too many rows", strings.Repeat("x", 45), []string{strings.Repeat("xxxxxxxxxx\n", 2) + "xxxxxxxxxx", "xxxxxxxxxx\nxxxxx"}},
		{"wide characters", strings.Repeat("漢", 16), []string{"漢漢漢漢漢\n漢漢漢漢漢\n漢漢漢漢漢", "漢"}},
		{"an empty line at the end", "1\n2\n3\n", []string{"1\n2\n3", " "}},
		{"empty lines", "\n\n\n\n1", []string{"\n\n", "\n1"}},
		{"a style", "\x1b[1m" + strings.Repeat("x", 15) + "\x1b[m", []string{"\x1b[1m" + strings.Repeat("x", 15) + "\x1b[m"}},
	} {
		if got := split(test.text, 10, 3); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}
