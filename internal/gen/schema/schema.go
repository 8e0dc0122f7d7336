package schema

import (
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Input returns the schema of a tool's arguments. A nil type means a tool without
// arguments: an object with an empty list of properties, because some clients
// refuse an object without it.
func Input(t *model.Type) *jsonschema.Schema {
	return new(builder).input(t)
}

// input does what Input does.
func (b *builder) input(t *model.Type) *jsonschema.Schema {
	if t == nil {
		return b.closedObject()
	}
	return b.finish(b.value(t, use{root: true}))
}

// InputWithSources returns the schema of a tool's arguments, like Input, and the
// sources of its nodes. A tool without arguments has no sources.
func InputWithSources(t *model.Type) (*jsonschema.Schema, Sources) {
	if t == nil {
		return new(builder).closedObject(), Sources{}
	}
	b := &builder{sources: Sources{}}
	return b.input(t), b.sources
}

// Output returns the schema of a tool's structured content, or nil if there is
// none. Its root is always an object: any other value is the property "result" of
// an object.
func Output(r model.Result) *jsonschema.Schema {
	return (&builder{output: true}).ofResult(r)
}

// ofResult does what Output does.
func (b *builder) ofResult(r model.Result) *jsonschema.Schema {
	switch r.Kind {
	case model.ResultObject:
		t, _ := pointee(r.Type)
		return b.finish(b.value(t, use{root: true, nonzero: true}))
	case model.ResultWrapped:
		root := b.closedObject()
		root.Properties.Set("result", b.value(r.Type, use{}))
		root.Required = []string{"result"}
		return b.finish(root)
	}
	return nil
}

// builder creates one schema with its definitions.
type builder struct {
	output  bool
	defs    jsonschema.Definitions
	nodes   int                         // the number of nodes that have a source
	written map[*jsonschema.Schema]bool // the nodes of authors' schemas
	sources Sources                     // nil if they are not needed
	// anchors are the names of the anchors in the document.
	anchors map[string]bool
	memory  *nodes // for the nodes; nil if they are allocated one by one
}

// use is a use of a type, with its constraints and annotations.
type use struct {
	// field is the field with the value, or with a value that contains it; nil if
	// there is none.
	field *model.Field
	// part means that the value is a part of the field's value, so that
	// annotations of the field do not apply to it.
	part        bool
	constraints model.Constraints
	// nonzero means that a result omits the zero value.
	nonzero bool
	// root means that the type is the root of the document.
	root bool
}

// items returns the use of the items of a slice and of the values of a map.
func (u use) items() use {
	part := use{field: u.field, part: true}
	if u.constraints.Items != nil {
		part.constraints = *u.constraints.Items
	}
	return part
}

// finish adds the definitions to the schema.
func (b *builder) finish(root *jsonschema.Schema) *jsonschema.Schema {
	root.Definitions = b.defs
	return root
}

// value returns the schema of a value of type t.
func (b *builder) value(t *model.Type, u use) *jsonschema.Schema {
	target, pointer := pointee(t)
	null := b.output && b.isNullable(t, u) && !acceptsAnything(target)
	if pointer {
		u.nonzero = false // a pointer that is not nil may point to a zero value
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

// pointee returns the type that a pointer points to.
func pointee(t *model.Type) (target *model.Type, pointer bool) {
	for t.Kind == model.KindPointer {
		t, pointer = t.Elem, true
	}
	return t, pointer
}

// plain returns the schema of a type that is not a pointer, without annotations:
// inline or as a reference. A type that is not complete yet is a reference.
func (b *builder) plain(t *model.Type, u use) *jsonschema.Schema {
	if !b.isDefinition(t, u) {
		s := b.ofKind(t, u)
		if _, noted := b.sources[s]; noted || b.written[s] {
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
	reference := b.node()
	reference.Ref = "#/$defs/" + name
	return b.note(reference, t, u)
}

// inlineLimit is the maximum number of nodes with inlined named structs. Without
// it, types that use each other very often would exhaust memory. It is the number
// of properties that OpenAI accepts in a tool.
const inlineLimit = 5000

// isDefinition reports whether a type is a reference. A recursive list with
// constraints is inlined, because a reference cannot have constraints.
func (b *builder) isDefinition(t *model.Type, u use) bool {
	switch {
	case t.Name == nil || u.root:
		return false
	case !t.Recursive:
		return t.Kind == model.KindStruct && b.nodes > inlineLimit
	case t.Kind == model.KindSlice || t.Kind == model.KindArray:
		return b.output || !isConstrained(&u.constraints)
	}
	return true
}

func isConstrained(c *model.Constraints) bool {
	return len(c.Keywords) > 0 || c.Items != nil
}
