package terminal

import (
	"strconv"
	"strings"
)

// unescape removes the backslashes of a literal outside of quotes.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		text.WriteByte(s[i])
	}
	return text.String()
}

// unescapeQuoted removes the backslashes of a literal in double quotes that
// escape a character there.
func unescapeQuoted(s string) string {
	return strings.NewReplacer(`\$`, `$`, "\\`", "`", `\"`, `"`, `\\`, `\`, "\\\n", "").Replace(s)
}

// unescapeANSI returns the text of $'…'.
func unescapeANSI(s string) string {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			text.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte("abefnrtv", s[i]); at >= 0 {
			text.WriteByte("\a\b\x1b\f\n\r\t\v"[at])
			continue
		}
		length, number := parseNumeral(s[i:])
		if length == 0 {
			text.WriteByte(s[i])
			continue
		}
		text.WriteRune(number)
		i += length - 1
	}
	return text.String()
}

// The digits of octal and hexadecimal numerals.
const (
	octal       = "01234567"
	hexadecimal = "0123456789abcdefABCDEF"
)

// parseNumeral parses x41, u0041, U00000041 or 101 at the beginning of a text.
// It returns the length of the numeral, zero when there is none, and its
// character.
func parseNumeral(s string) (length int, character rune) {
	digits, base, prefix, maxDigits := hexadecimal, 16, 1, map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if maxDigits == 0 {
		digits, base, prefix, maxDigits = octal, 8, 0, 3
	}
	end := prefix
	for end < len(s) && end < prefix+maxDigits && strings.IndexByte(digits, s[end]) >= 0 {
		end++
	}
	number, err := strconv.ParseUint(s[prefix:end], base, 31)
	if err != nil {
		return 0, 0
	}
	return end, rune(number)
}
