package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// closedObject returns an object without properties that does not allow others.
func (b *builder) closedObject() *jsonschema.Schema {
	s := b.node()
	s.Type, s.Properties, s.AdditionalProperties = "object", jsonschema.NewProperties(), jsonschema.FalseSchema
	return s
}

// object returns the schema of a struct, with the properties in the order of
// declaration.
func (b *builder) object(t *model.Type) *jsonschema.Schema { return b.properties(t, useOf) }

// properties returns an object; uses returns the use of the type of each field.
func (b *builder) properties(t *model.Type, uses func(*model.Field) use) *jsonschema.Schema {
	s := b.closedObject()
	for _, f := range t.Fields {
		s.Properties.Set(f.Name, b.value(f.Type, uses(f)))
		if b.requires(f) {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

func useOf(f *model.Field) use {
	return use{field: f, constraints: f.Constraints, nonzero: f.OmitEmpty || f.OmitZero}
}

// requires reports whether the property is always present: in arguments as the
// author declared, in results if encoding/json always writes it.
func (b *builder) requires(f *model.Field) bool {
	if !b.output {
		return f.Required
	}
	return !f.OmitEmpty && !f.OmitZero && !isPromotedThroughPointer(f)
}

// isPromotedThroughPointer reports whether the field is promoted from an embedded
// pointer.
func isPromotedThroughPointer(f *model.Field) bool {
	for _, step := range f.Path {
		if step.Allocate != nil {
			return true
		}
	}
	return false
}
