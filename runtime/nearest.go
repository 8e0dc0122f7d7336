package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// nearest is the candidate most like the name, or empty when none is: one edit
// in three characters, case apart, is alike. The first of equals wins.
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
