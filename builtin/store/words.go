package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// wordSeparator separates words in the index that are not separated in the text.
// It is a zero-width space, which SQLite's tokenizer treats as a separator.
const wordSeparator = "\u200b"

// unspacedScripts are the scripts without spaces between words, and Hangul,
// because Korean words change at their ends. Each letter of these scripts is
// indexed as a word, and a word in a query is searched as a phrase of letters,
// so that a query finds any part of a text.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// firstUnspaced is the first code point of the first of these scripts, Thai.
const firstUnspaced = 0x0e00

// isUnspaced reports whether a character is a letter of an unspaced script.
func isUnspaced(r rune) bool {
	return r >= firstUnspaced && (unicode.In(r, unspacedScripts...) && isWordRune(r) || r == 'ー')
}

// separateLetters returns the text with a separator before and after every
// letter of an unspaced script.
func separateLetters(text string) string {
	if strings.IndexFunc(text, isUnspaced) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if isUnspaced(r) {
			out.WriteString(wordSeparator + string(r) + wordSeparator)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// isWordRune reports whether SQLite's tokenizer treats a character as part of a
// word.
func isWordRune(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.Co) }

// isMarkRune reports whether SQLite's tokenizer treats a character as a mark of
// the character before it. Other marks end a word.
func isMarkRune(r rune) bool { return r >= 0x300 && r <= 0x331 }

// word is a word of a text in the form of the index, and its byte offsets in the
// text; to is exclusive.
type word struct {
	folded   string
	from, to int
}

// splitWords returns the words that SQLite's tokenizer finds in
// separateLetters(text).
func splitWords(text string) (words []word) {
	from := -1
	end := func(to int) {
		if from >= 0 {
			words = append(words, word{foldWord(text[from:to]), from, to})
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case isUnspaced(r):
			end(i)
			from = i
			end(i + utf8.RuneLen(r))
		case isWordRune(r) && from < 0:
			from = i
		case !isWordRune(r) && !isMarkRune(r):
			end(i)
		}
	}
	end(len(text))
	return words
}

// foldWord returns a word in lower case, without accents.
func foldWord(word string) string {
	if strings.IndexFunc(word, isNonASCII) < 0 {
		return strings.ToLower(word)
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(word)))
}

// isNonASCII reports whether a character is not ASCII.
func isNonASCII(r rune) bool { return r >= utf8.RuneSelf }
