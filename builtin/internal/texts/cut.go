package texts

import (
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
)

// Mark returns the text that replaces omitted text: "[5 files omitted]", or
// "[5 files omitted; how]" if how, which says how to get them, is not empty.
func Mark(what, how string) string { return cut.Mark(what, how) }

// Group returns a number that is not negative in groups of three digits:
// 5,818,594.
func Group(n int64) string { return cut.Group(int(n)) }

// GroupedCount returns a number in groups of three digits with a noun: "39,837 lines".
func GroupedCount(n int, noun string) string { return cut.Count(n, noun) }

// Prefix returns the first n code points of a text, or all of a shorter one. A
// byte that is not UTF-8 counts as a code point.
func Prefix(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Cut returns a text of at most maxLength code points; maxLength must be positive. The last
// code point of a text that was cut is "…".
func Cut(text string, maxLength int) string {
	if len(text) <= maxLength || len(Prefix(text, maxLength)) == len(text) {
		return text
	}
	return Prefix(text, maxLength-1) + "…"
}

// TrimPartialEnd removes an incomplete character from the end of a text that
// was cut at a byte. Other bytes that are not UTF-8 are kept.
func TrimPartialEnd[Text ~string | ~[]byte](text Text) Text {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		last := text[len(text)-back:]
		if !utf8.RuneStart(last[0]) {
			continue
		}
		if !utf8.FullRuneInString(string(last)) {
			return text[:len(text)-back]
		}
		break
	}
	return text
}

// TrimPartialStart removes the rest of a character from the beginning of a text
// that was cut at a byte. More such bytes than a character can have are kept.
func TrimPartialStart(text string) string {
	for i := range min(utf8.UTFMax, len(text)) {
		if utf8.RuneStart(text[i]) {
			return text[i:]
		}
	}
	return text
}
