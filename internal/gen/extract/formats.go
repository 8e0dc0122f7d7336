package extract

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/decode"
)

// formats are those that the decoder checks, by its own functions, so that a
// value in a tag is judged as one that a model writes.
var formats = decode.Formats()

// hasFormat reports whether a value has a format; it has all that are not
// known.
func hasFormat(name, value string) bool {
	check := formats[name]
	if check == nil {
		return true
	}
	_, ok := check.Check(value)
	return ok
}

// formatNames are the names of the formats, sorted.
func formatNames() []string { return slices.Sorted(maps.Keys(formats)) }

// checkFormat refuses a format that nothing checks.
func checkFormat(name string) error {
	if formats[name] == nil {
		return fmt.Errorf("%q is none of the formats that are checked: %s", name, strings.Join(formatNames(), ", "))
	}
	return nil
}
