package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// headerSchema is the part of a schema that says which arguments are sent as HTTP
// headers, too.
type headerSchema struct {
	Type       any                        `json:"type"`
	Header     json.RawMessage            `json:"x-mcp-header"`
	Properties map[string]json.RawMessage `json:"properties"`
}

// checkHeaders returns an error if the input schema of a tool names a header that
// the protocol does not allow. A client must leave out such a tool if it sends
// arguments as headers.
func checkHeaders(input string) error {
	if !strings.Contains(input, headerKeyword) {
		return nil
	}
	return checkProperties([]byte(input), make(map[string]bool))
}

// checkProperties checks the headers of the properties of a schema. The keys of
// used are the headers of the properties before them, in lower case.
func checkProperties(text json.RawMessage, used map[string]bool) error {
	var schema headerSchema
	if json.Unmarshal(text, &schema) != nil {
		return nil // such as true: no property of it has a header
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		if err := checkHeader(property, used); err != nil {
			return fmt.Errorf("its property %q has a header, but %w", measure.Clip(name, maxToolName), err)
		}
		if err := checkProperties(property, used); err != nil {
			return err
		}
	}
	return nil
}

// checkHeader checks the header of one property.
func checkHeader(text json.RawMessage, used map[string]bool) error {
	var property headerSchema
	if json.Unmarshal(text, &property) != nil || property.Header == nil {
		return nil
	}
	if property.Type != "string" && property.Type != "integer" && property.Type != "boolean" {
		return errors.New("only strings, integers and booleans can be sent as headers")
	}
	var name string
	if json.Unmarshal(property.Header, &name) != nil || name == "" || strings.ContainsFunc(name, isNotHeaderRune) {
		return fmt.Errorf("%.100q is not the name of a header", property.Header)
	}
	if name = strings.ToLower(name); used[name] {
		return fmt.Errorf("another property has the header %q, too", measure.Clip(name, maxToolName))
	}
	used[name] = true
	return nil
}

// isNotHeaderRune reports whether the name of an HTTP header cannot contain the
// character.
func isNotHeaderRune(r rune) bool {
	isLetterOrDigit := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !isLetterOrDigit && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
