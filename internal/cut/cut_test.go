package cut_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// notice is the notice of a text of that length without a handle.
func notice(total int) string { return fmt.Sprintf("[truncated — %d chars total]", total) }

// withNotice is a text that was cut.
func withNotice(kept string, total int) string { return kept + "\n" + notice(total) }

// tags is a fence of two texts.
type tags struct{ opening, closing string }

func (f tags) Chars() int { return utf8.RuneCountInString(f.opening + f.closing) }

func (f tags) Enclose(text string) string { return f.opening + text + f.closing }

// TestCutInsideFence checks that texts are cut inside their fence, and that the fence counts for the limit.
func TestCutInsideFence(t *testing.T) {
	f := tags{"<u source=\"ä\">\n", "\n</u>"} // 15 and 5 code points
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct {
		reason string
		limit  int
		want   string
	}{
		{"one code point too long", 119, withNotice(f.Enclose(x(69)), 100)},
		{"as long as fence and notice", 50, withNotice(f.Enclose(""), 100)},
		{"too small for the notice: the beginning alone", 49, f.Enclose(x(29))},
		{"as long as the fence", 20, f.Enclose("")},
		{"too small for the fence: nothing", 19, ""},
		{"a limit of zero", 0, ""},
	}
	for _, test := range tests {
		got, kept := cut.Input{Text: x(100), Chars: 100, Limit: test.limit, Fence: f}.Cut()
		if got != test.want || kept != strings.Count(got, "x") {
			t.Errorf("%s: %q, %d kept, want %q", test.reason, got, kept, test.want)
		}
	}
	list := "[" + strings.Repeat(`"a",`, 60) + `1]`
	want := f.Enclose("[" + strings.Repeat(`"a",`, 19) + `"[truncated — 243 chars total]"]`)
	in := jsonInput(list, 130)
	in.Fence = f
	if got, kept := in.Cut(); got != want || kept != 76 {
		t.Errorf("JSON in a fence: %q, %d kept, want %q", got, kept, want)
	}
}

// TestHandle checks that the notice shows the handle and the tool that reads it,
// unless the limit is too small for that.
func TestHandle(t *testing.T) {
	long := "[truncated — 300 chars total; to read on, call more with handle r7]"
	in := cut.Input{Text: strings.Repeat("x", 300), Chars: 300, Handle: "r7", ReadTool: "more"}
	chars, short := utf8.RuneCountInString(long), utf8.RuneCountInString(notice(300))
	for limit, want := range map[int]string{
		100:       strings.Repeat("x", 99-chars) + "\n" + long,
		chars + 1: "\n" + long,
		chars:     withNotice(strings.Repeat("x", chars-1-short), 300),
	} {
		in.Limit = limit
		if got, _ := in.Cut(); got != want {
			t.Errorf("limit %d: %q, want %q", limit, got, want)
		}
	}
}

// TestCutAllocatesTheShortText checks that a cut does not copy the full text.
func TestCutAllocatesTheShortText(t *testing.T) {
	in := cut.Input{Text: strings.Repeat("漢字", 1<<20), Chars: 2 << 20, Limit: 100}
	if allocations := testing.AllocsPerRun(3, func() { in.Cut() }); allocations > 4 {
		t.Errorf("a cut allocates %v times", allocations)
	}
}
