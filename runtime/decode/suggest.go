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
	name = normalize(name)
	best, limit := "", len(name)/3+1
	compare := func(candidate string, f *Field) {
		if d := edit.Distance(name, normalize(candidate), limit); d < limit {
			best, limit = f.name(), d
		}
	}
	for n := range t.Fields {
		compare(t.Fields[n].name(), &t.Fields[n])
	}
	for _, alias := range t.rules().Aliases {
		compare(alias.Name, &t.Fields[alias.Field])
	}
	return best
}

// normalize removes the differences between the usual spellings of one name.
func normalize(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}
