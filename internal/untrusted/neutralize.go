package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Neutralize returns a text without terminal escape sequences and hidden characters. Tokens of chat
// templates become the Placeholder, and the bracket of a text that looks like the fence, or that may be a
// token by its structure, becomes "&lt;".
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
	bracket, size := utf8.DecodeRuneInString(text[i:])
	switch r := fold(bracket); {
	case r == '<':
		if isFence(text, i+size, bracket) {
			return i + size, "&lt;"
		}
		if end = tokenEnd(text, i, '<'); end == i && isDoubtful(text, i, size) {
			return i + size, "&lt;"
		}
		return end, Placeholder
	case r == '[', r == '~', r == '|' && bracket >= utf8.RuneSelf:
		return tokenEnd(text, i, byte(r)), Placeholder
	case r == 'h', r == 'a':
		return turnEnd(text, i), Placeholder
	case bracket >= utf8.RuneSelf && mayBeginFence(text[i+size:], bracket) && isFence(text, i+size, bracket):
		return i + size, "&lt;"
	}
	return i, ""
}

// isFence reports whether the name of the fence, or a text that looks like it, follows a bracket. Slashes, white
// space and marks between them are ignored, but some brackets need a slash.
func isFence(text string, i int, bracket rune) bool {
	slash := false
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r = fold(r); r != '/' && r != '\\' && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r) {
			break
		}
		slash = slash || r == '/' || r == '\\'
		i += size
	}
	if !slash && fold(bracket) != '<' && !opens(bracket) {
		return false
	}
	return spellsFence(text, i)
}

// minExact is the minimum number of letters of the fence's name that a text must have, or known lookalikes of them,
// if its other letters are unknown.
const minExact = 4

// spellsFence reports whether the name of the fence, or a text that looks like it, is at i. Marks on its letters are
// ignored.
func spellsFence(text string, i int) bool {
	exact := 0
	for n := 0; n < len(fenceName) && i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		similar, isExact := looksLike(r, rune(fenceName[n]))
		switch {
		case similar:
			n++
			if isExact {
				exact++
			}
		case n == 0 || !unicode.Is(unicode.M, r):
			return false
		}
		if i += size; n == len(fenceName) {
			return exact >= minExact
		}
	}
	return false
}
