package dialect

import "encoding/json"

// Schemas is the form in which the value of a keyword has schemas.
type Schemas uint8

// The forms.
const (
	NoSchema     Schemas = iota // the value is not a schema
	OneSchema                   // the value is a schema
	SchemaList                  // the value is a list of schemas
	SchemaObject                // the value is an object with schemas by name
)

// SchemasIn returns the form in which the value of a keyword has schemas. It
// returns NoSchema for an unknown keyword.
func SchemasIn(keyword string) Schemas {
	switch keyword { // no map, because a program initializes maps when it starts
	case "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "contentSchema",
		"unevaluatedItems", "unevaluatedProperties":
		return OneSchema
	case "anyOf", "oneOf", "allOf", "prefixItems":
		return SchemaList
	case "properties", "patternProperties", "$defs", "dependentSchemas":
		return SchemaObject
	}
	return NoSchema
}

// of returns the schemas in the value of a keyword. It returns nil if the value
// has another form.
func (s Schemas) of(value json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	switch s {
	case OneSchema:
		list = []json.RawMessage{value}
	case SchemaList:
		_ = json.Unmarshal(value, &list)
	case SchemaObject:
		var byName members
		_ = json.Unmarshal(value, &byName)
		for _, inner := range byName {
			list = append(list, inner)
		}
	}
	return list
}
