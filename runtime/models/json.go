package models

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// encode returns the JSON of a value, without escapes for HTML. The value must
// have a JSON form.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic("models: " + err.Error()) // this package builds all values
	}
	return bytes.TrimSpace(b.Bytes())
}

// member is one member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf returns the members of a JSON object in their order. It returns an
// error for any other JSON value.
func membersOf(object json.RawMessage) ([]member, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if first, err := decoder.Token(); err != nil || first != json.Delim('{') {
		return nil, fmt.Errorf("expected a JSON object, got %q", beginning(object))
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

// setMember returns the JSON object with another value for one of its members.
// The member keeps its position. If the object does not have the member,
// setMember appends it. A value that is not an object is returned unchanged.
func setMember(object json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	all, err := membersOf(object)
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

// objectOf returns the JSON object with the members.
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

// isObject reports whether a text is a JSON object.
func isObject(text json.RawMessage) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal(text, &members) == nil && members != nil
}

// isString reports whether a JSON value is a string.
func isString(value json.RawMessage) bool {
	var text *string
	return json.Unmarshal(value, &text) == nil && text != nil
}
