package untrusted

import "unicode/utf8"

// ordinary is the index of the first rune from i on that has to be looked at:
// an ASCII character that is a stop, or one that stands outside the blocks in
// which nothing is hidden and nothing looks like ASCII. Nearly all text is
// passed over here.
func ordinary(text string, i int, stops *[utf8.RuneSelf]bool) int {
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

// inOrdinaryBlock says that the rune is of Latin, Greek, Cyrillic, Hebrew, of
// Han, Kana, Yi or Hangul, or a pictograph.
func inOrdinaryBlock(r rune) bool {
	switch {
	case r < 0x300:
		return r > softHyphen && r != '\u017F' && r != '\u01C0' // long s; a click, which looks like a bar
	case r < 0x3000:
		return r >= 0x370 && r < 0x600
	case r < 0xD7B0:
		return r != '\u3008' && r != '\u3009' && r != '\u3164' && r != '\uA789' // brackets, a filler, a colon
	}
	return r >= 0x1F000 && r <= 0x1FAFF
}
