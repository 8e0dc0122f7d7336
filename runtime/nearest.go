package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// nearestName returns the candidate that is most similar to the name; empty if
// none is similar. Similar names differ in at most one third of the characters,
// regardless of case. Of several such candidates, it returns the first.
func nearestName(name string, candidates []string) string {
	if len(name) > maxNameLength {
		return ""
	}
	name = strings.ToLower(name)
	best, found := max(1, len(name)/3)+1, ""
	for _, candidate := range candidates {
		if d := edit.Distance(name, strings.ToLower(candidate), best); d < best {
			best, found = d, candidate
		}
	}
	return found
}
