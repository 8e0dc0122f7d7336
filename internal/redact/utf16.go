package redact

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// isUTF16 reports whether bytes may be a text in UTF-16: a quarter of them is NUL.
func isUTF16(decoded []byte) bool {
	return len(decoded) >= 2*MinLength && bytes.Count(decoded, []byte{0}) >= len(decoded)/4
}

// searchUTF16 appends the secrets and keys in bytes that are a text in UTF-16, in both orders of bytes and from
// both the first and the second byte on.
func (f *finder) searchUTF16(spans []span, decoded []byte, depth int) []span {
	for _, high := range []int{0, 1} {
		for start := range 2 {
			text, positions := fromUTF16(decoded, start, high)
			if !f.spend(len(text)) {
				return spans
			}
			for _, s := range f.find(text, maxEscapes, depth) {
				spans = append(spans, span{positions[s.start], min(len(decoded), positions[s.end-1]+2), s.label})
			}
		}
	}
	return spans
}

// fromUTF16 returns the text of the code units from start on, and the index of the unit of each byte of the text. high
// is the index in a unit of its high byte.
func fromUTF16(decoded []byte, start, high int) (text string, positions []int) {
	var out []byte
	for i := start; i+1 < len(decoded); i += 2 {
		first := i
		r := unitAt(decoded, i, high)
		if utf16.IsSurrogate(r) && i+3 < len(decoded) {
			if pair := utf16.DecodeRune(r, unitAt(decoded, i+2, high)); pair != utf8.RuneError {
				r = pair
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
		for len(positions) < len(out) {
			positions = append(positions, first)
		}
	}
	return string(out), positions
}

// unitAt returns the code unit at i.
func unitAt(decoded []byte, i, high int) rune {
	return rune(decoded[i+high])<<8 | rune(decoded[i+1-high])
}
