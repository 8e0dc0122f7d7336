package texts

import "unicode/utf8"

// Prefix is the first n code points of a text, or all of a shorter one. A byte
// that is not UTF-8 counts as a code point.
func Prefix(text string, n int) string {
	for i := range text {
		if n <= 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// Cut is a text of at most that many code points, which must be 1 or more. The
// last one of a text that was longer is "…".
func Cut(text string, most int) string {
	if len(text) <= most || len(Prefix(text, most)) == len(text) {
		return text
	}
	return Prefix(text, most-1) + "…"
}

// WholeEnd is a text that was cut at some byte, without the beginning of a
// character at its end. Bytes that are not UTF-8 stay.
func WholeEnd[Text ~string | ~[]byte](text Text) Text {
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

// WholeStart is a text that was cut at some byte, without the rest of a
// character at its beginning. Bytes that are not UTF-8 stay, where more of them
// stand together than a character has.
func WholeStart(text string) string {
	for i := range min(utf8.UTFMax, len(text)) {
		if utf8.RuneStart(text[i]) {
			return text[i:]
		}
	}
	return text
}
