package decode

import (
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// maxSuggestedName is the maximum length, in bytes, of a name that is compared with
// others.
const maxSuggestedName = 64

// closestName returns the name of the field that is most similar to a name, or "" if
// none is similar.
func (t *Type) closestName(name string) string {
	if len(name) > maxSuggestedName {
		return ""
	}
	n := len(t.Fields)
	aliases := t.rules().Aliases
	switch at := closest(name, n+len(aliases), func(i int) string {
		if i < n {
			return t.Fields[i].name()
		}
		return aliases[i-n].Name
	}); {
	case at < 0:
		return ""
	case at < n:
		return t.Fields[at].name()
	default:
		return t.Fields[aliases[at-n].Field].name()
	}
}

// closest returns the index of the first of n candidates that is most similar to a name, or -1.
func closest(name string, n int, candidate func(int) string) int {
	name = normalize(name)
	best, limit := -1, len(name)/3+1
	for i := range n {
		if d := edit.Distance(name, normalize(candidate(i)), limit); d < limit {
			best, limit = i, d
		}
	}
	return best
}

// closestOf returns the value that is most similar to a text, or "" if none is similar.
func closestOf(text string, values []string) string {
	if len(text) > maxSuggestedName {
		return ""
	}
	if at := closest(text, len(values), func(i int) string { return values[i] }); at >= 0 {
		return values[at]
	}
	return ""
}

// normalize removes the differences between the usual spellings of one name.
func normalize(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}
