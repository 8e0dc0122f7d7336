package redact

import (
	"strings"
	"unicode/utf8"
)

// escapes is a kind of escapes that are decoded in one pass.
type escapes uint8

const (
	noEscapes escapes = iota
	// hidden are control sequences of terminals and characters without a visible form, and overstruck are characters
	// that a backspace removes. They are removed first, because they can be inside other escapes.
	hidden
	overstruck
	// softBreaks are the soft line breaks of quoted-printable. They are decoded before the other escapes, because they
	// can be inside them.
	softBreaks
	// marked are the escapes of JSON, of string literals in programming languages and of shells, of URLs and of
	// HTML. All of them are decoded in one pass, because a text can have several kinds of them.
	marked
	// printable are the other escapes of quoted-printable. They are decoded last, because a soft line break that
	// is escaped can be between two of them.
	printable
)

// isAmbiguous reports whether ordinary text looks like the escapes: KEY=cDQr can be a byte in quoted-printable or an
// assigned value in Base64.
func (kind escapes) isAmbiguous() bool { return kind == printable }

// unescape decodes the first kind of escapes that the text has once. kind is noEscapes if it has none.
func unescape(text string) (decoded string, kind escapes) {
	if decoded, kind := show(text); kind != noEscapes {
		return decoded, kind
	}
	if !hasEscape(text) {
		return text, noEscapes
	}
	if hasSoftBreak(text) {
		if decoded, changed := softBreaks.decode(text); changed {
			return decoded, softBreaks
		}
	}
	for _, kind := range []escapes{marked, printable} {
		if decoded, changed := kind.decode(text); changed {
			return decoded, kind
		}
	}
	return text, noEscapes
}

// show returns the text without what a terminal or a reader does not see, as unescape does.
func show(text string) (shown string, kind escapes) {
	if !hasHidden(text) {
		return text, noEscapes
	}
	if shown, changed := hidden.decode(text); changed {
		return shown, hidden
	}
	if strings.IndexByte(text, '\b') >= 0 {
		if shown, changed := overstruck.decode(text); changed {
			return shown, overstruck
		}
	}
	return text, noEscapes
}

// decode decodes the escapes of the kind. changed is false if there are none.
func (kind escapes) decode(text string) (decoded string, changed bool) {
	var out []byte
	var buffer [maxUnit]byte
	begins := kindBegins[kind]
	done := 0
	for i := 0; i < len(text); i++ {
		if begins != nil && !begins[text[i]] {
			continue
		}
		unit, end := kind.at(text, i, buffer[:0])
		if end == i {
			continue
		}
		if out == nil {
			out = make([]byte, 0, len(text))
		}
		out = append(append(out, text[done:i]...), unit...)
		done, i = end, end-1
	}
	if out == nil {
		return text, false
	}
	return string(append(out, text[done:]...)), true
}

// appendSources appends the spans in the text of spans that were found in the decoded text.
func (kind escapes) appendSources(spans []span, text string, found []span) []span {
	var starts []int // the index in text of each decoded byte
	var buffer [maxUnit]byte
	for i := 0; i < len(text); {
		unit, end := buffer[:0], i
		if begins := kindBegins[kind]; begins == nil || begins[text[i]] {
			unit, end = kind.at(text, i, unit)
		}
		if end == i {
			starts = append(starts, i)
			i++
			continue
		}
		for range unit {
			starts = append(starts, i)
		}
		i = end
	}
	for _, s := range found {
		last, end := starts[s.end-1], len(text)
		for n := s.end; n < len(starts); n++ {
			if starts[n] > last {
				end = starts[n]
				break
			}
		}
		spans = append(spans, span{starts[s.start], end, s.label})
	}
	return spans
}

// maxUnit is the maximum length of a decoded escape in bytes.
const maxUnit = utf8.UTFMax

// kindBegins has the bytes with which the escapes of each kind begin; nil means every byte.
var kindBegins = [...]*[256]bool{
	hidden:     {escape: true, 0xC2: true, 0xCD: true, 0xE2: true, 0xEF: true, 0xF3: true},
	overstruck: nil,
	softBreaks: {'=': true},
	marked:     {'\\': true, '%': true, '&': true},
	printable:  {'=': true},
}

