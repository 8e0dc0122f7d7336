package untrusted

import "unicode/utf8"

// skipOrdinary returns the index of the first rune from i on that must be examined: an ASCII character in
// stops, or a rune outside the blocks that contain no hidden characters and no characters that look like
// ASCII. Nearly all text is skipped here.
func skipOrdinary(text string, i int, stops *[utf8.RuneSelf]bool) int {
	for i < len(text) {
		c := text[i]
		if c < utf8.RuneSelf {
			if stops[c] {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !inOrdinaryBlock(r) {
			return i
		}
		i += size
	}
	return i
}

// inOrdinaryBlock reports whether a rune is of Latin, Greek, Cyrillic, Hebrew, Han, Kana, Yi or Hangul, or
// is a pictograph.
func inOrdinaryBlock(r rune) bool {
	switch {
	case r < 0x300:
		return r > softHyphen && r != '\u017F' && r != '\u01C0' && r != '\u02C2' // long s; a click letter; an arrow head
	case r < 0x3000:
		return r >= 0x370 && r < 0x600
	case r < 0xD7B0:
		return (r < '\u3008' || r > '\u301F') && r != '\u3164' && r != '\uA789' // brackets, a filler, a colon
	}
	return r >= 0x1F000 && r <= 0x1FAFF
}
