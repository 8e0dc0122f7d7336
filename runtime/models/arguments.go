package models

import (
	"crypto/rand"
	"encoding/json"
	"strings"
)

// newID is an id for a call that a server sent without one.
func newID() string { return "call_" + strings.ToLower(rand.Text()) }

// argumentText is the text of arguments, which an API holds as a JSON text that
// contains it, or as a JSON value. There may be none.
func argumentText(value json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return json.RawMessage(text)
	}
	return value
}

// isText reports whether a JSON value is a text.
func isText(value json.RawMessage) bool {
	var text *string
	return json.Unmarshal(value, &text) == nil && text != nil
}

// orObject is the value, or an empty object when there is none.
func orObject(value json.RawMessage) json.RawMessage {
	if len(value) == 0 {
		return json.RawMessage("{}")
	}
	return value
}
