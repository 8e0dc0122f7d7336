package texts_test

import (
	"math"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{
		{0, "file", "0 files"}, {1, "file", "1 file"}, {2, "more line", "2 more lines"}, {-1, "step", "-1 steps"},
		{1, "directory", "1 directory"}, {3, "directory", "3 directories"}, {2, "key", "2 keys"}, {2, "y", "2 ys"},
	} {
		if got := texts.Count(c.n, c.noun); got != c.want {
			t.Errorf("%d %s: %q, want %q", c.n, c.noun, got, c.want)
		}
	}
}

func TestBytes(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1023 bytes", 1024: "1 KiB", 1536: "1.5 KiB", 5 << 20: "5 MiB",
		1<<20 - 1: "1 MiB", 10<<20 + 1: "10 MiB", 8 << 30: "8 GiB", math.MaxInt64: "8 EiB",
	} {
		if got := texts.Bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason   string
		items    []string
		maxItems int
		want     string
	}{
		{"nothing", nil, 3, "none"},
		{"one", []string{"a"}, 3, "a"},
		{"the maximum", []string{"a", "b"}, 2, "a, b"},
		{"more", []string{"a", "b", "c", "d"}, 2, "a, b and 2 more"},
	} {
		if got := texts.List(c.items, c.maxItems); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestOneLineAndValid(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", " \n\t": "", " a  b\r\nc\u2028d\u00a0e\x00f\x1b[2Jg ": "a b c d e f [2Jg", "é": "é",
	} {
		if got := texts.OneLine(text); got != want {
			t.Errorf("%q on one line: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"": "", "a\r\nb": "a\r\nb", "a\xff\xfeb\x00": "a\uFFFDb\uFFFD", "\uFFFD": "\uFFFD"} {
		if got := texts.Valid(text); got != want {
			t.Errorf("%q made valid: %q, want %q", text, got, want)
		}
	}
}

func TestPrefixAndCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text        string
		n           int
		prefix, cut string
	}{
		{"", 1, "", ""},
		{"äöü", 3, "äöü", "äöü"},
		{"äöü", 4, "äöü", "äöü"},
		{"äöü", 2, "äö", "ä…"},
		{"äöü", 1, "ä", "…"},
		{"a\xff\xfeb", 3, "a\xff\xfe", "a\xff…"},
		{strings.Repeat("日", 1000), 10, strings.Repeat("日", 10), strings.Repeat("日", 9) + "…"},
	} {
		if got := texts.Prefix(c.text, c.n); got != c.prefix {
			t.Errorf("the first %d of %q: %q, want %q", c.n, c.text, got, c.prefix)
		}
		if got := texts.Cut(c.text, c.n); got != c.cut {
			t.Errorf("%q cut at %d: %q, want %q", c.text, c.n, got, c.cut)
		}
	}
	if got := texts.Prefix("ab", -1); got != "" {
		t.Errorf("a negative length: %q", got)
	}
}

// A text that is cut at any byte loses only the incomplete character.
func TestTrimPartial(t *testing.T) {
	t.Parallel()
	const text = "aé日😀z"
	for at := range len(text) + 1 {
		end, start := texts.TrimPartialEnd(text[:at]), texts.TrimPartialStart(text[at:])
		if !strings.HasPrefix(text, end) || strings.ToValidUTF8(end, "") != end || at-len(end) > 3 {
			t.Errorf("up to %d: %q", at, end)
		}
		if !strings.HasSuffix(text, start) || strings.ToValidUTF8(start, "") != start || len(text)-at-len(start) > 3 {
			t.Errorf("from %d: %q", at, start)
		}
		if got := string(texts.TrimPartialEnd([]byte(text[:at]))); got != end {
			t.Errorf("bytes up to %d: %q, as a text %q", at, got, end)
		}
	}
	for _, noText := range []string{"\xff", "a\xff", "\x80\x80\x80\x80\x80"} {
		if end := texts.TrimPartialEnd(noText); end != noText {
			t.Errorf("%q became %q", noText, end)
		}
	}
	if start := texts.TrimPartialStart("\x80\x80\x80\x80\x80"); start != "\x80\x80\x80\x80\x80" {
		t.Errorf("invalid UTF-8 became %q", start)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, text, want string }{
		{"empty", "", ""},
		{"only visible characters", "a\tb\nc 'd' \"é\" 😀", "a\tb\nc 'd' \"é\" 😀"},
		{"control characters", "a\x1b[2Kb\r\x00\x7f\u0085", `a\x1b[2Kb\r\x00\x7f\u0085`},
		{"direction and width", "a\u202eb\u200b\u2066\ufeff", `a\u202eb\u200b\u2066\ufeff`},
		{"other spaces", "a\u00a0b\u2003c", `a\u00a0b\u2003c`},
		{"tags beyond the basic plane", "a\U000e0041", `a\U000e0041`},
	} {
		if got := texts.Visible(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}
