package dialects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// node is a schema as a list of keywords, in their order. It keeps keywords that it
// does not know.
type node struct {
	// boolean is the value of a boolean schema, and nil for other schemas.
	boolean *bool
	members []member
	// source is the position in the Go source. noRepair reports whether the decoder
	// repairs no values of the schema.
	source   schema.Source
	noRepair bool
}

// member is a keyword of a schema. It has schemas, in their order, or JSON text.
type member struct {
	keyword string
	text    json.RawMessage
	schemas []namedSchema
}

// namedSchema is a schema in a keyword. Its name is that of the property or
// definition, or empty.
type namedSchema struct {
	name   string
	schema *node
}

// parse parses a schema that package schema wrote.
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
		switch dialect.SchemasIn(e.name) {
		case dialect.NoSchema:
			m.text = e.text
		case dialect.OneSchema:
			m.schemas, err = parseAll([]entry{e})
		case dialect.SchemaList:
			m.schemas, err = parseList(e.text)
		case dialect.SchemaObject:
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

// parseAll parses the schemas of entries.
func parseAll(entries []entry) ([]namedSchema, error) {
	var all []namedSchema
	for _, e := range entries {
		n, err := parse(e.text)
		if err != nil {
			return nil, err
		}
		all = append(all, namedSchema{e.name, n})
	}
	return all, nil
}

// parseList parses a JSON array of schemas.
func parseList(text []byte) ([]namedSchema, error) {
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

// entriesOf returns the members of an object, in their order.
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

// brackets enclose the schemas of a keyword.
var brackets = map[dialect.Schemas][2]string{dialect.SchemaList: {"[", "]"}, dialect.SchemaObject: {"{", "}"}}

// encode appends the value of a keyword.
func (m *member) encode(to []byte) []byte {
	form := dialect.SchemasIn(m.keyword)
	if form == dialect.NoSchema {
		return append(to, m.text...)
	}
	to = append(to, brackets[form][0]...)
	for i, s := range m.schemas {
		if i > 0 {
			to = append(to, ',')
		}
		if form == dialect.SchemaObject {
			to = append(append(to, quote(s.name)...), ':')
		}
		to = s.schema.encode(to)
	}
	return append(to, brackets[form][1]...)
}

// quote returns a text as a JSON string, without escapes for HTML.
func quote(text string) json.RawMessage { return mustEncode(text) }

// mustEncode encodes a value that cannot fail to encode: a string, or a list of
// strings or of JSON values that were decoded.
func mustEncode(value any) json.RawMessage {
	text, _ := encode(value)
	return text
}

// encode returns a value as compact JSON, without escapes for HTML.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// get returns the member of a keyword, or nil if the schema does not have it.
func (n *node) get(keyword string) *member {
	i := slices.IndexFunc(n.members, func(m member) bool { return m.keyword == keyword })
	if i < 0 {
		return nil
	}
	return &n.members[i]
}

// has reports whether the schema has the keyword.
func (n *node) has(keyword string) bool { return n.get(keyword) != nil }

// string returns the value of a keyword if it is a string, and "" otherwise.
func (n *node) string(keyword string) string {
	var text string
	if m := n.get(keyword); m != nil && m.text != nil {
		_ = json.Unmarshal(m.text, &text)
	}
	return text
}

// child returns the schema of a keyword that has exactly one, or nil.
func (n *node) child(keyword string) *node {
	if m := n.get(keyword); m != nil && len(m.schemas) == 1 {
		return m.schemas[0].schema
	}
	return nil
}

// children returns the schemas of a keyword.
func (n *node) children(keyword string) []namedSchema {
	if m := n.get(keyword); m != nil {
		return m.schemas
	}
	return nil
}

// set replaces the JSON text of a keyword, or adds the keyword at its position.
func (n *node) set(keyword string, text json.RawMessage) { n.put(member{keyword: keyword, text: text}) }

// setSchemas replaces the schemas of a keyword, or adds the keyword at its position.
func (n *node) setSchemas(keyword string, schemas ...namedSchema) {
	n.put(member{keyword: keyword, schemas: schemas})
}

// firstKeywords are the keywords at the start of a schema, in their order.
var firstKeywords = []string{"type", "title", "description", "format", "enum", "const"}

// put replaces a member, or inserts it at the position of its keyword.
func (n *node) put(m member) {
	if old := n.get(m.keyword); old != nil {
		*old = m
		return
	}
	at := len(n.members)
	if rank := slices.Index(firstKeywords, m.keyword); rank >= 0 {
		for at = 0; at < len(n.members); at++ {
			if other := slices.Index(firstKeywords, n.members[at].keyword); other < 0 || other > rank {
				break
			}
		}
	}
	n.members = slices.Insert(n.members, at, m)
}

// remove removes a keyword and returns its member, or nil if the schema does not
// have it.
func (n *node) remove(keyword string) *member {
	old := n.get(keyword)
	if old == nil {
		return nil
	}
	m := *old
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return m.keyword == keyword })
	return &m
}

// clone returns a copy that shares only JSON texts with n.
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

// walk calls visit for the schema and for all schemas in it.
func (n *node) walk(visit func(*node)) {
	visit(n)
	for _, m := range n.members {
		for _, s := range m.schemas {
			s.schema.walk(visit)
		}
	}
}
