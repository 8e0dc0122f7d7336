package schema

import (
	"cmp"
	"encoding/json"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Input is the schema of a tool's arguments. A nil type means a tool without
// arguments: an object without properties, written out because some clients
// refuse an object that does not mention them.
func Input(t *model.Type) *jsonschema.Schema {
	b := &builder{}
	if t == nil {
		return closedObject()
	}
	return b.finish(b.inline(t, use{root: true}))
}

// Output is the schema of a tool's structured content, or nil when the tool
// has none. Its root is always an object: any other value is the property
// "result" of one.
func Output(r model.Result) *jsonschema.Schema {
	b := &builder{output: true}
	switch r.Kind {
	case model.ResultObject:
		t := r.Type
		for t.Kind == model.KindPointer {
			t = t.Elem
		}
		return b.finish(b.inline(t, use{root: true, nonzero: true}))
	case model.ResultWrapped:
		root := closedObject()
		root.Properties.Set("result", b.value(r.Type, use{}))
		root.Required = []string{"result"}
		return b.finish(root)
	}
	return nil
}

// builder makes one schema with its definitions.
type builder struct {
	output bool
	defs   jsonschema.Definitions
}

// use is where a type is used, with what is said of it there.
type use struct {
	title, description string
	constraints        model.Constraints
	defaultValue       string
	// nonzero says that an output leaves the zero value out.
	nonzero bool
	// root says that the type is the whole document.
	root bool
}

// items is the use of a slice's items and a map's values.
func (u use) items() use {
	if u.constraints.Items == nil {
		return use{}
	}
	return use{constraints: *u.constraints.Items}
}

func (b *builder) finish(root *jsonschema.Schema) *jsonschema.Schema {
	root.Definitions = b.defs
	return root
}

// value is the schema of a value of type t.
func (b *builder) value(t *model.Type, u use) *jsonschema.Schema {
	if t.Kind == model.KindPointer {
		return b.orNull(t.Elem, b.value(t.Elem, u), u)
	}
	s := b.inlineOrReference(t, u)
	if t.Kind == model.KindSlice || t.Kind == model.KindMap {
		return b.orNull(t, s, u)
	}
	return s
}

// orNull lets an output be null where encoding/json writes nil as null.
func (b *builder) orNull(t *model.Type, s *jsonschema.Schema, u use) *jsonschema.Schema {
	if !b.output || u.nonzero || isNullable(s) || t.Kind == model.KindAny {
		return s
	}
	either := &jsonschema.Schema{
		Title:       cmp.Or(u.title, s.Title),
		Description: cmp.Or(s.Description, u.description),
		AnyOf:       []*jsonschema.Schema{s, {Type: "null"}},
	}
	s.Title, s.Description = "", ""
	return either
}

func isNullable(s *jsonschema.Schema) bool {
	return len(s.AnyOf) > 0 && s.AnyOf[len(s.AnyOf)-1].Type == "null"
}

func (b *builder) inlineOrReference(t *model.Type, u use) *jsonschema.Schema {
	if !t.Recursive || t.Name == nil {
		return b.inline(t, u)
	}
	name := t.Name.Local
	if b.defs[name] == nil {
		if b.defs == nil {
			b.defs = make(jsonschema.Definitions)
		}
		b.defs[name] = &jsonschema.Schema{} // ends the recursion
		b.defs[name] = b.inline(t, use{nonzero: true})
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// inline is the schema of t in place. A type of a kind that it does not know
// is a mistake of the extractor's.
func (b *builder) inline(t *model.Type, u use) *jsonschema.Schema {
	s := b.ofKind(t, u)
	s.Title = u.title
	s.Description = b.describe(t, s, u)
	if u.defaultValue != "" && !b.output {
		s.Default = json.RawMessage(u.defaultValue)
	}
	return s
}
