package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// isNullable reports whether encoding/json may write a value of the type as null.
func (b *builder) isNullable(t *model.Type, u use) bool {
	switch t.Kind {
	case model.KindPointer:
		return !u.nonzero || b.isNullable(t.Elem, use{})
	case model.KindSlice, model.KindMap, model.KindBytes:
		return !u.nonzero
	case model.KindUnion:
		return true // the interface may contain a nil pointer, which is not omitted
	case model.KindJSON:
		return !u.nonzero && t.Elem != nil // MarshalJSON of the type also writes nil
	}
	return false
}

// orNull allows null in the schema of a result.
func (b *builder) orNull(s *jsonschema.Schema, t *model.Type, u use) *jsonschema.Schema {
	null := b.node()
	null.Type = "null"
	b.note(null, t, u)
	if t.Kind == model.KindUnion && s.Ref == "" {
		s.AnyOf = append(s.AnyOf, null)
		return s
	}
	either := b.node()
	either.AnyOf = []*jsonschema.Schema{s, null}
	return b.note(either, t, u)
}
