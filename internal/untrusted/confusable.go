package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mayBeginFence reports whether a bracket before a text can be that of a fence.
func mayBeginFence(after string, bracket rune) bool {
	if after == "" {
		return false
	}
	if c := after[0]; c < utf8.RuneSelf && !strings.ContainsRune("/\\uU \t\r\n", rune(c)) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after)
	next = fold(next)
	return opens(bracket) || (next == '/' || next == '\\' || unicode.IsSpace(next)) && opensWithSlash(bracket)
}

// opens reports whether a rune, which is not ASCII, can look like the bracket of the fence: an opening bracket, a
// mathematical sign, or a letter that looks like one.
// https://www.unicode.org/Public/security/latest/confusables.txt
func opens(r rune) bool {
	switch {
	case r >= 0x3400 && r < 0xFE00, r >= 0x1F000:
		return false
	case r == '\u02C2', r == '\u1438', r == '\u16B2':
		return true
	}
	return unicode.In(r, unicode.Ps, unicode.Sm)
}

// opensWithSlash reports whether a rune can look like the bracket if a slash follows: other marks and symbols that
// are not ASCII. Without a slash, they are quotes and dashes.
func opensWithSlash(r rune) bool { return r >= 0xA1 && (unicode.IsPunct(r) || unicode.IsSymbol(r)) }

// looksLike reports whether a rune is a letter, or looks like it. exact is false for an unknown rune that is not
// ASCII, which may be in any font or script.
func looksLike(r, letter rune) (similar, exact bool) {
	if folded := fold(r); folded == letter || unstyled(r) == letter || strings.ContainsRune(confusables(letter), r) {
		return true, true
	}
	return r >= 0x80 && (unicode.IsLetter(r) || unicode.IsSymbol(r) || unicode.IsNumber(r)), false
}

// confusables returns the runes in other scripts that look like a letter of the fence's name.
func confusables(letter rune) string {
	switch letter {
	case 'u':
		return "υυцսᴜꭎꭒʋսꓴᵘսùúûüũūŭůűų"
	case 'n':
		return "пηոռɴꓠⁿñńņňŉŋΝᴎ"
	case 't':
		return "тτтᴛꓔᵗţťŧТΤꭲ"
	case 'r':
		return "гᴦʀɾꭇꭈꓣʳŕŗř"
	case 's':
		return "ѕꜱꮪꓢˢśŝşšЅՏ"
	case 'e':
		return "еεеєᴇꬲꓰᵉèéêëēĕėęěЕΕҽ"
	case 'd':
		return "ԁժᴅꓓᵈďđᏧ"
	}
	return ""
}

// unstyled returns the ASCII letter in lower case of a rune in a style of letters: mathematical, in a circle, a square
// or parentheses, or a regional indicator. Other runes become 0.
func unstyled(r rune) rune {
	for _, s := range styles {
		if r >= s.first && r <= s.last {
			return 'a' + (r-s.first)%26
		}
	}
	return 0
}

// styles are ranges of runes in the order of the alphabet.
var styles = []struct{ first, last rune }{
	{0x1D400, 0x1D6A3}, // mathematical letters: each style has 26 capitals and 26 small letters
	{0x24B6, 0x24E9},   // in a circle
	{0x249C, 0x24B5},   // in parentheses
	{0x1F110, 0x1F129}, // capitals in parentheses
	{0x1F130, 0x1F149}, // in a square
	{0x1F150, 0x1F169}, // in a dark circle
	{0x1F170, 0x1F189}, // in a dark square
	{0x1F1E6, 0x1F1FF}, // regional indicators
}
