package values

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// canonical returns a text of a JSON value that is equal for equal values: members
// are sorted, and numbers are fractions.
func canonical(value any) string {
	var b strings.Builder
	writeCanonical(&b, value)
	return b.String()
}

// writeCanonical writes the canonical text of a value that was decoded from JSON.
func writeCanonical(b *strings.Builder, value any) {
	switch value := value.(type) {
	case map[string]any:
		b.WriteByte('{')
		for _, name := range slices.Sorted(maps.Keys(value)) {
			b.WriteString(strconv.Quote(name) + ":")
			writeCanonical(b, value[name])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for _, item := range value {
			writeCanonical(b, item)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case string:
		b.WriteString(strconv.Quote(value))
	case json.Number:
		if r, err := rationalOf(value); err == nil {
			b.WriteString(r.RatString())
			return
		}
		b.WriteString(value.String())
	case bool:
		b.WriteString(strconv.FormatBool(value))
	default:
		b.WriteString("null")
	}
}

// constraintsOf returns the value of a keyword without the annotations of the
// schemas in it.
func constraintsOf(keyword string, value any) any {
	switch value := value.(type) {
	case []any:
		if keyword == "enum" || keyword == "required" || keyword == "type" {
			return value
		}
		var list []any
		for _, item := range value {
			list = append(list, constraintsOf(keyword, item))
		}
		return list
	case map[string]any:
		if keyword == "const" {
			return value
		}
		kept := make(map[string]any)
		for name, inner := range value {
			switch {
			case keyword == "properties":
				kept[name] = constraintsOf("", inner)
			case !slices.Contains(annotations, name):
				kept[name] = constraintsOf(name, inner)
			}
		}
		return kept
	}
	return value
}
