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

// schemasIn has the keywords of JSON Schema whose values have schemas.
var schemasIn = map[string]Schemas{
	"items": OneSchema, "additionalProperties": OneSchema, "propertyNames": OneSchema, "contains": OneSchema,
	"not": OneSchema, "if": OneSchema, "then": OneSchema, "else": OneSchema, "contentSchema": OneSchema,
	"unevaluatedItems": OneSchema, "unevaluatedProperties": OneSchema,
	"anyOf": SchemaList, "oneOf": SchemaList, "allOf": SchemaList, "prefixItems": SchemaList,
	"properties": SchemaObject, "patternProperties": SchemaObject, "$defs": SchemaObject, "dependentSchemas": SchemaObject,
}

// SchemasIn returns the form in which the value of a keyword has schemas. It
// returns NoSchema for an unknown keyword.
func SchemasIn(keyword string) Schemas { return schemasIn[keyword] }

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
