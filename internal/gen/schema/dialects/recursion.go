package dialects

import (
	"slices"
	"strings"
)

// Unrolled types are written out to a depth of unrolledLevels, less where the
// schema would have more than unrolledNodes schemas: a model pays for each.
// writtenOutNodes is how many there may be where everything must be written
// out, so that types that use each other cannot fill the memory.
const (
	unrolledLevels  = 3
	unrolledNodes   = 250
	writtenOutNodes = 20000
)

// expand writes references as the dialect wants them.
func (p *projector) expand(root *node) *node {
	switch p.recursion {
	case recursionByReference:
		return root
	case recursionUnrolled:
		for levels := unrolledLevels; levels > 0 && len(p.definitions) > 0; levels-- {
			e := p.expander(unrolledNodes)
			e.levels = levels
			if out := e.expand(root, ""); e.left > 0 {
				return out
			}
		}
	}
	if len(p.definitions) == 0 {
		return root
	}
	e := p.expander(writtenOutNodes)
	out := e.expand(root, "")
	if e.left <= 0 {
		p.refuse(root, "", "$ref", "the types use each other so often that they cannot be written out", "use fewer types")
	}
	e.addDefinitions(out)
	return out
}

func (p *projector) expander(nodes int) *expander {
	return &expander{projector: p, left: nodes, used: make(map[string]bool)}
}

// expander writes definitions out where they are used.
type expander struct {
	*projector
	// open are the definitions around the current place, the innermost last.
	open []opened
	// levels is how many may be open, where they are unrolled.
	levels int
	// left is how many schemas may still be written.
	left int
	// used are the definitions that a reference to stays.
	used map[string]bool
}

// opened is a definition that is being written out.
type opened struct {
	name string
	// optional says that the current place is in a property of it, and that the
	// innermost of these is not required.
	optional bool
}

// expand is a copy of a schema without references, but for those that have to
// stay.
func (e *expander) expand(n *node, path string) *node {
	if e.left--; e.left <= 0 {
		return &node{source: n.source, members: []member{{keyword: "type", text: quote("null")}}}
	}
	if ref := n.string("$ref"); ref != "" {
		return e.reference(n, strings.TrimPrefix(ref, "#/$defs/"), path)
	}
	out := *n
	out.members = nil
	required := n.required()
	for _, m := range n.members {
		if m.keyword == "$defs" {
			continue
		}
		copied := member{keyword: m.keyword, text: m.text}
		for _, inner := range m.schemas {
			around := slices.Clone(e.open)
			if m.keyword == "properties" {
				e.enter(!slices.Contains(required, inner.name))
			}
			expanded := e.expand(inner.schema, place(path, m.keyword, inner.name))
			e.open = around
			copied.schemas = append(copied.schemas, named{inner.name, expanded})
		}
		out.members = append(out.members, copied)
	}
	return &out
}

// place is the path of a schema in another one.
func place(path, keyword, name string) string {
	switch {
	case keyword == "items":
		return path + "[]"
	case keyword == "additionalProperties":
		return path + ".*"
	case keyword == "properties" && path != "":
		return path + "." + name
	case keyword == "properties":
		return name
	}
	return path
}

// enter says of all that is open that the current place is in a property.
func (e *expander) enter(optional bool) {
	for i := range e.open {
		e.open[i].optional = optional
	}
}

// reference is what stands in the place of a reference.
func (e *expander) reference(n *node, name, path string) *node {
	definition := e.definitions[name]
	if definition == nil {
		e.refuse(n, path, "$ref", "it refers to nothing", "refer to one of $defs")
		return n.clone()
	}
	if e.recursion == recursionUnrolled {
		return e.unroll(n, definition, name, path)
	}
	times, optional := e.isOpen(name)
	switch {
	case times == 0:
		return e.write(n, definition, name, path)
	case e.recursion == recursionInOptionalFields && optional:
		e.used[name] = true
	case e.recursion == recursionInOptionalFields && times == 1: // it may lead to an optional property of another type
		return e.write(n, definition, name, path)
	case e.recursion == recursionInOptionalFields:
		e.refuse(n, path, "$ref", "a type may contain itself in optional arguments only",
			"make the argument that leads back to "+name+" optional: ,omitzero in its json tag")
	default:
		e.refuse(n, path, "$ref", "a type may not contain itself",
			"write the levels that are needed as types of their own")
	}
	return n.clone()
}

// isOpen says how often a definition is being written out around the current
// place, and whether that is in a property of it that is not required.
func (e *expander) isOpen(name string) (times int, optional bool) {
	for _, o := range e.open {
		if o.name == name {
			times, optional = times+1, o.optional
		}
	}
	return times, optional
}

// write writes a definition out. It stands for the argument that refers to it.
func (e *expander) write(n, definition *node, name, path string) *node {
	e.open = append(e.open, opened{name: name})
	out := e.expand(definition, path)
	e.open = e.open[:len(e.open)-1]
	if out.source.Field == nil && n.source.Field != nil {
		out.source.Field, out.source.Span = n.source.Field, n.source.Span
	}
	return out
}

// unroll writes a definition out, unless enough levels are around it: then it
// says only that it goes on, and leaves the rest to the decoder.
func (e *expander) unroll(n, definition *node, name, path string) *node {
	if len(e.open) < e.levels {
		return e.write(n, definition, name, path)
	}
	out := &node{source: definition.source}
	if t := definition.get("type"); t != nil {
		out.set("type", t.text)
	}
	var names []string
	for _, property := range definition.children("properties") {
		names = append(names, property.name)
	}
	text := "Nested further in the same form."
	if len(names) > 0 {
		text = "Nested further in the same form: " + strings.Join(names, ", ") + "."
	}
	out.set("description", quote(text))
	switch definition.string("type") {
	case "object":
		out.hold("properties")
	case "array":
		further := &node{source: definition.source}
		further.set("description", quote(text))
		out.hold("items", named{schema: further})
	}
	return out
}

// addDefinitions adds those that a reference to stayed. Writing one out may
// use others.
func (e *expander) addDefinitions(root *node) {
	var definitions []named
	for done := map[string]bool{}; len(done) < len(e.used); {
		for _, name := range sortedKeys(e.used) {
			if done[name] {
				continue
			}
			done[name] = true
			e.open = []opened{{name: name}}
			definitions = append(definitions, named{name, e.expand(e.definitions[name], "("+name+")")})
		}
	}
	if len(definitions) > 0 {
		slices.SortFunc(definitions, func(a, b named) int { return strings.Compare(a.name, b.name) })
		root.hold("$defs", definitions...)
	}
}
