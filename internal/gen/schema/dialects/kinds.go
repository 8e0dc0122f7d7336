package dialects

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
)

// kindOf returns the JSON type of a JSON value.
func kindOf(value json.RawMessage) string {
	if len(value) == 0 {
		return "null"
	}
	switch value[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// isOfType reports whether a value has the type with this name in schemas.
func isOfType(value json.RawMessage, name string) bool {
	if name == "integer" {
		return kindOf(value) == "number" && isInteger(value)
	}
	return kindOf(value) == name
}

// maxCheckedDigits is the maximum length of a number that isInteger converts. A
// longer number with an exponent could be very large.
const maxCheckedDigits = 20

// isInteger reports whether a number has no fraction.
func isInteger(number json.RawMessage) bool {
	if len(number) > maxCheckedDigits {
		return !slices.ContainsFunc(number, func(c byte) bool { return c == '.' || c == 'e' || c == 'E' })
	}
	value, _, err := big.ParseFloat(string(number), 10, 64, big.ToNearestEven)
	return err == nil && value.IsInt()
}

// typesOf returns the JSON types of values, in the order in which they occur.
func typesOf(values []json.RawMessage) []string {
	var types []string
	for _, value := range values {
		if kind := kindOf(value); !slices.Contains(types, kind) {
			types = append(types, kind)
		}
	}
	return types
}

// isNonEmptyString reports whether a value is a string that is not empty.
func isNonEmptyString(value json.RawMessage) bool {
	return kindOf(value) == "string" && string(value) != `""`
}

// all reports whether holds returns true for all items.
func all[T any](list []T, holds func(T) bool) bool {
	return !slices.ContainsFunc(list, func(x T) bool { return !holds(x) })
}

// sortedKeys returns the sorted keys of a set.
func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
