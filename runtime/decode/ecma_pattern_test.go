package decode_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/decode"
)

// The patterns match the same texts as in ECMAScript.
func TestPatterns(t *testing.T) {
	tests := []struct {
		pattern     string
		match, miss []string
	}{
		{`^\d+$`, []string{"12"}, []string{"", "１２", "1 2", "12\n"}},
		{`^\D$`, []string{"a", "１", "\n"}, []string{"1", ""}},
		{`^\w\W$`, []string{"_é", "a ", "9-"}, []string{"é ", "ab"}},
		{`^\s$`, []string{" ", "\t", "\n", "\v", "\u00a0", "\ufeff", "\u2028", "\u2003", "\u3000"}, []string{"a", "\u200b", "\u180e", ""}},
		{`^\S$`, []string{"a", "\u200b", "\u180e", "😀"}, []string{" ", "\u00a0", "\u2029", "\ufeff", "\u1680"}},
		{`^[\s\d-]+$`, []string{"1 - 2", "\u00a01"}, []string{"a"}},
		{`^[^\S\n]$`, []string{" ", "\u00a0"}, []string{"\n", "a"}},
		{`^.$`, []string{"a", "é", "😀", "\u0085"}, []string{"\n", "\r", "\u2028", "\u2029", ""}},
		{`^[^]$`, []string{"\n", "a", "😀"}, []string{""}},
		{`^[]$|^x$`, []string{"x"}, []string{"", "]", "a"}},
		{`^a.c$`, []string{"abc"}, []string{"a\nc"}},
		{`^(?:a|b)(c)(?<d>d)$`, []string{"acd", "bcd"}, []string{"cd"}},
		{`\bfoo\b`, []string{"a foo b"}, []string{"food", "foo_"}},
		{`^\Bo`, nil, []string{"o", "ao"}},
		{`^[\b]$`, []string{"\b"}, []string{"b", ""}},
		{`^\u0041\x42\u{43}\u{1F600}\ud83d\ude00$`, []string{"ABC😀😀"}, []string{"ABC😀"}},
		{`^[\ud83d\ude00-\u{1F602}]$`, []string{"😁"}, []string{"😃"}},
		{`^\cJ\0\t\n\v\f\r$`, []string{"\n\x00\t\n\v\f\r"}, nil},
		{`^\/\-\.\^\$\@\_$`, []string{"/-.^$@_"}, nil},
		{`^[\w.\-]+@[\w-]+$`, []string{"a.b-c@d-e"}, []string{"a b@c"}},
		{`^[\w-.]+$`, []string{"a-b.c"}, []string{"a/b"}},
		{`^[a-]$`, []string{"a", "-"}, []string{"b"}},
		{`^[+--]$`, []string{"+", ",", "-"}, []string{"."}},
		{`^[[:alpha:]]$`, []string{":]", "a]", "[]"}, []string{"b]", "a"}},
		{`^\p{L}\p{Lu}\p{Letter}\p{gc=Nd}$`, []string{"éÉx5"}, []string{"éé5"}},
		{`^\p{Script=Greek}\p{sc=Cyrillic}$`, []string{"λд"}, []string{"дλ"}},
		{`^\P{L}[\P{Lu}\p{ASCII}]\p{Any}$`, []string{"1a😀", "1A\n"}, []string{"aaa", "1É1"}},
		{`^a{2}b{1,}c{0,2}?$`, []string{"aab", "aabbcc"}, []string{"aab" + "ccc", "ab"}},
		{`^{}$`, []string{"{}"}, nil},
		{`^{a}{,2}x{$`, []string{"{a}{,2}x{"}, nil},
		{`^]$`, []string{"]"}, nil},
		{`^(a*)*b+?$`, []string{"aab", "b"}, []string{"a"}},
		{`|a`, []string{"", "b"}, nil},
		{``, []string{"", "b"}, nil},
		{`é😀`, []string{"aé😀"}, []string{"é"}},
		{`^(?:é)?😀{2}$`, []string{"😀😀"}, []string{"😀"}},
		{`^0{1000}$`, []string{strings.Repeat("0", 1000)}, []string{"0"}},
	}
	for _, test := range tests {
		check, err := decode.NewECMAPattern(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		for _, text := range test.match {
			if want, ok := check.Check(text); !ok {
				t.Errorf("%s does not match %q (%s)", test.pattern, text, want)
			}
		}
		for _, text := range test.miss {
			if want, ok := check.Check(text); ok || want != "match the pattern "+strconv.Quote(test.pattern) {
				t.Errorf("%s matches %q (%s)", test.pattern, text, want)
			}
		}
	}
}

// The error says why a pattern cannot be checked.
func TestUnsupportedPatterns(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{`a(?=b)`, "has a lookahead or a lookbehind"}, {`a(?!b)`, "has a lookahead or a lookbehind"}, {`(?<=a)b`, "has a lookahead or a lookbehind"}, {`(?<!a)b`, "has a lookahead or a lookbehind"},
		{`(a)\1`, "backreference"}, {`(?<a>b)\k<a>`, "backreference"},
		{`(?i)a`, "unknown character"}, {`(?i:a)`, "unknown character"}, {`(?P<a>b)`, "unknown character"}, {`(?<1>b)`, "unknown character"}, {`(?`, "unknown character"},
		{`(a`, "parentheses"}, {`a)`, "parentheses"}, {`)(`, "parentheses"},
		{`*a`, "nothing before it"}, {`a**`, "nothing before it"}, {`a+++`, "nothing before it"}, {`^*`, "nothing before it"}, {`a|?`, "nothing before it"}, {`a{2}{3}`, "nothing before it"}, {`(*a)`, "nothing before it"},
		{`[a`, `"[" without`}, {`[`, `"[" without`}, {`[^`, `"[" without`}, {`[z-a]`, "ends before"}, {`[\u{7a}-a]`, "ends before"},
		{`\ud83d`, "half of a surrogate"}, {`[\ude00]`, "half of a surrogate"}, {`\u{d800}`, "half of a surrogate"},
		{`\`, "escape"}, {`[a\`, "escape"}, {`\A`, "escape"}, {`\z`, "escape"}, {`\a`, "escape"}, {`\x4`, "escape"}, {`\u12`, "escape"}, {`\u{110000}`, "escape"}, {`\u{}`, "escape"}, {`\c1`, "escape"}, {`\01`, "escape"}, {`[\1]`, "escape"},
		{`\p{Greek}`, `\\p{…}`}, {`\p{Emoji}`, `\\p{…}`}, {`\pL`, `\\p{…}`}, {`\p{Script=Nowhere}`, `\\p{…}`}, {`\p{scx=Greek}`, `\\p{…}`},
		{`a{1001}`, "repeat"}, {`(a{100}){100}`, "repeat"}, {`a{3,2}`, "repeat"}, {`(?:\p{L}{30}){10}`, "repeats too much"},
		{strings.Repeat("a", 4097), "longer than 4096 bytes"}, {strings.Repeat("(a", 1000) + strings.Repeat(")*", 1000), "not a regular expression"},
	}
	for _, test := range tests {
		if _, err := decode.NewECMAPattern(test.pattern); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.100s: %v", test.pattern, err)
		}
	}
}

// FuzzPattern checks that each text compiles or returns an error, and that a pattern
// matches a text or returns what was expected.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{`^[a-z\d]+(?:x|\u{41})*?$`, `\p{L}{2,3}[^\s-\]]`, `(?<a>.)[\b]\cJ`, `[^]|[]`, `a{,2}\/`} {
		f.Add(seed, "abc")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if !utf8.ValidString(pattern) || !utf8.ValidString(text) {
			return
		}
		check, err := decode.NewECMAPattern(pattern)
		if err != nil {
			return
		}
		if want, ok := check.Check(text); ok == (want != "") {
			t.Errorf("%q on %q: %v %q", pattern, text, ok, want)
		}
	})
}
