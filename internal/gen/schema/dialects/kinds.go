package dialects

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
)

// kindOf is the JSON type of a text that is JSON.
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

// isOfType reports whether a value is of a type as schemas name them.
func isOfType(value json.RawMessage, name string) bool {
	if name == "integer" {
		return kindOf(value) == "number" && isInteger(value)
	}
	return kindOf(value) == name
}

// longNumber is how long a number may be that is looked at more closely: what
// an exponent makes of it must stay small.
const longNumber = 20

func isInteger(number json.RawMessage) bool {
	if len(number) > longNumber {
		return !slices.ContainsFunc(number, func(c byte) bool { return c == '.' || c == 'e' || c == 'E' })
	}
	value, _, err := big.ParseFloat(string(number), 10, 64, big.ToNearestEven)
	return err == nil && value.IsInt()
}

// typesOf are the types of values, in the order in which they occur.
func typesOf(values []json.RawMessage) []string {
	var types []string
	for _, value := range values {
		if kind := kindOf(value); !slices.Contains(types, kind) {
			types = append(types, kind)
		}
	}
	return types
}

// isName reports whether a value is a text that is not empty.
func isName(value json.RawMessage) bool { return kindOf(value) == "string" && string(value) != `""` }

// every reports whether something holds of all items.
func every[T any](list []T, holds func(T) bool) bool {
	return !slices.ContainsFunc(list, func(x T) bool { return !holds(x) })
}

func sortedKeys(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
