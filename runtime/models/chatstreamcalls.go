package models

import (
	"encoding/json"
	"slices"
)

// chatStreamCalls are the calls of a streamed chat completion, in the order in
// which they began.
type chatStreamCalls []*chatStreamCall

// chatStreamCall is a call that arrives in pieces.
type chatStreamCall struct {
	index     int
	id, name  string
	arguments jsonString
}

// chatCallPiece has the members of a piece of a call that this package reads.
// Servers may leave out the index and the id.
type chatCallPiece struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// add adds a piece to its call, or begins a call with it.
func (s *chatStreamCalls) add(piece *chatCallPiece) {
	call := s.find(piece)
	if call == nil {
		call = &chatStreamCall{index: s.nextIndex()}
		if piece.Index != nil {
			call.index = *piece.Index
		}
		*s = append(*s, call)
	}
	if call.id == "" {
		call.id = piece.ID
	}
	if call.name == "" {
		call.name = piece.Function.Name
	}
	switch arguments := piece.Function.Arguments; {
	case len(arguments) == 0 || string(arguments) == "null":
	case isString(arguments):
		call.arguments.add(arguments)
	default: // some servers write an object
		call.arguments.add(encode(string(arguments)))
	}
}

// find returns the call of a piece, or nil if the piece begins a call. The call
// has the same id; otherwise it is the latest call with the same index, and
// without an index the latest call.
func (s *chatStreamCalls) find(piece *chatCallPiece) *chatStreamCall {
	var latest *chatStreamCall
	for _, call := range slices.Backward(*s) {
		if piece.Index != nil && call.index != *piece.Index {
			continue
		}
		if piece.ID != "" && call.id == piece.ID {
			return call
		}
		if latest == nil {
			latest = call
		}
	}
	if latest == nil || latest.isEndedBy(piece) {
		return nil
	}
	return latest
}

// isEndedBy reports whether a piece with the same index begins another call.
// Some servers give all calls the index 0, and some of them send no ids. Others
// repeat the name, or send a new id, in every piece of a call.
func (c *chatStreamCall) isEndedBy(piece *chatCallPiece) bool {
	switch {
	case piece.Function.Name == "" || c.name == "":
		return false
	case piece.ID != "" && c.id != "":
		return true // find compares the ids
	}
	return len(piece.Function.Arguments) > len(`""`) && c.isComplete()
}

// isComplete reports whether the arguments are a JSON object.
func (c *chatStreamCall) isComplete() bool {
	raw := c.arguments.raw
	return len(raw) > 0 && raw[len(raw)-1] == '}' && isObject(json.RawMessage(c.arguments.text()))
}

// nextIndex returns the index of a call without an index.
func (s *chatStreamCalls) nextIndex() int {
	next := 0
	for _, call := range *s {
		next = max(next, call.index+1)
	}
	return next
}

// encode returns the calls as a JSON array in the order of their indexes.
func (s *chatStreamCalls) encode() json.RawMessage {
	slices.SortStableFunc(*s, func(a, b *chatStreamCall) int { return a.index - b.index })
	type function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	type call struct {
		ID       string   `json:"id"`
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	all := make([]call, len(*s))
	for i, c := range *s {
		all[i] = call{c.id, "function", function{c.name, c.arguments.value()}}
	}
	return encode(all)
}
