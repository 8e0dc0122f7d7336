package dialects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/schema"
)

// node is a schema as a list of its keywords, in their order: unlike a struct
// it holds what authors write themselves, and what it does not know stays.
type node struct {
	// boolean is true or false where the schema is one of them; nil otherwise.
	boolean *bool
	members []member
	// source is where it comes from. noRepair says that the decoder repairs
	// nothing of it.
	source   schema.Source
	noRepair bool
}

// member is a keyword of a schema: those that hold schemas have them, in their
// order, all others a text.
type member struct {
	keyword string
	text    json.RawMessage
	schemas []named
}

// named is a schema that stands under a keyword; the name is that of the
// property or definition.
type named struct {
	name   string
	schema *node
}

// holding is how a keyword holds schemas.
type holding uint8

const (
	holdsText holding = iota
	holdsOne
	holdsList
	holdsNamed
)

var holdings = map[string]holding{
	"items": holdsOne, "additionalProperties": holdsOne, "propertyNames": holdsOne, "contains": holdsOne,
	"not": holdsOne, "if": holdsOne, "then": holdsOne, "else": holdsOne, "contentSchema": holdsOne,
	"unevaluatedItems": holdsOne, "unevaluatedProperties": holdsOne,
	"anyOf": holdsList, "oneOf": holdsList, "allOf": holdsList, "prefixItems": holdsList,
	"properties": holdsNamed, "patternProperties": holdsNamed, "$defs": holdsNamed, "dependentSchemas": holdsNamed,
}

// parse reads a schema. The text is JSON of package schema's making.
func parse(text []byte) (*node, error) {
	switch {
	case string(text) == "true", string(text) == "false":
		return &node{boolean: new(string(text) == "true")}, nil
	}
	entries, err := entriesOf(text)
	if err != nil {
		return nil, err
	}
	n := &node{}
	for _, e := range entries {
		m := member{keyword: e.name}
		switch holdings[e.name] {
		case holdsText:
			m.text = e.text
		case holdsOne:
			m.schemas, err = parseAll([]entry{e})
		case holdsList:
			m.schemas, err = parseList(e.text)
		case holdsNamed:
			var inner []entry
			if inner, err = entriesOf(e.text); err == nil {
				m.schemas, err = parseAll(inner)
			}
		}
		if err != nil {
			return nil, err
		}
		n.members = append(n.members, m)
	}
	return n, nil
}

func parseAll(entries []entry) ([]named, error) {
	var all []named
	for _, e := range entries {
		n, err := parse(e.text)
		if err != nil {
			return nil, err
		}
		all = append(all, named{e.name, n})
	}
	return all, nil
}

func parseList(text []byte) ([]named, error) {
	var texts []json.RawMessage
	if err := json.Unmarshal(text, &texts); err != nil {
		return nil, err
	}
	entries := make([]entry, len(texts))
	for i, text := range texts {
		entries[i].text = text
	}
	return parseAll(entries)
}

// entry is a member of a JSON object.
type entry struct {
	name string
	text json.RawMessage
}

// entriesOf are the members of an object, in their order.
func entriesOf(text []byte) ([]entry, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil, fmt.Errorf("%s is not a JSON object", text)
	}
	var entries []entry
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := token.(string)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		entries = append(entries, entry{name, value})
	}
	return entries, nil
}

// encode appends the schema as compact JSON.
func (n *node) encode(to []byte) []byte {
	if n.boolean != nil {
		if *n.boolean {
			return append(to, "true"...)
		}
		return append(to, "false"...)
	}
	to = append(to, '{')
	for i, m := range n.members {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(append(to, quote(m.keyword)...), ':')
		to = m.encode(to)
	}
	return append(to, '}')
}

// brackets enclose what a keyword holds.
var brackets = map[holding][2]string{holdsList: {"[", "]"}, holdsNamed: {"{", "}"}}

func (m *member) encode(to []byte) []byte {
	how := holdings[m.keyword]
	if how == holdsText {
		return append(to, m.text...)
	}
	to = append(to, brackets[how][0]...)
	for i, s := range m.schemas {
		if i > 0 {
			to = append(to, ',')
		}
		if how == holdsNamed {
			to = append(append(to, quote(s.name)...), ':')
		}
		to = s.schema.encode(to)
	}
	return append(to, brackets[how][1]...)
}

// quote is a text as JSON, without escapes for HTML.
func quote(text string) json.RawMessage { return mustEncode(text) }

// mustEncode writes a value that cannot fail to encode: a text, or a list of
// texts or of JSON that was read from JSON.
func mustEncode(value any) json.RawMessage {
	text, _ := encode(value)
	return text
}

// encode writes a value as compact JSON, without escapes for HTML.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// get is a keyword's member; nil when the schema does not have it.
func (n *node) get(keyword string) *member {
	i := slices.IndexFunc(n.members, func(m member) bool { return m.keyword == keyword })
	if i < 0 {
		return nil
	}
	return &n.members[i]
}

// has reports whether the schema has the keyword.
func (n *node) has(keyword string) bool { return n.get(keyword) != nil }

// string is the text of a keyword whose value is a string; empty otherwise.
func (n *node) string(keyword string) string {
	var text string
	if m := n.get(keyword); m != nil && m.text != nil {
		_ = json.Unmarshal(m.text, &text)
	}
	return text
}

// child is the schema that a keyword holds; nil when it holds none.
func (n *node) child(keyword string) *node {
	if m := n.get(keyword); m != nil && len(m.schemas) == 1 {
		return m.schemas[0].schema
	}
	return nil
}

// children are the schemas that a keyword holds.
func (n *node) children(keyword string) []named {
	if m := n.get(keyword); m != nil {
		return m.schemas
	}
	return nil
}

// set replaces a keyword's text, or adds it at its place.
func (n *node) set(keyword string, text json.RawMessage) { n.put(member{keyword: keyword, text: text}) }

// hold replaces the schemas that a keyword holds, or adds it at its place.
func (n *node) hold(keyword string, schemas ...named) {
	n.put(member{keyword: keyword, schemas: schemas})
}

// places are the keywords that are put before others.
var places = []string{"type", "title", "description", "format", "enum", "const"}

func (n *node) put(m member) {
	if old := n.get(m.keyword); old != nil {
		*old = m
		return
	}
	at := len(n.members)
	if rank := slices.Index(places, m.keyword); rank >= 0 {
		for at = 0; at < len(n.members); at++ {
			if other := slices.Index(places, n.members[at].keyword); other < 0 || other > rank {
				break
			}
		}
	}
	n.members = slices.Insert(n.members, at, m)
}

// remove takes a keyword away and returns its member; nil when the schema does
// not have it.
func (n *node) remove(keyword string) *member {
	old := n.get(keyword)
	if old == nil {
		return nil
	}
	m := *old
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.keyword == keyword })
	return &m
}

// clone is a copy that shares nothing but texts.
func (n *node) clone() *node {
	c := *n
	c.members = slices.Clone(n.members)
	for i, m := range c.members {
		c.members[i].schemas = slices.Clone(m.schemas)
		for j, s := range m.schemas {
			c.members[i].schemas[j].schema = s.schema.clone()
		}
	}
	return &c
}

// walk calls visit for the schema and for all those in it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, m := range n.members {
		for _, s := range m.schemas {
			s.schema.walk(visit)
		}
	}
}
