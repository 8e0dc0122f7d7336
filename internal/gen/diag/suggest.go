package diag

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/edit"
)

// longestSlip is the most slips that still make it the same word, however
// long it is.
const longestSlip = 3

// Suggest returns the candidate that was probably meant by word: the nearest
// one by [edit.Distance] with letters of either case being equal, the
// alphabetically first of several. One slip is allowed for every three
// characters of the word, 3 at most; a word of one or two characters only
// matches in another case. A candidate equal to the word is no suggestion.
func Suggest(word string, candidates []string) (string, bool) {
	allowed := min(utf8.RuneCountInString(word)/3, longestSlip)
	best, found := "", false
	for _, candidate := range candidates {
		d := edit.Distance(strings.ToLower(word), strings.ToLower(candidate), allowed)
		if candidate == word || d > allowed {
			continue
		}
		if !found || d < allowed || candidate < best {
			best, found, allowed = candidate, true, d
		}
	}
	return best, found
}
