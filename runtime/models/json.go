package models

import (
	"bytes"
	"encoding/json"
)

// encode is the JSON of a value that always has one, without escapes for HTML.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic("models: " + err.Error()) // the values are built in this package
	}
	return bytes.TrimSpace(b.Bytes())
}

// member is one member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members are the members of a JSON object in their order.
func members(object json.RawMessage) ([]member, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	var all []member
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		text, _ := name.(string)
		all = append(all, member{text, value})
	}
	return all, nil
}

// with returns the object with another value for one of its members, which
// keeps its position. The object without that member gets it at its end.
func with(object json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	all, err := members(object)
	if err != nil {
		return object
	}
	found := false
	for i := range all {
		if all[i].name == name {
			all[i].value, found = value, true
		}
	}
	if !found {
		all = append(all, member{name, value})
	}
	return objectOf(all)
}

// objectOf is the JSON object with the members.
func objectOf(all []member) json.RawMessage {
	out := []byte{'{'}
	for i, m := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, encode(m.name)...), ':'), m.value...)
	}
	return append(out, '}')
}
