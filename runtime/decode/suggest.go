package decode

import (
	"strings"

	"github.com/toolgen/toolgen/internal/edit"
)

// maxSuggested is the longest name, in bytes, that is compared with others.
const maxSuggested = 64

// closest returns the name of the field that was most likely meant, or "".
func closest(name string, fields []Field) string {
	if len(name) > maxSuggested {
		return ""
	}
	name = plain(name)
	best, least := "", len(name)/3+1
	for n := range fields {
		f := &fields[n]
		for _, candidate := range append([]string{f.Name}, f.Aliases...) {
			if d := edit.Distance(name, plain(candidate), least); d < least {
				best, least = f.Name, d
			}
		}
	}
	return best
}

// plain leaves out what spellings of one name differ in.
func plain(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}
