package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/invopop/jsonschema"
)

// KeywordOrder is a key of Schema.Extras that is not a keyword. Its value is the
// order of the keywords in an author's schema, which only Encode uses. Code that
// adds, changes or deletes keywords can ignore it.
const KeywordOrder = "\x00order"

// order are keywords in the order of the author. They may have been changed or
// deleted later.
type order []orderedKeyword

// orderedKeyword is a keyword and the author's text of its value, if that differs
// from the text that Encode writes.
type orderedKeyword struct{ name, encoded, written string }

// appendOrder adds a keyword to the order of a schema.
func appendOrder(s *jsonschema.Schema, name string) {
	if s.Extras == nil {
		s.Extras = make(map[string]any)
	}
	known, _ := s.Extras[KeywordOrder].(order)
	s.Extras[KeywordOrder] = append(known, orderedKeyword{name: name})
}

// spell stores the author's text of the value of the last keyword.
func spell(s *jsonschema.Schema, encoded, written []byte) {
	known, _ := s.Extras[KeywordOrder].(order)
	last := &known[len(known)-1]
	last.encoded, last.written = string(encoded), string(written)
}

// sort returns members in the order of a schema. A member without a rank in
// that order precedes the first member that follows it in the order of Encode.
func (o order) sort(m members) (members, error) {
	given := make(map[string]int, len(m))
	for i, member := range m {
		given[member.name] = i
	}
	var listed members
	for _, keyword := range o {
		i, ok := given[keyword.name]
		if !ok {
			continue // deleted, or given before
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
		for len(listed) > 0 && rank(listed[0].name) <= rank(m[i].name) {
			all, listed = append(all, listed[0]), listed[1:]
		}
		all = append(all, m[i])
	}
	return append(all, listed...), nil
}

// value returns the author's text, unless the value has changed.
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
