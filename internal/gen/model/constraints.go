package model

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
)

// Constraints narrow a value. The zero value has no constraints.
type Constraints struct {
	// Keywords are those of the value itself.
	Keywords Keywords
	// Enum are the JSON texts of the values allowed; none for all.
	Enum []string
	// Items are the constraints of the items of a slice or an array, and of the
	// values of a map. Nil means no constraints.
	Items *Constraints
}

// Keywords are keywords of JSON Schema that constrain a value: those that
// package keyword lists, but for enum. The values are JSON texts, so that no
// digit is lost: "minimum" has the value 0.5, "pattern" the value "^a" with its
// quotes, and "uniqueItems" the value true. A nil map means no constraints.
type Keywords map[string]string

// Has reports whether the keyword is given.
func (k Keywords) Has(name string) bool { return k[name] != "" }

// Set gives a keyword a value, unless that is empty.
func (k *Keywords) Set(name, value string) {
	if value == "" {
		return
	}
	if *k == nil {
		*k = make(Keywords)
	}
	(*k)[name] = value
}

// Without returns a copy without the named keywords, or nil if that is empty.
func (k Keywords) Without(names ...string) Keywords {
	left := len(k)
	for _, name := range names {
		if _, given := k[name]; given {
			left--
		}
	}
	if left == 0 {
		return nil
	}
	rest := maps.Clone(k)
	for _, name := range names {
		delete(rest, name)
	}
	return rest
}

// IsZero reports whether there are no constraints. A nil pointer means no
// constraints.
func (c *Constraints) IsZero() bool {
	return c == nil || len(c.Keywords) == 0 && len(c.Enum) == 0 && c.Items == nil
}

// OfItems returns the constraints of the items, never nil.
func (c *Constraints) OfItems() *Constraints {
	if c == nil || c.Items == nil {
		return &Constraints{}
	}
	return c.Items
}

// Count returns the value of a keyword that is a count.
func Count(n int) string { return strconv.Itoa(n) }

// Quote returns a text as a JSON string, without escapes for HTML.
func Quote(text string) string {
	if isPlain(text) {
		return `"` + text + `"`
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(err) // every string can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// isPlain reports whether a text has only ASCII characters that JSON strings contain as they are.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Unquote returns the decoded text of a JSON string, and any other JSON text
// unchanged.
func Unquote(value string) string {
	if n := len(value); n >= 2 && value[0] == '"' && value[n-1] == '"' && isPlain(value[1:n-1]) {
		return value[1 : n-1]
	}
	var text string
	if !strings.HasPrefix(value, `"`) || json.Unmarshal([]byte(value), &text) != nil {
		return value
	}
	return text
}
