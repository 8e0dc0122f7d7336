package describe

import (
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// union describes the variants of a union.
func (d *Describer) union(t *model.Type) *decode.Union {
	u := &decode.Union{Field: t.Union.Field}
	for _, v := range t.Union.Variants {
		u.Values = append(u.Values, v.Value)
		u.Types = append(u.Types, d.Type(d.Variant(t, v), &model.Constraints{}))
	}
	return u
}

// Variant returns the struct of a variant with the discriminator as a property.
// If the struct does not declare the discriminator, that is the first property
// and has no path to a Go field, because it is not stored.
func (d *Describer) Variant(union *model.Type, v *model.Variant) *model.Type {
	if v.Declared != nil {
		return v.Type
	}
	if known := d.variants[v]; known != nil {
		return known
	}
	variant := *v.Type
	if v.Type.Name != nil {
		name := *v.Type.Name
		name.Local += "Of" + union.Name.Local
		variant.Name = &name
	}
	variant.Fields = append([]*model.Field{{
		Name: union.Union.Field, Required: true, Type: stringType,
		Constraints: model.Constraints{Enum: []string{model.Quote(v.Value)}},
	}}, v.Type.Fields...)
	d.variants[v] = &variant
	return &variant
}
