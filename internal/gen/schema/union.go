package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// union returns the schema of a union.
func (b *builder) union(t *model.Type) *jsonschema.Schema {
	s := b.node()
	for _, v := range t.Union.Variants {
		s.AnyOf = append(s.AnyOf, b.variant(t.Union, v))
	}
	return s
}

// variant returns the schema of a struct with the discriminator. It is always
// inlined, because a use of the struct alone may not have the discriminator.
//
// Arguments and results have the discriminator. If the struct declares it, its value
// in a result is any value of the field.
func (b *builder) variant(of *model.Union, v *model.Variant) *jsonschema.Schema {
	u := use{}
	s := b.note(b.properties(v.Type, func(f *model.Field) use { return variantUse(f, v) }), v.Type, u)
	switch property, declared := s.Properties.Get(of.Field); {
	case declared && len(property.Enum) == 1:
		property.Const, property.Enum = property.Enum[0], nil
	case !declared:
		constant := b.node()
		constant.Type, constant.Const = "string", v.Value
		s.Properties.Set(of.Field, b.note(constant, v.Type, u))
		_ = s.Properties.MoveToFront(of.Field) // it was set in the line before
	}
	if !b.output || v.Declared == nil {
		s.Required = orderedNames(s, append(s.Required, of.Field))
	}
	b.annotate(s, s, v.Type, u)
	return s
}

// variantUse returns the use of a field in a variant: the discriminator has one
// value.
func variantUse(f *model.Field, v *model.Variant) use {
	u := useOf(f)
	if f == v.Declared {
		u.constraints = model.Constraints{Enum: []string{string(quote(v.Value))}}
	}
	return u
}

// orderedNames returns the names of properties in the order of the properties.
func orderedNames(s *jsonschema.Schema, names []string) []string {
	given := make(map[string]bool, len(names))
	for _, name := range names {
		given[name] = true
	}
	var all []string
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		if given[pair.Key] {
			all = append(all, pair.Key)
		}
	}
	return all
}
