package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Neutralize returns a text without terminal escape sequences and hidden characters. Tokens of chat
// templates become the Placeholder, and the bracket of a text that looks like the fence becomes "&lt;".
// Emoji and scripts that use joiners are not changed, and ordinary text is returned as it is. A second
// call changes nothing.
//
// The text must be valid UTF-8.
func Neutralize(text string) string {
	text = removeHidden(text)
	var b strings.Builder
	done := 0
	for i := skipOrdinary(text, 0, &replaceable); i < len(text); i = skipOrdinary(text, i, &replaceable) {
		end, replacement := replace(text, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		b.WriteString(text[done:i])
		b.WriteString(replacement)
		i, done = end, end
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// replaceable are the ASCII characters with which a text to replace can begin.
var replaceable = [utf8.RuneSelf]bool{'<': true, '[': true, '~': true, 'H': true, 'A': true}

// replace returns the end of the text at i that must be replaced, and its replacement. If there is none,
// end is i.
func replace(text string, i int) (end int, replacement string) {
	r, size := utf8.DecodeRuneInString(text[i:])
	switch r = fold(r); r {
	case '<':
		if isFence(text, i+size) {
			return i + size, "&lt;"
		}
		return tokenEnd(text, i, '<'), Placeholder
	case '[', '~':
		return tokenEnd(text, i, byte(r)), Placeholder
	case 'h', 'a':
		return turnEnd(text, i), Placeholder
	}
	return i, ""
}

// isFence reports whether the name of the fence follows a bracket. Slashes, white space and marks between
// them are ignored.
func isFence(text string, i int) bool {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r = fold(r); r != '/' && r != '\\' && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r) {
			break
		}
		i += size
	}
	return spellsFence(text, i)
}

// spellsFence reports whether the name of the fence is at i. Marks on its letters are ignored.
func spellsFence(text string, i int) bool {
	for n := 0; n < len(fenceName) && i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case fold(r) == rune(fenceName[n]):
			n++
		case n == 0 || !unicode.Is(unicode.M, r):
			return false
		}
		if i += size; n == len(fenceName) {
			return true
		}
	}
	return false
}
