package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/invopop/jsonschema"
)

// KeywordOrder is a key of Schema.Extras that is no keyword: its value is the
// order in which those of an author are written. Encode knows it; to others it
// is opaque. Whoever sets a keyword, adds or deletes one need not mind it.
const KeywordOrder = "\x00order"

// order are keywords as an author ordered them. Some of them may have been
// changed or deleted since.
type order []orderedKeyword

// orderedKeyword is a keyword, and how the author wrote its value if that
// differs from how Encode does.
type orderedKeyword struct{ name, encoded, written string }

// appendOrder adds a keyword to the order of a schema.
func appendOrder(s *jsonschema.Schema, name string) {
	if s.Extras == nil {
		s.Extras = make(map[string]any)
	}
	known, _ := s.Extras[KeywordOrder].(order)
	s.Extras[KeywordOrder] = append(known, orderedKeyword{name: name})
}

// spell notes how the author wrote the value of the keyword that was appended
// last.
func spell(s *jsonschema.Schema, encoded, written []byte) {
	known, _ := s.Extras[KeywordOrder].(order)
	last := &known[len(known)-1]
	last.encoded, last.written = string(encoded), string(written)
}

// sorted puts members in the order of a schema. Those that the order does not
// name stand before the first that comes after them in reading order.
func (o order) sorted(m members) (members, error) {
	given := make(map[string]int, len(m))
	for i, member := range m {
		given[member.name] = i
	}
	var listed members
	for _, keyword := range o {
		i, ok := given[keyword.name]
		if !ok {
			continue // deleted, or given twice
		}
		delete(given, keyword.name)
		value, err := keyword.value(m[i].value)
		if err != nil {
			return nil, err
		}
		listed.add(keyword.name, value)
	}
	var all members
	for _, i := range slices.Sorted(maps.Values(given)) {
		for len(listed) > 0 && place(listed[0].name) <= place(m[i].name) {
			all, listed = append(all, listed[0]), listed[1:]
		}
		all = append(all, m[i])
	}
	return append(all, listed...), nil
}

// value is what to write: the author's text, unless the value has changed.
func (k orderedKeyword) value(now any) (any, error) {
	if k.written == "" {
		return now, nil
	}
	var b bytes.Buffer
	if err := encodeValue(&b, now); err != nil {
		return nil, err
	}
	if b.String() == k.encoded {
		return json.RawMessage(k.written), nil
	}
	return now, nil
}
