package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Neutralize takes out of a text what is not meant for readers: terminal
// escapes, invisible characters that hide text, tokens of chat templates (they
// become the Placeholder), and what looks like the fence (its bracket becomes
// "&lt;"). Emoji and scripts that need joiners stay whole; ordinary text is
// returned as it is. Doing it twice changes nothing more.
//
// The text must be valid UTF-8.
func Neutralize(text string) string {
	text = reveal(text)
	var b strings.Builder
	done := 0
	for i := ordinary(text, 0, &begins); i < len(text); i = ordinary(text, i, &begins) {
		end, instead := replace(text, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
			continue
		}
		b.WriteString(text[done:i])
		b.WriteString(instead)
		i, done = end, end
	}
	if done == 0 {
		return text
	}
	b.WriteString(text[done:])
	return b.String()
}

// begins are the ASCII characters with which something to replace begins.
var begins = [utf8.RuneSelf]bool{'<': true, '[': true, '~': true, 'H': true, 'A': true}

// replace finds what is to be replaced at i: its end, or i when it is nothing.
func replace(text string, i int) (end int, instead string) {
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

// isFence says that the name of the fence follows a bracket, with or without
// slashes, white space and marks on the bracket.
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

// spellsFence says that the name of the fence stands at i, with or without
// marks on its letters.
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
