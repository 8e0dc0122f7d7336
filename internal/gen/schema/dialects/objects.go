package dialects

import (
	"slices"
)

// isMap reports whether a schema is an object without named properties.
func (n *node) isMap() bool {
	if n.string("type") != "object" || len(n.children("properties")) > 0 {
		return false
	}
	return n.isOpen()
}

// isOpen reports whether an object allows properties that it does not name.
func (n *node) isOpen() bool {
	rest := n.child("additionalProperties")
	return rest == nil || rest.boolean == nil || *rest.boolean
}

// rewriteObject rewrites the properties of an object, and its keywords for properties.
func (p *projector) rewriteObject(n *node, path string) {
	for _, property := range n.children("properties") {
		p.rewrite(property.schema, joinPath(path, "properties", property.name))
		p.liftDescription(n, property.schema, property.name)
	}
	if !n.has("properties") && p.closing == closingAlways {
		n.setSchemas("properties")
	}
	p.closeObject(n, path)
	p.setRequired(n, path)
	if p.noEmptyObjects && len(n.children("properties")) == 0 && path != "" {
		p.refuse(n, path, "properties", "an object needs at least one property", "remove the argument, or add a field to it")
	}
}

// closeObject rewrites additionalProperties to the form of the dialect.
func (p *projector) closeObject(n *node, path string) {
	rest := n.child("additionalProperties")
	switch {
	case p.closing == closingUnchanged:
		if rest != nil && rest.boolean == nil {
			p.rewrite(rest, path+".*")
		}
		return
	case p.closing == closingOmitted && rest != nil && rest.boolean == nil,
		p.closing == closingAlways && n.isOpen():
		p.refuse(n, path, "additionalProperties", "an object may have only named properties",
			`write "additionalProperties":false, or name the properties`)
		return
	}
	if p.closing == closingOmitted {
		n.remove("additionalProperties")
	} else if rest == nil {
		n.setSchemas("additionalProperties", namedSchema{schema: &node{boolean: new(false)}})
	}
}

// setRequired rewrites the list of required properties to the form of the dialect.
// If all properties must be required, it allows null for optional ones.
func (p *projector) setRequired(n *node, path string) {
	required := n.required()
	if !p.nullsForOptional {
		if len(required) == 0 {
			n.remove("required")
		}
		return
	}
	names := []string{}
	for _, property := range n.children("properties") {
		names = append(names, property.name)
		switch {
		case slices.Contains(required, property.name):
		case n.source.Written:
			p.refuse(property.schema, joinPath(path, "properties", property.name), "required", "all properties must be required, and toolgen does not add null to a schema of //tool:schema",
				`list the property in "required", and allow null for it`)
		default:
			property.schema.allowNull()
		}
	}
	if !n.has("required") {
		after := slices.IndexFunc(n.members, func(m member) bool { return m.keyword == "properties" })
		n.members = slices.Insert(n.members, after+1, member{keyword: "required"})
	}
	n.set("required", mustEncode(names))
}

// allowNull makes a schema also allow null.
func (n *node) allowNull() {
	null := namedSchema{schema: &node{source: n.source, members: []member{{keyword: "type", text: quote("null")}}}}
	if n.string("type") == "null" {
		return
	}
	if branches := n.children("anyOf"); branches != nil {
		if !slices.ContainsFunc(branches, func(b namedSchema) bool { return b.schema.string("type") == "null" }) {
			n.setSchemas("anyOf", append(slices.Clip(branches), null)...)
		}
		return
	}
	value := *n
	value.members = nil
	outer := node{source: n.source}
	for _, m := range n.members {
		if annotations[m.keyword] {
			outer.members = append(outer.members, m)
			continue
		}
		value.members = append(value.members, m)
	}
	outer.setSchemas("anyOf", namedSchema{schema: &value}, null)
	*n = outer
}

// rewriteMap rewrites a map as a list of objects with a key and a value.
func (p *projector) rewriteMap(n *node, path string) {
	if n.source.Written {
		p.refuse(n, path, "additionalProperties", "an object may have only named properties, and toolgen does not rewrite a schema of //tool:schema",
			"use a Go map instead of //tool:schema, or name the properties")
		return
	}
	key := &node{source: n.source}
	if names := n.remove("propertyNames"); names != nil {
		key = names.schemas[0].schema
	}
	key.set("type", quote("string"))
	entry := &node{source: n.source}
	entry.set("type", quote("object"))
	entry.setSchemas("properties", namedSchema{"key", key}, namedSchema{"value", n.child("additionalProperties")})
	entry.set("required", mustEncode([]string{"key", "value"}))
	entry.setSchemas("additionalProperties", namedSchema{schema: &node{boolean: new(false)}})

	n.set("type", quote("array"))
	n.describe("A list of keys with their values; no key occurs twice.")
	for _, keyword := range []string{"properties", "required", "additionalProperties"} {
		n.remove(keyword)
	}
	n.setSchemas("items", namedSchema{schema: entry})
	n.rename("minProperties", "minItems")
	n.rename("maxProperties", "maxItems")
}

// rename renames a keyword, if the schema has it.
func (n *node) rename(from, to string) {
	if m := n.get(from); m != nil {
		m.keyword = to
	}
}
