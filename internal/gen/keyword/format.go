package keyword

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// formats are the checks of the formats, by name.
var formats = decode.Formats()

// FormatNames returns the names of the formats, sorted.
func FormatNames() []string { return slices.Sorted(maps.Keys(formats)) }

// formatCheck returns the check of the format in a JSON string, or nil.
func formatCheck(value string) decode.Check { return formats[model.Unquote(value)] }

// checkFormat refuses a format that the decoder does not check.
func checkFormat(name string) error {
	if formats[name] != nil {
		return nil
	}
	return fmt.Errorf("%q is not a supported format: %s", name, list(FormatNames(), ""))
}

// formatInTag reads a format. It accepts the format of a time, but does not store
// it.
func formatInTag(t *model.Type, written string) (string, error) {
	if t.Kind != model.KindTime {
		return model.Quote(written), checkFormat(written)
	}
	if written != "date-time" {
		return "", fmt.Errorf("a time has the format date-time: use a string for another one")
	}
	return "", nil
}

// list joins names with a quote before and after each.
func list(names []string, quote string) string {
	return quote + strings.Join(names, quote+", "+quote) + quote
}
