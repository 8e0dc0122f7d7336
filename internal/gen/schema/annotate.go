package schema

import (
	"cmp"
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// annotate adds the annotations of a value to its schema s. plain is the schema
// of the value without null. Annotations in an author's own schema take
// precedence.
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

// anchor returns a name for its first use, and an empty name for later uses: an
// anchor is unique in a document, but a struct may occur in it several times.
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
