package keyword

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// formats are the formats that the decoder checks.
var formats = []struct {
	name string
	// goType is the name of the check's type in package decode.
	goType string
	check  decode.Check
}{
	{"date", "Date", decode.Date{}},
	{"date-time", "DateTime", decode.DateTime{}},
	{"duration", "ISODuration", decode.ISODuration{}},
	{"email", "Email", decode.Email{}},
	{"hostname", "Hostname", decode.Hostname{}},
	{"ipv4", "IPv4", decode.IPv4{}},
	{"ipv6", "IPv6", decode.IPv6{}},
	{"time", "TimeOfDay", decode.TimeOfDay{}},
	{"uri", "URI", decode.URI{}},
	{"uuid", "UUID", decode.UUID{}},
}

// FormatNames returns the names of the formats, sorted.
func FormatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// FormatType returns the name of the type of a format's check in package decode.
// It returns an empty name for other checks.
func FormatType(check decode.Check) string {
	for _, f := range formats {
		if f.check == check {
			return f.goType
		}
	}
	return ""
}

// formatCheck returns the check of the format in a JSON string, or nil.
func formatCheck(value string) decode.Check {
	name := model.Unquote(value)
	for _, f := range formats {
		if f.name == name {
			return f.check
		}
	}
	return nil
}

// checkFormat refuses a format that the decoder does not check.
func checkFormat(name string) error {
	if slices.Contains(FormatNames(), name) {
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
