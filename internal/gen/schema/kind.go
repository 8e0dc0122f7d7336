package schema

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// ofKind returns the schema of a type. Each kind has a case; another kind is an
// error of package extract.
func (b *builder) ofKind(t *model.Type, u use) *jsonschema.Schema {
	switch t.Kind {
	case model.KindString, model.KindText, model.KindDuration:
		return b.text(t, u)
	case model.KindBool:
		s := b.node()
		s.Type = "boolean"
		return s
	case model.KindInt, model.KindUint, model.KindFloat, model.KindNumber:
		return b.number(t, u)
	case model.KindSlice, model.KindArray:
		return b.array(t, u)
	case model.KindMap:
		return b.dictionary(t, u)
	case model.KindStruct:
		return b.object(t)
	case model.KindUnion:
		return b.union(t)
	case model.KindTime:
		s := b.text(t, u)
		s.Format = cmp.Or(s.Format, "date-time")
		return s
	case model.KindBytes:
		s := b.text(t, u)
		s.ContentEncoding = "base64"
		return s
	case model.KindAny:
		return b.node()
	case model.KindJSON:
		return b.authorSchema(t, u)
	}
	panic(fmt.Sprintf("schema: no rule for kind %d of %s", t.Kind, t.Go))
}

// constraintsOf returns the constraints of a use. Results have none, because nothing
// checks them.
func (b *builder) constraintsOf(u use) model.Constraints {
	if b.output {
		return model.Constraints{}
	}
	return u.constraints
}

// text returns the schema of a string.
func (b *builder) text(t *model.Type, u use) *jsonschema.Schema {
	s := b.node()
	s.Type, s.Enum = "string", b.enum(t, u)
	constrain(s, b.constraintsOf(u).Keywords)
	return s
}

// constrain adds keywords to a schema.
func constrain(s *jsonschema.Schema, values model.Keywords) {
	for _, k := range keyword.WithValue(values) {
		k.Write(s, values[k.Name])
	}
}

// enum lists the allowed values: those of the tag, or else the constants of the
// type. A result may have other values than the constants.
func (b *builder) enum(t *model.Type, u use) []any {
	texts := b.constraintsOf(u).Enum
	if len(texts) == 0 && t.Enum != nil && !b.output {
		for _, v := range t.Enum.Values {
			texts = append(texts, v.JSON)
		}
	}
	return raw(texts)
}

// raw returns JSON texts as values that are written without changes.
func raw(texts []string) []any {
	var values []any
	for _, text := range texts {
		values = append(values, json.RawMessage(text))
	}
	return values
}

// array returns the schema of a list. A Go array has a fixed length.
func (b *builder) array(t *model.Type, u use) *jsonschema.Schema {
	s := b.node()
	s.Type, s.Items = "array", b.value(t.Elem, u.items())
	constrain(s, b.constraintsOf(u).Keywords)
	if t.Kind == model.KindArray {
		s.MinItems, s.MaxItems = new(uint64(t.Length)), new(uint64(t.Length))
	}
	return s
}
