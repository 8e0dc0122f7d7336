package cut_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// notice is the short notice of an omitted text of that length.
func notice(omitted int) string { return fmt.Sprintf("[%d chars omitted]", omitted) }

// withNotice is a text that was cut.
func withNotice(kept string, omitted int) string { return kept + "\n" + notice(omitted) }

// noticeForm matches a notice.
var noticeForm = regexp.MustCompile(`\[([0-9,]+) chars?( and ([0-9,]+) lines?)? omitted[^\]]*\]`)

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
		{"one code point too long", 119, withNotice(f.Enclose(x(80)), 20)},
		{"as long as fence and notice", 40, withNotice(f.Enclose(""), 100)},
		{"too small for the notice: the beginning alone", 39, f.Enclose(x(19))},
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
	want := f.Enclose("[" + strings.Repeat(`"a",`, 21) + `"[159 chars omitted]"]`)
	in := jsonInput(list, 130)
	in.Fence = f
	if got, kept := in.Cut(); got != want || kept != 84 {
		t.Errorf("JSON in a fence: %q, %d kept, want %q", got, kept, want)
	}
}

// TestNotice checks that the notice has what is omitted and how to get it,
// unless the limit is too small for that.
func TestNotice(t *testing.T) {
	text := strings.Repeat("xxxxxxxxx\n", 12_345)
	for _, test := range []struct {
		limit  int
		handle string
		want   string
	}{
		{1000, "r7", "[122,524 chars and 12,253 lines omitted; call read_result with handle r7]"},
		{1000, "", "[122,543 chars and 12,255 lines omitted; not stored: call the tool again for a smaller part]"},
		{150, "r7", "[123,374 chars and 12,338 lines omitted; call read_result with handle r7]"},
		{140, "r7", "[123,334 chars omitted]"},
		{24, "r7", "[123,450 chars omitted]"},
	} {
		in := cut.Input{Text: text, Chars: len(text), Limit: test.limit, Handle: test.handle}
		got, kept := in.Cut()
		if got != text[:kept]+"\n"+test.want || len(got) > test.limit || len(got) < test.limit-2 {
			t.Errorf("limit %d: %q (%d), want the notice %q", test.limit, got[max(0, kept-5):], len(got), test.want)
		}
		if !strings.Contains(test.want, fmt.Sprintf("[%s chars", cut.Group(len(text)-kept))) {
			t.Errorf("limit %d: %d code points are kept", test.limit, kept)
		}
	}
	if got, _ := (cut.Input{Text: "xx", Chars: 2, Limit: 18}).Cut(); got != "\n[2 chars omitted]" {
		t.Errorf("the text has no end: %q", got)
	}
	if got := cut.Notice(cut.Size{Chars: 1, Lines: 1}, "r1"); got != "[1 char and 1 line omitted; call read_result with handle r1]" {
		t.Errorf("one of each: %q", got)
	}
}

// TestMissingParts checks texts of which parts are already missing: they are kept
// if they fit with the notice, which counts the missing parts.
func TestMissingParts(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n-1) + "\n" }
	missing := cut.Size{Chars: 5000, Lines: 50}
	for _, test := range []struct {
		reason, want string
		in           cut.Input
		kept         int
	}{
		{"at the end", x(100) + "\n[5,000 chars and 50 lines omitted; call read_result with handle r1]", cut.Input{Text: x(100), Chars: 100, Missing: missing, Limit: 500}, 100},
		{"at the end, and more", strings.Repeat("x", 431) + "\n[5,169 chars and 51 lines omitted; call read_result with handle r1]", cut.Input{Text: x(600), Chars: 600, Missing: missing, Limit: 499}, 431},
		{"in the middle", x(100) + "[5,000 chars and 50 lines omitted; call read_result with handle r1]\nend", cut.Input{Text: x(100) + "end", Chars: 103, Gap: 100, Missing: missing, Limit: 500}, 100},
		{"in the middle, with KeepEnd", x(300) + "[5,000 chars and 50 lines omitted; call read_result with handle r1]\n" + x(100), cut.Input{Text: x(300) + x(100), Chars: 400, Gap: 300, Missing: missing, Limit: 500, KeepEnd: true}, 300},
		{"in the middle, and more", strings.Repeat("x", 215) + "\n[5,470 chars and 51 lines omitted; call read_result with handle r1]\n" + x(215), cut.Input{Text: x(300) + x(600), Chars: 900, Gap: 300, Missing: missing, Limit: 499}, 215},
	} {
		test.in.Handle = "r1"
		got, kept := test.in.Cut()
		if got != test.want || kept != test.kept || len(got) > test.in.Limit {
			t.Errorf("%s: %q, %d kept, want %q", test.reason, got, kept, test.want)
		}
	}
}

// TestFindNotice checks that notices are recognized, and other marks are not.
func TestFindNotice(t *testing.T) {
	for _, handle := range []string{"", "r3"} {
		for _, size := range []cut.Size{{Chars: 1}, {Chars: 12_345, Lines: 7}} {
			notice := cut.Notice(size, handle)
			text := "[1 x omitted; y] [z " + notice + "]"
			if start, end, ok := cut.FindNotice(text); !ok || text[start:end] != notice {
				t.Errorf("%q: %d, %d, %t", text, start, end, ok)
			}
		}
	}
	for _, text := range []string{
		"", "omitted; ", "[5 chars omitted]", "[12 lines omitted; call read_result with handle r1]", "[5 chars omitted; call read_result with handle r1",
		"5 chars omitted; call read_result with handle r1]", "[x chars omitted; call read_result with handle r1]", "[5 chars omitted; call read_file with start_line=3]",
	} {
		if _, _, ok := cut.FindNotice(text); ok {
			t.Errorf("%q has no notice", text)
		}
	}
}

// TestCutAllocatesTheShortText checks that a cut does not copy the full text.
func TestCutAllocatesTheShortText(t *testing.T) {
	in := cut.Input{Text: strings.Repeat("漢字", 1<<20), Chars: 2 << 20, Limit: 100}
	if allocations := testing.AllocsPerRun(3, func() { in.Cut() }); allocations > 40 {
		t.Errorf("a cut allocates %v times", allocations)
	}
}

// A mark is not one of the lines that are kept: the mark and the notice of one text have
// the same count.
func TestSizeWithoutMarks(t *testing.T) {
	const kept = "first\n[x]\nlast\n"
	for _, text := range []string{kept, "first\n[1,316 more lines omitted]\n[x]\nlast\n", kept + "[2 more lines omitted; call read_result with handle r1]\n"} {
		if got, want := cut.SizeWithoutMarks(text), cut.SizeOf(kept); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
