package untrusted

import "unicode/utf8"

// foldedAt returns the folded rune at i and its size in bytes, which is zero at the end of the text.
func foldedAt(text string, i int) (r rune, size int) {
	if i < len(text) && text[i] < utf8.RuneSelf {
		return lower(rune(text[i])), 1
	}
	r, size = utf8.DecodeRuneInString(text[i:])
	return fold(r), size
}

// fold returns the ASCII character that a rune looks like: for full-width and small forms, and for the
// signs that tokenizers write instead of the bar and the space. Letters become lower case. Other runes
// stay as they are.
func fold(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		r -= 0xFEE0 // full-width forms have the order of ASCII
	case r >= utf8.RuneSelf:
		return lookalike(r)
	}
	return lower(r)
}

// lower returns the lower case of an ASCII letter.
func lower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// lookalike returns the character of template tokens and fences that r looks like, or r. It is a switch,
// because a map would be filled when the program starts.
func lookalike(r rune) rune {
	switch r {
	case '\u017F': // long s, which has the same capital as s
		return 's'
	case '\u2581': // lower one eighth block, the space of SentencePiece
		return '_'
	case '\uFE64', '\u2039', '\u27E8', '\u3008', '\u2329', '\u227A', '\u276E', '\u2770':
		return '<'
	case '\uFE65', '\u203A', '\u27E9', '\u3009', '\u232A', '\u227B', '\u276F', '\u2771':
		return '>'
	case '\u2223', '\u2758', '\u01C0', '\u2502', '\uFFE8', '\u23D0':
		return '|'
	case '\uFE55', '\uA789', '\u2236':
		return ':'
	case '\u2044', '\u2215', '\u2571', '\u29F8':
		return '/'
	}
	return r
}
