package cut_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// TestKeepEnd checks that the beginning and the end stay, between lines, with the notice between them and within the
// limit.
func TestKeepEnd(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "line %d é\n", i)
	}
	b.WriteString("the end")
	text := b.String()
	chars := utf8.RuneCountInString(text)
	for limit := 400; limit < 3000; limit += 37 {
		in := cut.Input{Text: text, Chars: chars, Limit: limit, KeepEnd: true, Handle: "r1"}
		for _, fence := range []cut.Fence{nil, tags{"<u>\n", "\n</u>"}} {
			in.Fence = fence
			short, kept := in.Cut()
			if n := utf8.RuneCountInString(short); n > limit || n < limit-100 {
				t.Fatalf("limit %d: %d code points", limit, n)
			}
			before, rest, _ := strings.Cut(short, "\n[")
			notice, after, _ := strings.Cut(rest, "]\n")
			before, after = strings.TrimPrefix(strings.TrimSuffix(before, "\n</u>"), "<u>\n"), strings.TrimSuffix(strings.TrimPrefix(after, "<u>\n"), "\n</u>")
			omitted := chars - kept - utf8.RuneCountInString(after)
			lines := strings.Count(text, "\n") - strings.Count(before+"\n", "\n") - strings.Count(after, "\n")
			if want := strings.Trim(cut.Notice(cut.Size{Chars: omitted, Lines: lines}, "r1"), "[]"); notice != want {
				t.Fatalf("limit %d: notice %q, want %q", limit, notice, want)
			}
			if !strings.HasPrefix(text, before+"\n") || !strings.HasSuffix(text, "\n"+after) || kept != utf8.RuneCountInString(before)+1 {
				t.Fatalf("limit %d: %d kept, %q … %q", limit, kept, before, after)
			}
		}
	}
	if short, _ := (cut.Input{Text: text, Chars: chars, Limit: 100, KeepEnd: true}).Cut(); strings.Contains(short, "the end") {
		t.Errorf("a small limit: %q", short)
	}
	long := strings.Repeat("x", 5000)
	if short, kept := (cut.Input{Text: long, Chars: 5000, Limit: 1000, KeepEnd: true}).Cut(); kept < 400 || !strings.HasSuffix(short, "x") {
		t.Errorf("a long line: %d kept of %q", kept, short)
	}
}
