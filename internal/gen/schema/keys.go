package schema

import (
	"encoding/json"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// integerKeys are the patterns of integers as keys.
var integerKeys = map[model.Kind]string{
	model.KindInt:  `^(0|-?[1-9][0-9]*)$`,
	model.KindUint: `^(0|[1-9][0-9]*)$`,
}

// dictionary returns the schema of an object with any names. It has an empty list
// of properties, because some clients refuse an object without properties.
func (b *builder) dictionary(t *model.Type, u use) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type:                 "object",
		Properties:           jsonschema.NewProperties(),
		AdditionalProperties: b.value(t.Elem, u.items()),
		PropertyNames:        b.names(t.Key, u),
	}
}

// names returns the schema of a map's keys: constants, integers, or nil for any
// string. Constants of an integer type are quoted.
func (b *builder) names(key *model.Type, u use) *jsonschema.Schema {
	s := &jsonschema.Schema{Pattern: integerKeys[key.Kind]}
	for _, value := range b.enum(key, use{}) {
		s.Enum = append(s.Enum, quotedName(value.(json.RawMessage)))
		s.Pattern = ""
	}
	if s.Pattern == "" && len(s.Enum) == 0 {
		return nil
	}
	return b.note(s, key, u.items())
}

// quotedName returns a JSON text as the name of a property.
func quotedName(text json.RawMessage) json.RawMessage {
	if strings.HasPrefix(string(text), `"`) {
		return text
	}
	return json.RawMessage(`"` + string(text) + `"`)
}
