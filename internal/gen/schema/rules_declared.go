package schema

import (
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// jsonTypes are the decoder's sets of one JSON type.
var jsonTypes = map[string]decode.Types{
	"null": decode.TypeNull, "boolean": decode.TypeBoolean, "integer": decode.TypeInteger, "number": decode.TypeNumber,
	"string": decode.TypeString, "array": decode.TypeArray, "object": decode.TypeObject,
}

// declared is a schema that an author wrote as the decoder has it.
func declared(n *model.SchemaNode) *decode.Schema {
	if n == nil {
		return nil
	}
	s := &decode.Schema{
		Never:  n.Never,
		Number: &decode.Range{Min: n.Minimum, Max: n.Maximum, Above: n.ExclusiveMinimum, Below: n.ExclusiveMaximum, Step: n.MultipleOf},
		Text:   &decode.SchemaText{Length: between(n.MinLength, n.MaxLength)},
		Array:  &decode.SchemaArray{Items: declared(n.Items), Count: between(n.MinItems, n.MaxItems), Unique: n.UniqueItems},
		Object: &decode.SchemaObject{
			Required: n.Required, Additional: declared(n.AdditionalProperties), Names: declared(n.PropertyNames),
			Count: between(n.MinProperties, n.MaxProperties),
		},
		Logic: &decode.SchemaLogic{AllOf: declaredAll(n.AllOf), AnyOf: declaredAll(n.AnyOf), OneOf: declaredAll(n.OneOf), Not: declared(n.Not)},
	}
	for _, name := range n.Types {
		s.Types |= jsonTypes[name]
	}
	if n.Listed || len(n.Enum) > 0 {
		s.Enum = append([]string{}, n.Enum...) // an empty list allows nothing
	}
	s.Text.Checks = checksOf(&model.Type{}, &model.Constraints{Pattern: n.Pattern, Format: n.Format})
	for _, p := range n.Properties {
		s.Object.Properties = append(s.Object.Properties, decode.SchemaProperty{Name: p.Name, Schema: declared(p.Schema)})
	}
	return s
}

func declaredAll(nodes []*model.SchemaNode) []*decode.Schema {
	var all []*decode.Schema
	for _, n := range nodes {
		all = append(all, declared(n))
	}
	return all
}

// between are bounds, or nil when there are none.
func between(least, most *int) *decode.Bounds {
	if least == nil && most == nil {
		return nil
	}
	b := &decode.Bounds{Max: decode.Unbounded}
	if least != nil {
		b.Min = *least
	}
	if most != nil {
		b.Max = *most
	}
	return b
}
