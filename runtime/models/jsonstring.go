package models

import (
	"encoding/json"
	"unicode/utf8"
)

// jsonString collects a JSON string that arrives in pieces. It decodes the
// pieces together, because a server may split a surrogate pair (\ud83d\ude00)
// or the UTF-8 bytes of a code point between two pieces.
type jsonString struct {
	raw  []byte // the string without its quotes
	read int    // the number of bytes of raw that next has returned
}

// add appends a piece, which is a valid JSON string.
func (s *jsonString) add(piece json.RawMessage) {
	s.raw = append(s.raw, piece[1:len(piece)-1]...)
}

// next returns the text that was added since the last call of next. It keeps
// an incomplete code point at the end for the next call.
func (s *jsonString) next() string {
	end := len(s.raw) - incompleteSuffix(s.raw[s.read:])
	text := decodeString(quote(s.raw[s.read:end]))
	s.read = end
	return text
}

// value returns the JSON string of all pieces.
func (s *jsonString) value() json.RawMessage { return quote(s.raw) }

// text returns the decoded text of all pieces.
func (s *jsonString) text() string { return decodeString(s.value()) }

// quote returns the JSON string with the given content.
func quote(raw []byte) json.RawMessage {
	return append(append(append(make([]byte, 0, len(raw)+2), '"'), raw...), '"')
}

// decodeString returns the text of a JSON string, and "" for any other value.
func decodeString(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// incompleteSuffix returns the length of an incomplete code point at the end of
// the content of a JSON string: an escaped high surrogate, or the first bytes of
// a code point in UTF-8.
func incompleteSuffix(raw []byte) int {
	const escape = len(`\ud83d`)
	if n := len(raw); n >= escape && isHighSurrogate(raw[n-escape:]) && backslashesBefore(raw, n-escape)%2 == 0 {
		return escape
	}
	for n := 1; n < utf8.UTFMax && n <= len(raw); n++ {
		if tail := raw[len(raw)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// isHighSurrogate reports whether an escape is one from \ud800 to \udbff.
func isHighSurrogate(escape []byte) bool {
	var unit rune
	if escape[0] != '\\' || escape[1] != 'u' {
		return false
	}
	for _, c := range escape[2:] {
		unit = unit<<4 | hexDigit(c)
	}
	return unit >= 0xd800 && unit <= 0xdbff
}

// hexDigit returns the value of a hexadecimal digit, and -1 for another byte.
func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

// backslashesBefore returns the number of consecutive backslashes that end at
// the given index.
func backslashesBefore(raw []byte, index int) int {
	n := 0
	for n < index && raw[index-n-1] == '\\' {
		n++
	}
	return n
}
