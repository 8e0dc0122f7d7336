package decode

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// shortText is the length up to which the characters of a string with escapes are
// collected on the stack.
const shortText = 64

// unescape reads the string that begins at start, after the quote, and whose first
// backslash is at i. It returns the index after the closing quote, or a negative
// number.
func (d *D) unescape(start, i int) (string, int) {
	s := d.text
	end, escapes := escapedEnd(s, i)
	if end < 0 || !utf8.ValidString(s[start:end]) {
		return "", -1
	}
	if end-start <= shortText {
		var short [shortText]byte
		b := appendUnescaped(append(short[:0], s[start:i]...), s[i:end])
		if b == nil {
			return "", -1
		}
		return d.copyShort(unsafe.String(unsafe.SliceData(b), len(b))), end + 1
	}
	long := make([]byte, 0, i-start+unescapedSize(s[i:end], escapes))
	if long = appendUnescaped(append(long, s[start:i]...), s[i:end]); long == nil {
		return "", -1
	}
	return unsafe.String(unsafe.SliceData(long), len(long)), end + 1
}

// appendUnescaped appends a text that begins with an escape, with its characters instead of its escapes. It returns nil
// for an escape that JSON does not have.
func appendUnescaped(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		if c := peek(s, i+1); int(c) < len(shortEscapes) && shortEscapes[c] != 0 {
			b = append(b, shortEscapes[c])
			i += 2
		} else {
			r, next := escape(s, i)
			if next < 0 {
				return nil
			}
			b = utf8.AppendRune(b, r)
			i = next
		}
		b, i = appendPlain(b, s, i)
	}
	return b
}

// appendPlain appends the characters from i on until the next backslash, and returns its index.
func appendPlain(b []byte, s string, i int) ([]byte, int) {
	for i < len(s) && s[i] != '\\' {
		if len(s)-i < 8 || cap(b)-len(b) < 8 {
			b = append(b, s[i])
			i++
			continue
		}
		w, n := load(s, i), 8
		if mask := special(w); mask != 0 {
			n = max(1, first(mask))
		}
		b = binary.LittleEndian.AppendUint64(b, w)[:len(b)+n]
		i += n
	}
	return b, i
}

// escapedEnd returns the index of the closing quote of a string from i on, and the number of its escapes. The index is
// negative if there is no closing quote, or a control character before it. It may be too large if an escape is malformed.
func escapedEnd(s string, i int) (end, escapes int) {
	for {
		switch c := peek(s, i); {
		case c == '"':
			return i, escapes
		case c == '\\' && peek(s, i+1) == 'u':
			i += len(`\u0000`)
			escapes++
		case c == '\\':
			i += len(`\n`)
			escapes++
		case c < 0x20: // also after the end of the text
			return -1, 0
		default:
			i = textEnd(s, i)
		}
	}
}

// unescapedSize estimates the length of a text that begins with an escape, after its
// escapes were replaced. If the first escape is that of a letter, of which six bytes
// become at most three, most of the others are such escapes, too. The estimate is
// otherwise not too small.
func unescapedSize(s string, escapes int) int {
	if strings.HasPrefix(s, `\u`) {
		return len(s) - 3*escapes + escapes/4 + 8
	}
	return len(s) - escapes
}

// closingQuote returns the index of the first quote from i on that is not escaped.
func closingQuote(s string, i int) int {
	for from := i; ; {
		n := strings.IndexByte(s[from:], '"')
		if n < 0 {
			return -1
		}
		quote := from + n
		escapes := 0
		for quote-escapes > i && s[quote-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return quote
		}
		from = quote + 1
	}
}

// escape reads the escape whose backslash is at i, or two escapes that are a
// surrogate pair. It returns a negative index for an escape that JSON does not have,
// and for half of a surrogate pair.
func escape(s string, i int) (r rune, next int) {
	c := peek(s, i+1)
	if int(c) < len(shortEscapes) && shortEscapes[c] != 0 {
		return rune(shortEscapes[c]), i + 2
	}
	if c == 'u' {
		return escapedRune(s, i)
	}
	return 0, -1
}

// shortEscapes are the characters of the escapes of two bytes, by their second byte.
var shortEscapes = [...]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapedRune reads \uHHHH, or two of these that are a surrogate pair.
func escapedRune(s string, i int) (r rune, next int) {
	r = hex4(s, i+2)
	if r < 0 {
		return 0, -1
	}
	if !utf16.IsSurrogate(r) {
		return r, i + 6
	}
	if peek(s, i+6) != '\\' || peek(s, i+7) != 'u' {
		return 0, -1
	}
	if r = utf16.DecodeRune(r, hex4(s, i+8)); r == utf8.RuneError {
		return 0, -1
	}
	return r, i + 12
}

// hex4 returns the value of the four hexadecimal digits at i, or a negative number.
func hex4(s string, i int) rune {
	if i+4 > len(s) {
		return -1
	}
	a, b, c, d := hexDigits[s[i]], hexDigits[s[i+1]], hexDigits[s[i+2]], hexDigits[s[i+3]]
	if a&b&c&d&hexMark == 0 {
		return -1
	}
	return rune(a&^hexMark)<<12 | rune(b&^hexMark)<<8 | rune(c&^hexMark)<<4 | rune(d&^hexMark)
}

// hexMark is set in the values of hexDigits that are digits.
const hexMark = 0x10

// hexDigits are the values of hexadecimal digits, with hexMark, and zero for other bytes.
var hexDigits = [256]uint8{
	'0': 0x10, '1': 0x11, '2': 0x12, '3': 0x13, '4': 0x14, '5': 0x15, '6': 0x16, '7': 0x17, '8': 0x18, '9': 0x19,
	'a': 0x1a, 'b': 0x1b, 'c': 0x1c, 'd': 0x1d, 'e': 0x1e, 'f': 0x1f,
	'A': 0x1a, 'B': 0x1b, 'C': 0x1c, 'D': 0x1d, 'E': 0x1e, 'F': 0x1f,
}
