package decode

import (
	"unicode"
	"unicode/utf16"
)

// maxExcerpt is how many code points of a value are shown.
const maxExcerpt = 60

// clip returns the beginning of a text. It looks at no more of the text than
// it returns.
func clip(s string) string { return clipTo(s, maxExcerpt) }

// clipTo returns at most that many code points of a text, and an ellipsis for
// the rest.
func clipTo(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// excerpt returns the beginning of a text on one line: the white space of JSON
// as spaces, and what cannot be seen or turns the direction of a line as the
// escapes that JSON has for it.
func excerpt(s string) string {
	return string(appendVisible(nil, clip(s)))
}

func appendVisible(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b = append(b, ' ')
		case unicode.IsGraphic(r):
			b = append(b, string(r)...)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				b = appendEscape(b, unit)
			}
		}
	}
	return b
}

// appendEscape appends the escape of a UTF-16 unit.
func appendEscape(b []byte, unit uint16) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}
