package store

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// gap separates words in the index where the text does not: a zero-width
// space, which SQLite's tokenizer takes for a separator.
const gap = "\u200b"

// dense are the scripts that do not put spaces between words, or, like Korean,
// change words at their ends. Each of their letters is indexed as a word of its
// own, and a query in them as a phrase: so every part of a text is found.
var dense = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// firstDense is where the first of these scripts begins, which is Thai.
const firstDense = 0x0e00

func isDense(r rune) bool {
	return r >= firstDense && (unicode.In(r, dense...) && isWord(r) || r == 'ー')
}

// apart is a text with a gap around every letter of a dense script.
func apart(text string) string {
	if strings.IndexFunc(text, isDense) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if isDense(r) {
			out.WriteString(gap + string(r) + gap)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// isWord reports whether SQLite's tokenizer takes a character as part of a word,
// and isMark whether it goes with the character before it; other marks end a
// word.
func isWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.Co) }
func isMark(r rune) bool { return r >= 0x300 && r <= 0x331 }

// word is a word of a text as the index has it, and where it stands.
type word struct {
	folded   string
	from, to int
}

// wordsOf are the words of a text, as SQLite's tokenizer finds them in
// apart(text).
func wordsOf(text string) (words []word) {
	from := -1
	end := func(to int) {
		if from >= 0 {
			words = append(words, word{fold(text[from:to]), from, to})
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case isDense(r):
			end(i)
			from = i
			end(i + utf8.RuneLen(r))
		case isWord(r) && from < 0:
			from = i
		case !isWord(r) && !isMark(r):
			end(i)
		}
	}
	end(len(text))
	return words
}

// fold is a word in small letters, without accents.
func fold(word string) string {
	if strings.IndexFunc(word, isBeyondASCII) < 0 {
		return strings.ToLower(word)
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(word)))
}

func isBeyondASCII(r rune) bool { return r >= utf8.RuneSelf }
