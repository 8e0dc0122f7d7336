package browser

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote returns a text of a page on one line between quotation marks, without
// invisible characters and without text that looks like a reference. It has at
// most limit characters.
func quote(text string, limit int) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(text, limit)) + `"`
}

// printable returns the printable ASCII characters of a URL or word, without text
// that looks like a reference.
func printable(text string) string { return replaceReferences(ascii(oneLine(text, maxURL)), "%40") }

// printableURL returns a URL as printable does, without secrets.
func printableURL(url string, redact redactor) string { return printable(redact(ascii(url))) }

// ascii returns the printable ASCII characters of a text. The mark of a cut text stays.
func ascii(text string) string {
	end := ""
	if strings.HasSuffix(text, cutMark) {
		end = cutMark
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7F {
			return -1
		}
		return r
	}, text) + end
}

// address returns a URL of the same page without text that looks like a
// reference.
func address(url string) string { return replaceReferences(url, "%40") }

// maxURL is the maximum length of a URL that is shown.
const maxURL = 500

// clean returns a text on one line without invisible characters and without
// text that looks like a reference, with at most limit characters.
func clean(text string, limit int) string { return replaceReferences(oneLine(text, limit), "(at)") }

// oneLine returns a text on one line without invisible characters, with at most
// limit characters. Joined emoji stay whole.
func oneLine(text string, limit int) string {
	var b strings.Builder
	n, space := 0, false
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case unicode.IsSpace(r) || unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp) || r == brailleBlank:
			space = n > 0
			continue
		case isInvisible(r) && !joinsEmoji(runes, i):
			continue
		}
		if n >= limit {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			n++
		}
		space = false
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// The invisible characters that belong to emoji.
const (
	joiner        = '\u200D' // between two symbols
	emojiSelector = '\uFE0F' // after a symbol
)

// joinsEmoji reports whether a rune of a text belongs to an emoji. Elsewhere the same
// characters could hide a text.
func joinsEmoji(runes []rune, i int) bool {
	switch {
	case i == 0 || runes[i] != joiner && runes[i] != emojiSelector:
		return false
	case runes[i] == emojiSelector:
		return isEmoji(runes[i-1])
	}
	before := runes[i-1]
	if before == emojiSelector && i > 1 {
		before = runes[i-2]
	}
	return (isEmoji(before) || isSkin(before)) && i+1 < len(runes) && isEmoji(runes[i+1])
}

// isEmoji reports whether a rune is in the blocks of emoji, which have no letters.
func isEmoji(r rune) bool {
	return r >= 0x2190 && r <= 0x23FF || r >= 0x25A0 && r <= 0x27BF || r >= 0x2900 && r <= 0x297F || r >= 0x2B00 && r <= 0x2BFF || r >= 0x1F300 && r <= 0x1FAFF
}

// isSkin reports whether a rune is the color of the skin of an emoji.
func isSkin(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// brailleBlank is a symbol without dots, which looks like a space.
const brailleBlank = '\u2800'

// isInvisible reports whether a rune has no form of its own: controls, format
// characters, private characters, noncharacters, variation selectors and fillers.
func isInvisible(r rune) bool {
	return unicode.IsControl(r) || r == unicode.ReplacementChar ||
		unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point)
}

// replaceReferences replaces the character @ of each text that looks like a
// reference of a snapshot: the character, e and a digit, in any script that
// looks the same, and with any marks on them.
func replaceReferences(text, at string) string {
	if !strings.ContainsFunc(text, isAt) {
		return text
	}
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if isAt(r) && startsReference(runes[i+1:]) {
			b.WriteString(at)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// startsReference reports whether runes begin with those of a reference after
// the character @.
func startsReference(runes []rune) bool {
	runes = withoutMarks(runes)
	if len(runes) == 0 || !mayBeE(runes[0]) {
		return false
	}
	runes = withoutMarks(runes[1:])
	return len(runes) > 0 && unicode.Is(unicode.N, runes[0])
}

// withoutMarks returns runes from the first one that is not a mark.
func withoutMarks(runes []rune) []rune {
	for len(runes) > 0 && (unicode.Is(unicode.M, runes[0]) || isInvisible(runes[0])) {
		runes = runes[1:]
	}
	return runes
}

// isAt reports whether a rune looks like the character @, or like the letter a in a
// circle.
func isAt(r rune) bool { return strings.ContainsRune("@\uFE6B\uFF20\u24B6\u24D0\U0001F150", r) }

// mayBeE reports whether a rune may look like the letter e: many letters and symbols
// of other scripts do, so that all of them count. An address such as me@k8s.example stays.
func mayBeE(r rune) bool {
	if r < utf8.RuneSelf {
		return r == 'e' || r == 'E'
	}
	return unicode.In(r, unicode.L, unicode.So, unicode.Sm, unicode.Nl)
}
