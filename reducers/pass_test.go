package reducers_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
)

// randomBytes returns n bytes that look random and are always the same.
func randomBytes(n int) (bytes []byte) {
	for i := 0; len(bytes) < n; i++ {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8)})
		bytes = append(bytes, sum[:]...)
	}
	return bytes[:n]
}

// wrapBase64 returns base64 in lines of that width.
func wrapBase64(bytes []byte, width int) string {
	var out strings.Builder
	for text := base64.StdEncoding.EncodeToString(bytes); text != ""; {
		n := min(width, len(text))
		out.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	return out.String()
}

func TestStandalonePasses(t *testing.T) {
	blob := base64.StdEncoding.EncodeToString(randomBytes(600))
	tests := []struct{ pass, in, want, reason string }{
		{"StripEscapes", "\x1b[1;31mred\x1b[0m \x1b]0;title\x07text", "red text", "colours and titles"},
		{"StripEscapes", "\x1b]8;;https://a.b\x1b\\link\x1b]8;;\x1b\\", "link", "the text of a link is kept"},
		{"StripEscapes", "\x1b(B\x1b[mx\x1b7\x1b=", "x", "sequences of other forms"},
		{"StripEscapes", "\u009b31mred", "red", "a sequence that begins with one character"},
		{"StripEscapes", "a\x1b[", "a[", "only the escape character of an incomplete sequence is removed"},
		{"StripEscapes", "\x1b\x1b[0m[0mx", "[0mx", "the rest does not form a new sequence"},
		{"StripEscapes", "\x1b]0;no end\nnext", "]0;no end\nnext", "text after an incomplete string is kept"},
		{"StripEscapes", "b\bbo\bol\bld", "bold", "backspaces"},
		{"StripEscapes", "漢\b字\n\bx", "字\nx", "a backspace at the beginning of a line"},
		{"StripEscapes", "get: 1%\rget: 50%\rget: 100%\n", "get: 100%\n", "progress"},
		{"StripEscapes", "a\r\nb\r\n", "a\r\nb\r\n", "ends of lines"},
		{"StripEscapes", "alpha 1\rbeta 2\rgamma", "alpha 1\rbeta 2\rgamma", "parts with different words"},
		{"FoldRepeats", "a\n" + strings.Repeat("the same line\n", 9) + "b\n", "a\nthe same line\n[the line above 8 more times]\nb\n", "equal lines"},
		{"FoldRepeats", strings.Repeat("the same line\n", 3), strings.Repeat("the same line\n", 3), "three equal lines"},
		{"FoldRepeats", strings.Repeat("x\n", 9), strings.Repeat("x\n", 9), "the mark is longer than the lines"},
		{"FoldRepeats", "a\n\n\n\n\nb", "a\n\nb", "empty lines"},
		{"FoldRepeats", strings.Repeat("the same line\n", 9) + "the same line", "the same line\n[the line above 8 more times]\nthe same line", "the last line has no line feed"},
		{"FoldRepeats", strings.Repeat(notice+"\n", 9), strings.Repeat(notice+"\n", 9), "notices"},
		{"ReplaceBase64", "key: " + blob + ".", "key: [600 bytes of base64 omitted].", "a blob"},
		{"ReplaceBase64", wrapBase64(randomBytes(570), 76), "[570 bytes of base64 omitted]\n", "wrapped base64"},
		{"ReplaceBase64", fmt.Sprintf("%x", randomBytes(300)), fmt.Sprintf("%x", randomBytes(300)), "hexadecimal"},
		{"ReplaceBase64", strings.Repeat("a", 3000), strings.Repeat("a", 3000), "one character"},
		{"ReplaceBase64", strings.Repeat("src/internal/Module1/file/", 30), strings.Repeat("src/internal/Module1/file/", 30), "a path"},
		{"ReplaceBase64", blob[:200], blob[:200], "short base64"},
		{"CutLongLines", strings.Repeat("a", 200), strings.Repeat("a", 200), "a line within the limit"},
		{"CutLongLines", strings.Repeat("漢", 120) + strings.Repeat("字", 200), strings.Repeat("漢", 120) + "[160 chars omitted]" + strings.Repeat("字", 40), "the limit is in characters"},
	}
	for _, tt := range tests {
		if got := standalonePasses[tt.pass](tt.in); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.pass, tt.reason, got, tt.want)
		}
	}
	cut := standalonePasses["CutLongLines"](strings.Repeat("a", 500) + readOn + strings.Repeat("b", 500))
	if !strings.Contains(cut, readOn) || len(cut) > 400 {
		t.Errorf("the notice within a long line was lost: %q", cut)
	}
	if reducers.CutLongLines(-5)(strings.Repeat("a", 101)) == strings.Repeat("a", 101) {
		t.Error("a line over the minimum limit was not cut")
	}
}
