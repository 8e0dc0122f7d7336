package schema

import (
	"cmp"
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// annotate adds what is said of a value to its schema s; plain is the schema
// that describes it when it is not null. What an author's own schema says
// already stays.
func (b *builder) annotate(s, plain *jsonschema.Schema, t *model.Type, u use) {
	if plain.Description == "" || s != plain && u.description() != "" {
		s.Description = cmp.Or(s.Description, b.describe(t, plain, u))
	}
	if u.field == nil || u.part {
		return
	}
	f := u.field
	s.Title = cmp.Or(s.Title, f.Title)
	s.ReadOnly = s.ReadOnly || f.ReadOnly
	s.WriteOnly = s.WriteOnly || f.WriteOnly
	s.Deprecated = s.Deprecated || f.Deprecated
	s.Anchor = cmp.Or(s.Anchor, b.anchor(f.Anchor))
	if f.Default != "" && !b.output && s.Default == nil {
		s.Default = json.RawMessage(f.Default)
	}
	s.Examples = append(s.Examples, raw(f.Examples)...)
	addExtras(s, f.Extras)
}

// anchor is a name when it is used for the first time: a document has each of
// them once, and a struct may stand in it many times.
func (b *builder) anchor(name string) string {
	if name == "" || b.anchors[name] {
		return ""
	}
	if b.anchors == nil {
		b.anchors = make(map[string]bool)
	}
	b.anchors[name] = true
	return name
}

// addExtras adds keywords that the schema does not have, in their order.
func addExtras(s *jsonschema.Schema, extras []model.Extra) {
	for _, extra := range extras {
		if _, has := s.Extras[extra.Keyword]; !has {
			appendOrder(s, extra.Keyword)
			s.Extras[extra.Keyword] = json.RawMessage(extra.Value)
		}
	}
}
