// Package wording has the parts that messages about arguments and schemas
// share: excerpts of text that may be hostile, and numbers with a noun. Its
// functions are safe for concurrent use.
package wording

import (
	"strconv"
	"unicode"
	"unicode/utf16"

	"github.com/toolgen/toolgen/internal/measure"
)

// MaxExcerpt is the maximum number of code points of a value in a message.
const MaxExcerpt = 60

// Clip returns the first MaxExcerpt code points of a text, followed by an
// ellipsis when there are more. It does not read the rest of the text.
func Clip(s string) string { return measure.Clip(s, MaxExcerpt) }

// Excerpt returns the first MaxExcerpt code points of a text on one line, as
// [AppendVisible] writes them.
func Excerpt(s string) string { return string(AppendVisible(nil, Clip(s))) }

// AppendVisible appends a text to b. Line breaks and tabs become spaces;
// invisible characters, and those that change the direction of the line, become
// the escapes of JSON.
func AppendVisible(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b = append(b, ' ')
		case unicode.IsGraphic(r):
			b = append(b, string(r)...)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				b = AppendEscape(b, unit)
			}
		}
	}
	return b
}

// AppendEscape appends the JSON escape of a UTF-16 code unit.
func AppendEscape(b []byte, unit uint16) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', hex[unit>>12], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}

// Count returns a number and the noun, in the plural unless the number is 1.
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
