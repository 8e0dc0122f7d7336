package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Sources has the source of each node of a schema, including nodes of authors'
// schemas and of definitions, but not of boolean schemas: jsonschema.TrueSchema
// and FalseSchema are shared.
type Sources map[*jsonschema.Schema]Source

// Source is the source of a node of a schema.
type Source struct {
	// Span is the position for diagnostics: the field, or else the type or the
	// author's schema. Its Start is the zero Position if the model has no
	// position.
	Span model.Span
	// Field is the field whose value, or a part of it, the node describes. It is
	// nil at the root and in definitions, except for the fields of a definition's
	// type.
	Field *model.Field
	// Type is the Go type that the node describes; never nil.
	Type *model.Type
	// Written means that the node is part of an author's schema.
	Written bool
}

// note stores the source of a node and returns the node.
func (b *builder) note(s *jsonschema.Schema, t *model.Type, u use) *jsonschema.Schema {
	b.nodes++
	if b.sources != nil {
		b.sources[s] = Source{Span: spanOf(t, u), Field: u.field, Type: t}
	}
	return s
}

// noteWritten stores the source of a node of an author's schema.
func (b *builder) noteWritten(s *jsonschema.Schema, source Source) {
	b.nodes++
	if b.written == nil {
		b.written = make(map[*jsonschema.Schema]bool)
	}
	b.written[s] = true
	if b.sources != nil {
		b.sources[s] = source
	}
}

// spanOf returns the position of the field of a use, or of its type.
func spanOf(t *model.Type, u use) model.Span {
	if u.field != nil && u.field.Span != (model.Span{}) {
		return u.field.Span
	}
	return t.Span
}
