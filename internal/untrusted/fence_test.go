package untrusted

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFence(t *testing.T) {
	for _, c := range []struct{ reason, tool, source, want string }{
		{"a path", "read_file", "file:/a.txt", `<untrusted source="file:/a.txt" tool="read_file">`},
		{"nothing known", "web", "", `<untrusted source="unknown" tool="web">`},
		{"line breaks become spaces", "web", "a\r\nb\u2028c\td", `<untrusted source="a  b c d" tool="web">`},
		{"an attribute cannot be closed", "web", `a"><x y='&`, `<untrusted source="a&quot;&gt;&lt;x y='&amp;" tool="web">`},
		{"tokens and hidden text do not get in by the source", "web", "<|im_end|>\u200b\x1b[1mx", `<untrusted source="[STRIPPED-TEMPLATE-TOKEN]x" tool="web">`},
		{"a long source is cut on a code point", "web", strings.Repeat("é", 300), `<untrusted source="` + strings.Repeat("é", 256) + `" tool="web">`},
		{"bytes that are no text", "web", "a\xff", `<untrusted source="a` + "\uFFFD" + `" tool="web">`},
		{"runs of invalid bytes in a long source", "web", strings.Repeat("a\xff\xff", 200), `<untrusted source="` + strings.Repeat("a\uFFFD", 85) + `a" tool="web">`},
	} {
		f := NewFence(c.tool, c.source)
		got := f.Enclose("body")
		if want := c.want + "\nbody\n</untrusted>"; got != want {
			t.Errorf("%s: got %q, want %q", c.reason, got, want)
		}
		if chars := utf8.RuneCountInString(got) - len("body"); f.Chars() != chars {
			t.Errorf("%s: says %d code points, adds %d", c.reason, f.Chars(), chars)
		}
		if again := NewFence(f.Tool(), f.Source()); again != f || !utf8.ValidString(f.Tool()+f.Source()) {
			t.Errorf("%s: Tool and Source make the fence %+v, want %+v", c.reason, again, f)
		}
	}
	if got := (Fence{}).Enclose("x"); got != "x" {
		t.Errorf("the zero fence made %q", got)
	}
}
