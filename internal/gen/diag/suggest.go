package diag

import (
	"strings"
	"unicode/utf8"
)

// longestSlip is the most slips that still make it the same word, however
// long it is.
const longestSlip = 3

// Suggest returns the candidate that was probably meant by word: the nearest
// one by [distance] with letters of either case being equal, the
// alphabetically first of several. One slip is allowed for every three
// characters of the word, 3 at most; a word of one or two characters only
// matches in another case. A candidate equal to the word is no suggestion.
func Suggest(word string, candidates []string) (string, bool) {
	allowed := min(utf8.RuneCountInString(word)/3, longestSlip)
	best, found := "", false
	for _, candidate := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(candidate), allowed)
		if candidate == word || d > allowed {
			continue
		}
		if !found || d < allowed || candidate < best {
			best, found, allowed = candidate, true, d
		}
	}
	return best, found
}

// distance is the Damerau-Levenshtein distance (optimal string alignment): how
// many characters have to be inserted, removed, replaced or swapped with their
// neighbour to turn one word into the other. Words whose lengths alone differ
// by more than limit are not compared.
func distance(from, to string, limit int) int {
	a, b := []rune(from), []rune(to)
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	previous, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], previous[j-2]+1)
			}
		}
		previous, last, row = last, row, previous
	}
	return last[len(b)]
}
