package dialects

import (
	"encoding/json"
	"slices"
	"strings"
)

// values rewrites the default and the examples of a schema as values of what
// it becomes.
func (p *projector) values(n *node) {
	if m := n.get("default"); m != nil {
		m.text = p.value(n, m.text)
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
		examples[i] = p.value(n, example)
	}
	m.text = mustEncode(examples)
}

// value rewrites a value of a schema, as it was, as a value of what the schema
// becomes: maps as lists, numbers as texts, and null for what is not there. A
// value that the schema does not describe stays.
func (p *projector) value(n *node, value json.RawMessage) json.RawMessage {
	if name, ok := strings.CutPrefix(n.string("$ref"), "#/$defs/"); ok && p.definitions[name] != nil {
		return p.value(p.definitions[name], value)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, branch := range n.children(keyword) {
			if p.fits(branch.schema, value) {
				return p.value(branch.schema, value)
			}
		}
	}
	switch kind := kindOf(value); {
	case kind == "number" && p.quotes(n):
		return quote(string(value))
	case kind == "array" && n.child("items") != nil:
		return p.arrayValue(n.child("items"), value)
	case kind == "object" && n.isMap() && p.listsForMaps && !n.source.Written:
		return p.mapValue(n.child("additionalProperties"), value)
	case kind == "object":
		return p.objectValue(n, value)
	}
	return value
}

// fits reports whether a value may be meant by a schema: it has its type, and
// of an object the properties with one value have that.
func (p *projector) fits(n *node, value json.RawMessage) bool {
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

func (p *projector) arrayValue(items *node, value json.RawMessage) json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return value
	}
	for i, item := range list {
		list[i] = p.value(items, item)
	}
	return mustEncode(list)
}

func (p *projector) mapValue(values *node, value json.RawMessage) json.RawMessage {
	entries, err := entriesOf(value)
	if err != nil {
		return value
	}
	list := []json.RawMessage{}
	for _, e := range entries {
		list = append(list, object([]entry{{"key", quote(e.name)}, {"value", p.value(values, e.text)}}))
	}
	return mustEncode(list)
}

func (p *projector) objectValue(n *node, value json.RawMessage) json.RawMessage {
	entries, err := entriesOf(value)
	if err != nil {
		return value
	}
	for _, property := range n.children("properties") {
		i := slices.IndexFunc(entries, func(e entry) bool { return e.name == property.name })
		switch {
		case i >= 0:
			entries[i].text = p.value(property.schema, entries[i].text)
		case p.nullsForOptional:
			entries = append(entries, entry{property.name, json.RawMessage("null")})
		}
	}
	return object(entries)
}

// object is a JSON object with these members.
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
