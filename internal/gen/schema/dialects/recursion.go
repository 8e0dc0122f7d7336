package dialects

import (
	"slices"
	"strings"
)

// Recursive types are unrolled to a depth of maxUnrolledLevels, or less if the
// schema would have more than maxUnrolledNodes schemas. maxInlinedNodes limits the
// number of schemas if all definitions must be inlined, and so the memory.
const (
	maxUnrolledLevels = 3
	maxUnrolledNodes  = 250
	maxInlinedNodes   = 20000
)

// expand rewrites references to the form of the dialect.
func (p *projector) expand(root *node) *node {
	switch p.recursion {
	case recursionByReference:
		return root
	case recursionUnrolled:
		for levels := maxUnrolledLevels; levels > 0 && len(p.definitions) > 0; levels-- {
			e := p.newExpander(maxUnrolledNodes)
			e.levels = levels
			if out := e.expand(root, ""); e.left > 0 {
				return out
			}
		}
	}
	if len(p.definitions) == 0 {
		return root
	}
	e := p.newExpander(maxInlinedNodes)
	out := e.expand(root, "")
	if e.left <= 0 {
		p.refuse(root, "", "$ref", "the recursive types need too many schemas without references", "use fewer recursive types")
	}
	e.addDefinitions(out)
	return out
}

// newExpander returns an expander for at most that many schemas.
func (p *projector) newExpander(nodes int) *expander {
	return &expander{projector: p, left: nodes, referenced: make(map[string]bool)}
}

// expander replaces references with the definitions that they refer to.
type expander struct {
	*projector
	// stack has the definitions around the current schema, the innermost last.
	stack []openDefinition
	// levels is the maximum length of stack when definitions are unrolled.
	levels int
	// left is the number of schemas that may still be added.
	left int
	// referenced are the definitions that remaining references refer to.
	referenced map[string]bool
}

// openDefinition is a definition that the current schema is a part of.
type openDefinition struct {
	name string
	// optional reports whether the current schema is in a property of the
	// definition, and the innermost such property is not required.
	optional bool
}

// expand returns a copy of a schema in which references are replaced where the
// dialect needs it.
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
			around := slices.Clone(e.stack)
			if m.keyword == "properties" {
				e.setOptional(!slices.Contains(required, inner.name))
			}
			expanded := e.expand(inner.schema, joinPath(path, m.keyword, inner.name))
			e.stack = around
			copied.schemas = append(copied.schemas, namedSchema{inner.name, expanded})
		}
		out.members = append(out.members, copied)
	}
	return &out
}

// joinPath returns the path of a schema in a keyword of the schema at path.
func joinPath(path, keyword, name string) string {
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

// setOptional records that the current schema is in a property of all open definitions.
func (e *expander) setOptional(optional bool) {
	for i := range e.stack {
		e.stack[i].optional = optional
	}
}

// reference returns the schema that replaces a reference.
func (e *expander) reference(n *node, name, path string) *node {
	definition := e.definitions[name]
	if definition == nil {
		e.refuse(n, path, "$ref", "it refers to no definition", "refer to a definition in $defs")
		return n.clone()
	}
	if e.recursion == recursionUnrolled {
		return e.unroll(n, definition, name, path)
	}
	times, optional := e.countOpen(name)
	switch {
	case times == 0:
		return e.inline(n, definition, name, path)
	case e.recursion == recursionInOptionalFields && optional:
		e.referenced[name] = true
	case e.recursion == recursionInOptionalFields && times == 1: // it may lead to an optional property of another type
		return e.inline(n, definition, name, path)
	case e.recursion == recursionInOptionalFields:
		e.refuse(n, path, "$ref", "a type may contain itself only in optional arguments",
			"make the argument that contains "+name+" optional: ,omitzero in its json tag")
	default:
		e.refuse(n, path, "$ref", "a type must not contain itself",
			"declare a separate type for each level that is needed")
	}
	return n.clone()
}

// countOpen returns how many times a definition is on the stack, and whether the
// current schema is in an optional property of the innermost one.
func (e *expander) countOpen(name string) (times int, optional bool) {
	for _, o := range e.stack {
		if o.name == name {
			times, optional = times+1, o.optional
		}
	}
	return times, optional
}

// inline returns the expanded definition, with the source of the reference n.
func (e *expander) inline(n, definition *node, name, path string) *node {
	e.stack = append(e.stack, openDefinition{name: name})
	out := e.expand(definition, path)
	e.stack = e.stack[:len(e.stack)-1]
	if out.source.Field == nil && n.source.Field != nil {
		out.source.Field, out.source.Span = n.source.Field, n.source.Span
	}
	return out
}

// unroll returns the expanded definition or, at the maximum depth, a schema whose
// description says that the same form continues. The decoder checks these values.
func (e *expander) unroll(n, definition *node, name, path string) *node {
	if len(e.stack) < e.levels {
		return e.inline(n, definition, name, path)
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
		out.setSchemas("properties")
	case "array":
		further := &node{source: definition.source}
		further.set("description", quote(text))
		out.setSchemas("items", namedSchema{schema: further})
	}
	return out
}

// addDefinitions adds the referenced definitions to the root. Expanding one of them
// may add references to others.
func (e *expander) addDefinitions(root *node) {
	var definitions []namedSchema
	for done := map[string]bool{}; len(done) < len(e.referenced); {
		for _, name := range sortedKeys(e.referenced) {
			if done[name] {
				continue
			}
			done[name] = true
			e.stack = []openDefinition{{name: name}}
			definitions = append(definitions, namedSchema{name, e.expand(e.definitions[name], "("+name+")")})
		}
	}
	if len(definitions) > 0 {
		slices.SortFunc(definitions, func(a, b namedSchema) int { return strings.Compare(a.name, b.name) })
		root.setSchemas("$defs", definitions...)
	}
}
