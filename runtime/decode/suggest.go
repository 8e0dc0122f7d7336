package decode

import (
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// maxSuggestedName is the longest name, in bytes, that is compared with others.
const maxSuggestedName = 64

// closest returns the name of the field that was most likely meant, or "".
func (t *Type) closestName(name string) string {
	if len(name) > maxSuggestedName {
		return ""
	}
	name = normalize(name)
	best, least := "", len(name)/3+1
	compare := func(candidate string, f *Field) {
		if d := edit.Distance(name, normalize(candidate), least); d < least {
			best, least = f.name(), d
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

// plain leaves out what spellings of one name differ in.
func normalize(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}
