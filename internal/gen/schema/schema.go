package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Input is the schema of a tool's arguments. A nil type means a tool without
// arguments: an object without properties, written out because some clients
// refuse an object that does not mention them.
func Input(t *model.Type) *jsonschema.Schema {
	s, _ := InputWithSources(t)
	return s
}

// InputWithSources is the schema of a tool's arguments, as Input makes it, and
// where its nodes come from. A tool without arguments has no sources.
func InputWithSources(t *model.Type) (*jsonschema.Schema, Sources) {
	if t == nil {
		return closedObject(), Sources{}
	}
	b := &builder{sources: Sources{}}
	return b.finish(b.value(t, use{root: true})), b.sources
}

// Output is the schema of a tool's structured content, or nil when the tool
// has none. Its root is always an object: any other value is the property
// "result" of one.
func Output(r model.Result) *jsonschema.Schema {
	b := &builder{output: true, sources: Sources{}}
	switch r.Kind {
	case model.ResultObject:
		t, _ := pointee(r.Type)
		return b.finish(b.value(t, use{root: true, nonzero: true}))
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
	output  bool
	defs    jsonschema.Definitions
	sources Sources
	// anchors are the names given, each of which may stand once.
	anchors map[string]bool
}

// use is where a type is used, with what is said of it there.
type use struct {
	// field is the field whose value it is, or is part of; nil for none.
	field *model.Field
	// part says that it is only a part of the field's value, so that what the
	// field says of its value is not about it.
	part        bool
	constraints model.Constraints
	// nonzero says that an output leaves the zero value out.
	nonzero bool
	// root says that the type is the whole document.
	root bool
}

// items is the use of a slice's items and a map's values.
func (u use) items() use {
	part := use{field: u.field, part: true}
	if u.constraints.Items != nil {
		part.constraints = *u.constraints.Items
	}
	return part
}

func (b *builder) finish(root *jsonschema.Schema) *jsonschema.Schema {
	root.Definitions = b.defs
	return root
}

// value is the schema of a value of type t.
func (b *builder) value(t *model.Type, u use) *jsonschema.Schema {
	target, pointer := pointee(t)
	null := b.output && b.isNullable(t, u) && !acceptsAnything(target)
	if pointer {
		u.nonzero = false // the pointer is not nil, its target may be zero
	}
	plain := b.plain(target, u)
	s := plain
	if null {
		s = b.orNull(plain, target, u)
	}
	if s.Ref == "" {
		b.annotate(s, plain, target, u)
	}
	return s
}

// pointee is the type that a pointer leads to.
func pointee(t *model.Type) (target *model.Type, pointer bool) {
	for t.Kind == model.KindPointer {
		t, pointer = t.Elem, true
	}
	return t, pointer
}

// plain is the schema of a type that is no pointer, without what is said of
// it: in place, or a reference. A type that is still being written is a
// reference.
func (b *builder) plain(t *model.Type, u use) *jsonschema.Schema {
	if !b.isDefinition(t, u) {
		s := b.ofKind(t, u)
		if _, written := b.sources[s]; written {
			return s
		}
		return b.note(s, t, u)
	}
	name := t.Name.Local
	if b.defs[name] == nil {
		if b.defs == nil {
			b.defs = make(jsonschema.Definitions)
		}
		b.defs[name] = &jsonschema.Schema{} // ends the recursion
		alone := use{nonzero: true}
		definition := b.note(b.ofKind(t, alone), t, alone)
		b.annotate(definition, definition, t, alone)
		b.defs[name] = definition
	}
	return b.note(&jsonschema.Schema{Ref: "#/$defs/" + name}, t, u)
}

// inlineLimit is the number of nodes beyond which named structs are
// definitions: types that use each other many times over would fill the
// memory. It is the number of properties that OpenAI takes in a tool.
const inlineLimit = 5000

// isDefinition reports whether a type is used by reference. A recursive list
// that is constrained where it is used is written out there: a reference
// cannot be.
func (b *builder) isDefinition(t *model.Type, u use) bool {
	switch {
	case t.Name == nil || u.root:
		return false
	case !t.Recursive:
		return t.Kind == model.KindStruct && len(b.sources) > inlineLimit
	case t.Kind == model.KindSlice || t.Kind == model.KindArray:
		return b.output || !isConstrained(&u.constraints)
	}
	return true
}

func isConstrained(c *model.Constraints) bool {
	return len(c.Keywords) > 0 || c.Items != nil
}
