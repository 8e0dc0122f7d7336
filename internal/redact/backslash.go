package redact

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// controls are the letters after a backslash that stand for control characters, and these characters.
const controls, controlBytes = "nrtbfvae", "\n\r\t\b\f\v\a\x1b"

// backslash decodes an escape that begins with a backslash. A backslash before a punctuation mark or a space is decoded
// as that mark, and a backslash before a line break is removed together with it.
func backslash(text string, i int, out []byte) (_ []byte, end int) {
	if i+1 == len(text) {
		return out, i
	}
	c := text[i+1]
	switch {
	case c == 'u' || c == 'U' || c == 'x':
		return hexEscape(text, i, out)
	case c >= '0' && c <= '7':
		if value, ok := octalAt(text, i+2); ok && c == '0' { // \0053, as echo and printf of shells read it
			return bytesEscape(text, i, value, i+5, out)
		}
		end = i + 1
		value := 0
		for end < len(text) && end < i+4 && text[end] >= '0' && text[end] <= '7' {
			value = value<<3 | int(text[end]-'0')
			end++
		}
		if value > 0xFF {
			return out, i
		}
		return bytesEscape(text, i, byte(value), end, out)
	case c == '\n':
		return out, i + 2
	case isLetter(c):
		if n := strings.IndexByte(controls, c); n >= 0 {
			return append(out, controlBytes[n]), i + 2
		}
		return out, i
	case c >= ' ' && c < 0x7F && !isDigit(c):
		return append(out, c), i + 2
	}
	return out, i
}

// hexEscape decodes \u002b, \u{2b}, \U0000002b, \x2b and \x{2b}.
func hexEscape(text string, i int, out []byte) (_ []byte, end int) {
	digits := escapeDigits(text[i+1])
	if strings.HasPrefix(text[i+2:], "{") {
		size := strings.IndexByte(text[i:min(len(text), i+12)], '}')
		if size < 4 {
			return out, i
		}
		value, ok := hexValue(text[i+3 : i+size])
		if !ok || value > utf8.MaxRune {
			return out, i
		}
		return utf8.AppendRune(out, rune(value)), i + size + 1
	}
	end = i + 2 + digits
	value, ok := hexAt(text, i+2, digits)
	if !ok || value > utf8.MaxRune {
		return out, i
	}
	if digits == 2 {
		return bytesEscape(text, i, byte(value), end, out)
	}
	return unitEscape(text, i, rune(value), end, out)
}

// escapeDigits returns the number of digits after a letter of an escape.
func escapeDigits(letter byte) int {
	switch letter {
	case 'u':
		return 4
	case 'U':
		return 8
	}
	return 2
}

// unitEscape decodes the UTF-16 code unit of the escape from i to end, together with the next escape if the two
// are surrogates.
func unitEscape(text string, i int, unit rune, end int, out []byte) (_ []byte, _ int) {
	if utf16.IsSurrogate(unit) {
		size := end - i
		prefix := text[i : i+2]
		if low, ok := hexAt(text, end+2, 4); ok && strings.HasPrefix(text[end:], prefix) {
			if r := utf16.DecodeRune(unit, rune(low)); r != utf8.RuneError {
				return utf8.AppendRune(out, r), end + size
			}
		}
	}
	return utf8.AppendRune(out, unit), end
}