// hasEscape reports whether the text has a byte with which an escape begins.
func hasEscape(text string) bool {
	for _, c := range []byte(`\%&=`) {
		if strings.IndexByte(text, c) >= 0 {
			return true
		}
	}
	return false
}

// at appends the decoded escape at i to out, and returns the index after it. If there is none, end is i.
func (kind escapes) at(text string, i int, out []byte) (_ []byte, end int) {
	switch {
	case kind == hidden:
		return out, hiddenEnd(text, i)
	case kind == overstruck:
		return out, overstruckEnd(text, i)
	case kind == softBreaks:
		return out, softBreak(text, i)
	case kind == printable:
		return quotedPrintable(text, i, out)
	case text[i] == '\\':
		return backslash(text, i, out)
	case text[i] == '%':
		return percent(text, i, out)
	}
	return entity(text, i, out)
}

// percent decodes %2b, and %u002b of the function escape in JavaScript.
func percent(text string, i int, out []byte) (_ []byte, end int) {
	if value, ok := hexAt(text, i+1, 2); ok {
		return bytesEscape(text, i, byte(value), i+3, out)
	}
	if strings.HasPrefix(text[i:], "%u") {
		if value, ok := hexAt(text, i+2, 4); ok {
			return unitEscape(text, i, rune(value), i+6, out)
		}
	}
	return out, i
}

// bytesEscape decodes the byte of the escape from i to end. If it is not ASCII, it is the first byte of a
// character in UTF-8 if the next escapes have the other bytes, and otherwise a character of Latin-1.
func bytesEscape(text string, i int, first byte, end int, out []byte) (_ []byte, _ int) {
	if first < utf8.RuneSelf {
		return append(out, first), end
	}
	var char [utf8.UTFMax]byte
	char[0] = first
	size := end - i
	for n, at := 1, end; n < len(char); n, at = n+1, at+size {
		next, ok := sameEscape(text, i, at, size)
		if !ok {
			break
		}
		char[n] = next
		if r, length := utf8.DecodeRune(char[:n+1]); r != utf8.RuneError && length == n+1 {
			return append(out, char[:n+1]...), at + size
		}
	}
	return utf8.AppendRune(out, rune(first)), end
}

// sameEscape returns the byte of the escape at i if the escape has the form of the one at model: the same
// beginning and the same size, with two hexadecimal digits, or three octal ones that can have a zero before them.
func sameEscape(text string, model, i, size int) (value byte, ok bool) {
	if i+size > len(text) || text[i] != text[model] {
		return 0, false
	}
	if text[model] == '\\' && text[model+1] != 'x' {
		if size < 4 || size == 5 && text[i+1] != '0' {
			return 0, false
		}
		return octalAt(text, i+size-3)
	}
	if size == 4 && text[i+1] != text[model+1] {
		return 0, false
	}
	n, ok := hexAt(text, i+size-2, 2)
	return byte(n), ok
}

// octalAt returns the byte that has three octal digits at i.
func octalAt(text string, i int) (value byte, ok bool) {
	if i+3 > len(text) || text[i] < '0' || text[i] > '3' || text[i+1]&^7 != '0' || text[i+2]&^7 != '0' {
		return 0, false
	}
	return (text[i]-'0')<<6 | (text[i+1]-'0')<<3 | (text[i+2] - '0'), true
}

// hexAt returns the value of n hexadecimal digits at i.
func hexAt(text string, i, n int) (value int, ok bool) {
	if i+n > len(text) {
		return 0, false
	}
	return hexValue(text[i : i+n])
}

// hexValue returns the value of up to eight hexadecimal digits.
func hexValue(digits string) (value int, ok bool) {
	for i := range len(digits) {
		d := hexDigits[digits[i]]
		if d < 0 {
			return 0, false
		}
		value = value<<4 | int(d)
	}
	return value, digits != "" && len(digits) <= 8
}
