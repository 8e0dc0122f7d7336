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
	s := b.node()
	s.Type, s.Properties = "object", jsonschema.NewProperties()
	s.AdditionalProperties, s.PropertyNames = b.value(t.Elem, u.items()), b.names(t.Key, u)
	return s
}

// names returns the schema of a map's keys: constants, integers, or nil for any
// string. Constants of an integer type are quoted.
func (b *builder) names(key *model.Type, u use) *jsonschema.Schema {
	pattern, values := integerKeys[key.Kind], b.enum(key, use{})
	if pattern == "" && len(values) == 0 {
		return nil
	}
	s := b.node()
	for _, value := range values {
		s.Enum = append(s.Enum, quotedName(value.(json.RawMessage)))
	}
	if len(values) == 0 {
		s.Pattern = pattern
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
