package models

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// emptyObject replaces arguments that are not a JSON object in the messages that
// go back to the provider.
var emptyObject = json.RawMessage(`{}`)

// argumentText returns the text of arguments. An API has them as a JSON string
// that contains JSON, or as a JSON value. The text is empty for null and for a
// missing value.
func argumentText(value json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return json.RawMessage(text)
	}
	return value
}

// argumentObject returns the arguments, or an empty object if they are not a
// JSON object.
func argumentObject(arguments json.RawMessage) json.RawMessage {
	if isObject(arguments) {
		return arguments
	}
	return emptyObject
}

// uniqueID returns the id of a call, or a random one if the id is empty or
// another call of the reply has it.
func (r *Reply) uniqueID(id string) string {
	isUsed := id == ""
	for i := range r.Calls {
		isUsed = isUsed || r.Calls[i].ID == id
	}
	if isUsed {
		return "call_" + strings.ToLower(rand.Text())
	}
	return id
}

// addCall adds a call.
func (r *Reply) addCall(id, name string, arguments json.RawMessage) {
	r.Calls = append(r.Calls, runtime.ToolCall{ID: id, Name: name, Args: arguments})
}

// refuseCutOffCall makes sure that the decoder refuses the last call of a
// truncated reply unless its arguments are complete. The tool would otherwise run
// with the arguments that were written so far: the decoder reads an empty text as
// no arguments and adds missing brackets at the end, but not after a comma.
func (r *Reply) refuseCutOffCall() {
	if !r.Truncated || len(r.Calls) == 0 {
		return
	}
	switch last := &r.Calls[len(r.Calls)-1]; {
	case len(bytes.TrimSpace(last.Args)) == 0:
		last.Args = json.RawMessage(`{`)
	case !json.Valid(last.Args):
		last.Args = append(slices.Clip(last.Args), ',')
	}
}

// removeClosingBrace removes the last brace of the arguments of the last call.
// It is for an API that closes the arguments of a call that it cut off.
func (r *Reply) removeClosingBrace() {
	last := &r.Calls[len(r.Calls)-1]
	if text := bytes.TrimSpace(last.Args); bytes.HasSuffix(text, []byte("}")) {
		last.Args = text[:len(text)-1]
	}
}
