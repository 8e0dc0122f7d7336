package untrusted

import "unicode/utf8"

// folded is the rune at i, folded, and its size: zero at the end.
func folded(text string, i int) (r rune, size int) {
	if i < len(text) && text[i] < utf8.RuneSelf {
		return lower(rune(text[i])), 1
	}
	r, size = utf8.DecodeRuneInString(text[i:])
	return fold(r), size
}

// fold is the ASCII form of a rune that looks like it: full-width and small
// forms, and what tokenizers write for the bar and the space. Letters become
// lower case. Others stay as they are.
func fold(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		r -= 0xFEE0 // full-width forms stand in the order of ASCII
	case r >= utf8.RuneSelf:
		return lookalike(r)
	}
	return lower(r)
}

func lower(r rune) rune {
	if r >= 'A' && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// lookalike is the sign of template tokens and fences that r stands for, or r.
// It is a switch and not a map because a map would be filled at start-up.
func lookalike(r rune) rune {
	switch r {
	case '\u017F': // long s, which has the same capital as s
		return 's'
	case '\u2581': // lower one eighth block, the space of SentencePiece
		return '_'
	case '\uFE64', '\u2039', '\u27E8', '\u3008', '\u2329':
		return '<'
	case '\uFE65', '\u203A', '\u27E9', '\u3009', '\u232A':
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
