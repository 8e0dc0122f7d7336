package describe

import (
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Schema returns a declared schema in the form of the decoder. Each schema has
// one result.
func (d *Describer) Schema(s *model.Schema) *decode.Schema {
	described := d.schemas[s]
	if described == nil {
		described = Declared(s.Node)
		d.schemas[s] = described
	}
	return described
}

// types are the decoder's sets of one JSON type.
var types = map[string]decode.Types{
	"null": decode.TypeNull, "boolean": decode.TypeBoolean, "integer": decode.TypeInteger, "number": decode.TypeNumber,
	"string": decode.TypeString, "array": decode.TypeArray, "object": decode.TypeObject,
}

// Declared returns a declared schema in the form of the decoder. It returns nil
// for nil.
func Declared(n *model.SchemaNode) *decode.Schema {
	if n == nil {
		return nil
	}
	s := &decode.Schema{Never: n.Never}
	for _, name := range n.Types {
		s.Types |= types[name]
	}
	if n.HasEnum || len(n.Enum) > 0 {
		s.Enum = append([]string{}, n.Enum...) // an empty list allows nothing
	}
	if n.Items != nil {
		s.Array = &decode.SchemaArray{Items: Declared(n.Items)}
	}
	if o := declaredObject(n); o.Properties != nil || o.Required != nil || o.Additional != nil || o.Names != nil {
		s.Object = o
	}
	for _, k := range keyword.WithValue(n.Keywords) {
		k.Declare(s, n.Keywords[k.Name])
	}
	logic := decode.SchemaLogic{AllOf: declaredAll(n.AllOf), AnyOf: declaredAll(n.AnyOf), OneOf: declaredAll(n.OneOf), Not: Declared(n.Not)}
	if logic.AllOf != nil || logic.AnyOf != nil || logic.OneOf != nil || logic.Not != nil {
		s.Logic = &logic
	}
	return s
}

// declaredObject returns the keywords for objects of a declared schema.
func declaredObject(n *model.SchemaNode) *decode.SchemaObject {
	o := &decode.SchemaObject{Required: n.Required, Additional: Declared(n.AdditionalProperties), Names: Declared(n.PropertyNames)}
	for _, p := range n.Properties {
		o.Properties = append(o.Properties, decode.SchemaProperty{Name: p.Name, Schema: Declared(p.Schema)})
	}
	return o
}

// declaredAll returns declared schemas in the form of the decoder.
func declaredAll(nodes []*model.SchemaNode) []*decode.Schema {
	var all []*decode.Schema
	for _, n := range nodes {
		all = append(all, Declared(n))
	}
	return all
}

// Range returns the bounds of a number that keeps its text; nil if there are
// none.
func Range(keywords model.Keywords) *decode.Range {
	return Declared(&model.SchemaNode{Keywords: keywords}).Number
}
