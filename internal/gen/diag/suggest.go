package diag

import (
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/edit"
)

// maxEdits is the maximum edit distance of a suggestion.
const maxEdits = 3

// Suggest returns the candidate that the author of word probably meant: the one
// with the smallest [edit.Distance] without regard to case, or the
// alphabetically first of several. The distance must be at most a third of the
// number of characters of the word, and at most 3. A candidate that is equal to
// the word is not suggested.
func Suggest(word string, candidates []string) (string, bool) {
	allowed := min(utf8.RuneCountInString(word)/3, maxEdits)
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
