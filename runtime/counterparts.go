package runtime

import (
	"slices"
	"strings"
)

// counterparts has the tools to use for names of tools that do not exist, as
// Options.Counterparts does.
type counterparts map[string][]string

// maxCounterpartName is the maximum length, in bytes, of a name that has
// counterparts. It limits the time for names that a model invents.
const maxCounterpartName = 64

// of returns the counterparts of a name that are permitted, in the order of the
// option.
func (c counterparts) of(name string, permitted []string) []string {
	if len(c) == 0 || len(name) > maxCounterpartName {
		return nil
	}
	known, ok := c[name]
	if !ok {
		known = c[c.findSpelling(name)]
	}
	return slices.DeleteFunc(slices.Clone(known), func(tool string) bool { return !slices.Contains(permitted, tool) })
}

// findSpelling returns the key that differs from the name only in case, hyphens and
// underscores; empty if there is none. Of several, it returns the first in the
// alphabet, so that the result is the same for every call.
func (c counterparts) findSpelling(name string) (found string) {
	plain := plainSpelling(name)
	for key := range c {
		if plainSpelling(key) == plain && (found == "" || key < found) {
			found = key
		}
	}
	return found
}

// plainSpelling removes the differences between the usual spellings of one name.
func plainSpelling(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}
