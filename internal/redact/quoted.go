package redact

import (
	"strings"
	"unicode/utf8"
)

// hasSoftBreak reports whether the text has a soft line break.
func hasSoftBreak(text string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '=')
		if n < 0 {
			return false
		}
		if i += n; softBreak(text, i) > i {
			return true
		}
	}
}

// minSoftLine and maxSoftLine are the lengths of the lines that encoders for quoted-printable write, with the
// equals sign of the soft line break.
const minSoftLine, maxSoftLine = 60, 76

// softBreak returns the index after the soft line break of quoted-printable at i, or i if there is none. The equals
// sign of a soft line break is at the end of a long line, and the next line is not empty.
func softBreak(text string, i int) (end int) {
	if text[i] != '=' || lineLength(text, i) < minSoftLine-1 {
		return i
	}
	end = skip(text, skip(text, i+1, "\r", 1), "\n", 1)
	if text[end-1] != '\n' || end == len(text) || text[end] == '\n' || text[end] == '\r' {
		return i
	}
	return end
}

// lineLength returns the length of the line before i, at most maxSoftLine.
func lineLength(text string, i int) int {
	before := text[max(0, i-maxSoftLine):i]
	return len(before) - 1 - strings.LastIndexByte(before, '\n')
}

// quotedPrintable decodes an escape of quoted-printable, such as =3D (RFC 2045), also in the header of a mail. ASCII
// characters must have digits in upper case, as encoders write them, because assignments look like escapes.
func quotedPrintable(text string, i int, out []byte) (_ []byte, end int) {
	value, ok := hexAt(text, i+1, 2)
	if !ok || value < utf8.RuneSelf && !isUpperHex(text[i+1:i+3]) {
		return out, i
	}
	return bytesEscape(text, i, byte(value), i+3, out)
}

// isUpperHex reports whether hexadecimal digits have no letter in lower case.
func isUpperHex(digits string) bool { return strings.ToUpper(digits) == digits }
