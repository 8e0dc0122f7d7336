package dialects

import (
	"slices"
)

// isMap reports whether a schema is an object with free names only.
func (n *node) isMap() bool {
	if n.string("type") != "object" || len(n.children("properties")) > 0 {
		return false
	}
	return n.isOpen()
}

// isOpen reports whether an object takes properties that it does not name.
func (n *node) isOpen() bool {
	rest := n.child("additionalProperties")
	return rest == nil || rest.boolean == nil || *rest.boolean
}

// object writes an object's properties anew, and what it says of them.
func (p *projector) object(n *node, path string) {
	for _, property := range n.children("properties") {
		p.schema(property.schema, place(path, "properties", property.name))
		p.lift(n, property.schema, property.name)
	}
	if !n.has("properties") && p.closing == closingAlways {
		n.hold("properties")
	}
	p.close(n, path)
	p.require(n, path)
	if p.noEmptyObjects && len(n.children("properties")) == 0 && path != "" {
		p.refuse(n, path, "properties", "an object needs at least one", "leave the argument out, or give it a field")
	}
}

// close says what the dialect wants to hear of other properties.
func (p *projector) close(n *node, path string) {
	rest := n.child("additionalProperties")
	switch {
	case p.closing == closingAsItIs:
		if rest != nil && rest.boolean == nil {
			p.schema(rest, path+".*")
		}
		return
	case p.closing == closingUnwritten && rest != nil && rest.boolean == nil,
		p.closing == closingAlways && n.isOpen():
		p.refuse(n, path, "additionalProperties", "it takes no properties beside those that are named",
			`write "additionalProperties":false, or name them`)
		return
	}
	if p.closing == closingUnwritten {
		n.remove("additionalProperties")
	} else if rest == nil {
		n.hold("additionalProperties", named{schema: &node{boolean: new(false)}})
	}
}

// require makes the list of required properties what the dialect wants: all of
// them, if optional ones have to be null instead.
func (p *projector) require(n *node, path string) {
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
			p.refuse(property.schema, place(path, "properties", property.name), "required", "all properties are, and it cannot write null for one of an author's own schema",
				`list the property in "required", and let it be null`)
		default:
			property.schema.orNull()
		}
	}
	if !n.has("required") {
		after := slices.IndexFunc(n.members, func(m member) bool { return m.keyword == "properties" })
		n.members = slices.Insert(n.members, after+1, member{keyword: "required"})
	}
	n.set("required", mustEncode(names))
}

// orNull lets a value be null, too.
func (n *node) orNull() {
	null := named{schema: &node{source: n.source, members: []member{{keyword: "type", text: quote("null")}}}}
	if n.string("type") == "null" {
		return
	}
	if branches := n.children("anyOf"); branches != nil {
		if !slices.ContainsFunc(branches, func(b named) bool { return b.schema.string("type") == "null" }) {
			n.hold("anyOf", append(slices.Clip(branches), null)...)
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
	outer.hold("anyOf", named{schema: &value}, null)
	*n = outer
}

// list writes a map as a list of objects with a key and a value each.
func (p *projector) list(n *node, path string) {
	if n.source.Written {
		p.refuse(n, path, "additionalProperties", "it has no objects with free names, and cannot write an author's own schema in another way",
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
	entry.hold("properties", named{"key", key}, named{"value", n.child("additionalProperties")})
	entry.set("required", mustEncode([]string{"key", "value"}))
	entry.hold("additionalProperties", named{schema: &node{boolean: new(false)}})

	n.set("type", quote("array"))
	n.describe("A list of keys with their values; no key occurs twice.")
	for _, keyword := range []string{"properties", "required", "additionalProperties"} {
		n.remove(keyword)
	}
	n.hold("items", named{schema: entry})
	n.rename("minProperties", "minItems")
	n.rename("maxProperties", "maxItems")
}

// rename gives a keyword another name.
func (n *node) rename(from, to string) {
	if m := n.get(from); m != nil {
		m.keyword = to
	}
}
