package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Sources says of the nodes of one schema where in the author's source they
// come from. It has every node that the schema reaches, those of author's own
// schemas and of definitions too, but for boolean ones: jsonschema.TrueSchema
// and FalseSchema are shared.
type Sources map[*jsonschema.Schema]Source

// Source is where a node of a schema comes from.
type Source struct {
	// Span is where to point at: the field, or else the type or the author's
	// schema. Its Start is the zero Position when the model does not know.
	Span model.Span
	// Field is the field whose value, or a part of it, the node describes. It
	// is nil at the root and in definitions, up to their own fields.
	Field *model.Field
	// Type is the Go type that the node describes; never nil.
	Type *model.Type
	// Written says that the node is part of an author's own schema.
	Written bool
}

// note records where a node comes from and returns it.
func (b *builder) note(s *jsonschema.Schema, t *model.Type, u use) *jsonschema.Schema {
	b.sources[s] = Source{Span: spanOf(t, u), Field: u.field, Type: t}
	return s
}

func spanOf(t *model.Type, u use) model.Span {
	if u.field != nil && u.field.Span != (model.Span{}) {
		return u.field.Span
	}
	return t.Span
}
