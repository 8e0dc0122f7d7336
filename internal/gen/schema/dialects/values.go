package dialects

import (
	"encoding/json"
	"slices"
	"strings"
)

// rewriteValues rewrites the default and the examples of a schema to the form of
// the dialect.
func (p *projector) rewriteValues(n *node) {
	if m := n.get("default"); m != nil {
		m.text = p.rewriteValue(n, m.text)
	}
	m := n.get("examples")
	if m == nil {
		return
	}
	var examples []json.RawMessage
	if json.Unmarshal(m.text, &examples) != nil {
		return
	}
	for i, example := range examples {
		examples[i] = p.rewriteValue(n, example)
	}
	m.text = mustEncode(examples)
}

// rewriteValue rewrites a value of the original schema n to a value of the rewritten
// schema: maps become lists, numbers become strings, and missing properties become
// null. It leaves a value that does not match the schema unchanged.
func (p *projector) rewriteValue(n *node, value json.RawMessage) json.RawMessage {
	if name, ok := strings.CutPrefix(n.string("$ref"), "#/$defs/"); ok && p.definitions[name] != nil {
		return p.rewriteValue(p.definitions[name], value)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, branch := range n.children(keyword) {
			if p.mayMatch(branch.schema, value) {
				return p.rewriteValue(branch.schema, value)
			}
		}
	}
	switch kind := kindOf(value); {
	case kind == "number" && p.quotesNumbers(n):
		return quote(string(value))
	case kind == "array" && n.child("items") != nil:
		return p.rewriteArrayValue(n.child("items"), value)
	case kind == "object" && n.isMap() && p.listsForMaps && !n.source.Written:
		return p.rewriteMapValue(n.child("additionalProperties"), value)
	case kind == "object":
		return p.rewriteObjectValue(n, value)
	}
	return value
}

// mayMatch reports whether a value may match a schema: it has the type of the
// schema, and the constant properties of an object have their values.
func (p *projector) mayMatch(n *node, value json.RawMessage) bool {
	if name, ok := strings.CutPrefix(n.string("$ref"), "#/$defs/"); ok && p.definitions[name] != nil {
		n = p.definitions[name]
	}
	if types := n.types(); types != nil && !slices.ContainsFunc(types, func(t string) bool { return isOfType(value, t) }) {
		return false
	}
	if kindOf(value) != "object" {
		return true
	}
	entries, err := entriesOf(value)
	if err != nil {
		return false
	}
	for _, property := range n.children("properties") {
		constant := property.schema.get("const")
		i := slices.IndexFunc(entries, func(e entry) bool { return e.name == property.name })
		if constant != nil && i >= 0 && string(entries[i].text) != string(constant.text) {
			return false
		}
	}
	return true
}

// rewriteArrayValue rewrites the items of an array.
func (p *projector) rewriteArrayValue(items *node, value json.RawMessage) json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return value
	}
	for i, item := range list {
		list[i] = p.rewriteValue(items, item)
	}
	return mustEncode(list)
}

// rewriteMapValue rewrites an object to a list of keys and values.
func (p *projector) rewriteMapValue(values *node, value json.RawMessage) json.RawMessage {
	entries, err := entriesOf(value)
	if err != nil {
		return value
	}
	list := []json.RawMessage{}
	for _, e := range entries {
		list = append(list, object([]entry{{"key", quote(e.name)}, {"value", p.rewriteValue(values, e.text)}}))
	}
	return mustEncode(list)
}

// rewriteObjectValue rewrites the properties of an object, and adds null for missing ones.
func (p *projector) rewriteObjectValue(n *node, value json.RawMessage) json.RawMessage {
	entries, err := entriesOf(value)
	if err != nil {
		return value
	}
	for _, property := range n.children("properties") {
		i := slices.IndexFunc(entries, func(e entry) bool { return e.name == property.name })
		switch {
		case i >= 0:
			entries[i].text = p.rewriteValue(property.schema, entries[i].text)
		case p.nullsForOptional:
			entries = append(entries, entry{property.name, json.RawMessage("null")})
		}
	}
	return object(entries)
}

// object returns a JSON object with these members.
func object(entries []entry) json.RawMessage {
	text := []byte{'{'}
	for i, e := range entries {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, quote(e.name)...), ':'), e.text...)
	}
	return append(text, '}')
}
