package ansi_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/ansi"
)

func TestStrip(t *testing.T) {
	tests := []struct{ text, want, reason string }{
		{"plain\ntext", "plain\ntext", "no sequences"},
		{"\x1b[1;31mred\x1b[0m \x1b]0;title\x07text", "red text", "colors and a title"},
		{"\x1b]8;;https://a.b\x1b\\link\x1b]8;;\x1b\\", "link", "the text of a link is kept"},
		{"\x1b(B\x1b[mx\x1b7\x1b=", "x", "sequences of other forms"},
		{"\u009b31mred", "red", "a sequence that begins with one character"},
		{"\u009d0;title\u009ca\u0090q\x1b\\b", "ab", "strings that begin and end with one character"},
		{"a\x1b[", "a[", "only the escape character of an incomplete sequence is removed"},
		{"\x1b\x1b[0m[0mx", "[0mx", "the rest does not form a new sequence"},
		{"\x1b]0;no end\nnext", "]0;no end\nnext", "text after an incomplete string is kept"},
		{"b\bbo\bol\bld\a", "bold", "backspaces and a bell"},
		{"漢\b字\n\bx", "字\nx", "a backspace at the beginning of a line"},
		{"\bx\xff\by", "xy", "a backspace at the beginning of the text and after invalid UTF-8"},
	}
	for _, tt := range tests {
		if got := ansi.Strip(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q: %s", tt.text, got, tt.want, tt.reason)
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add("\x1b[1mx\x1b]0;t\x07\u009b0m\b\b\x1b")
	f.Fuzz(func(t *testing.T, text string) {
		got := ansi.Strip(text)
		if len(got) > len(text) || strings.ContainsAny(got, "\x1b\x07\x08") {
			t.Errorf("%q: %q", text, got)
		}
	})
}
