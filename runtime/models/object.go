package models

import (
	"bytes"
	"encoding/json"
)

// objectBuilder builds a JSON object whose values arrive in pieces. The members
// keep the order in which they first arrived.
type objectBuilder struct{ members []*memberBuilder }

// memberBuilder is the value of one member: a string, an array or another value.
type memberBuilder struct {
	name  string
	text  *jsonString
	items []json.RawMessage // not nil for an array
	other json.RawMessage
}

// add adds a piece of a member and returns the member. Pieces of strings and of
// arrays are joined. A null does not change a value. Any other piece replaces
// the value.
func (b *objectBuilder) add(name string, piece json.RawMessage) *memberBuilder {
	m := b.get(name)
	isNull := string(piece) == "null"
	switch {
	case m == nil:
		m = &memberBuilder{name: name}
		b.members = append(b.members, m)
	case isNull:
		return m
	}
	switch piece[0] {
	case '"':
		m.addString(piece)
	case '[':
		m.addItems(piece)
	default:
		*m = memberBuilder{name: name, other: piece}
	}
	return m
}

// addString appends a piece of a string. In an array it becomes a content part.
func (m *memberBuilder) addString(piece json.RawMessage) {
	switch {
	case m.items != nil && len(piece) > len(`""`):
		m.items = append(m.items, textPart(piece))
	case m.items == nil && m.text == nil:
		m.text, m.other = &jsonString{}, nil
		fallthrough
	case m.items == nil:
		m.text.add(piece)
	}
}

// addItems appends the items of an array. A string before them becomes a
// content part.
func (m *memberBuilder) addItems(piece json.RawMessage) {
	var items []json.RawMessage
	_ = json.Unmarshal(piece, &items) // the piece is a valid array
	if m.items == nil {
		m.items = []json.RawMessage{}
		if m.text != nil && len(m.text.raw) > 0 {
			m.items = append(m.items, textPart(m.text.value()))
		}
		m.text, m.other = nil, nil
	}
	m.items = append(m.items, items...)
}

// textPart returns a content part with the text of a JSON string.
func textPart(text json.RawMessage) json.RawMessage {
	return objectOf([]member{{"type", json.RawMessage(`"text"`)}, {"text", text}})
}

// value returns the value of the member.
func (m *memberBuilder) value() json.RawMessage {
	switch {
	case m.text != nil:
		return m.text.value()
	case m.items != nil:
		return append(append([]byte{'['}, bytes.Join(rawBytes(m.items), []byte{','})...), ']')
	}
	return m.other
}

// rawBytes converts JSON values to slices of bytes.
func rawBytes(values []json.RawMessage) [][]byte {
	all := make([][]byte, len(values))
	for i, value := range values {
		all[i] = value
	}
	return all
}

// get returns the member with the name, or nil.
func (b *objectBuilder) get(name string) *memberBuilder {
	for _, m := range b.members {
		if m.name == name {
			return m
		}
	}
	return nil
}

// object returns the JSON object.
func (b *objectBuilder) object() json.RawMessage {
	all := make([]member, len(b.members))
	for i, m := range b.members {
		all[i] = member{m.name, m.value()}
	}
	return objectOf(all)
}
