package models

import (
	"encoding/json"
	"errors"
)

// Stream puts the events of a streamed response together. It is not safe for
// concurrent use.
type Stream struct {
	api       *API
	collector collector
	err       error
}

// Delta is what one event adds that a person may see at once.
type Delta struct {
	// Text is a piece of the text for the user.
	Text string
	// Reasoning is a piece of the model's reasoning, where the provider shows
	// it.
	Reasoning string
}

// collector collects the events of one response.
type collector interface {
	// add adds an event.
	add(event []byte) (Delta, error)
	// body is the response as if it had not been streamed; nil while it is
	// not complete.
	body() []byte
}

// NewStream returns a Stream for one response.
func (a *API) NewStream() *Stream { return &Stream{api: a, collector: a.stream()} }

// Add adds the data of one event, as [ReadEvents] yields it. It fails with a
// *ResponseError when the event is not JSON or is an error of the provider; the
// stream cannot go on then.
func (s *Stream) Add(event []byte) (Delta, error) {
	if s.err != nil {
		return Delta{}, s.err
	}
	if s.err = s.api.check(event); s.err != nil {
		return Delta{}, s.err
	}
	delta, err := s.collector.add(event)
	if err != nil {
		var known *ResponseError
		if !errors.As(err, &known) {
			err = &ResponseError{API: s.api.name, Message: err.Error(), Body: beginning(event)}
		}
		s.err = err
	}
	return delta, s.err
}

// Reply is the reply after the last event. It fails with a *ResponseError when
// the response is not complete, for example because the connection was lost:
// such an answer must be asked for again, because its calls may be cut off.
func (s *Stream) Reply() (*Reply, error) {
	if s.err != nil {
		return nil, s.err
	}
	body := s.collector.body()
	if body == nil {
		return nil, &ResponseError{API: s.api.name, Message: "the stream ended before the answer was complete"}
	}
	return s.api.ReadReply(body)
}

// texts collects members of an object whose values come in pieces.
type texts struct{ all []member }

// add appends a piece: to the text of a member, or in place of a value that is
// not a text.
func (t *texts) add(name string, value json.RawMessage) {
	if string(value) == "null" && t.get(name) != nil {
		return
	}
	for i := range t.all {
		if t.all[i].name != name {
			continue
		}
		var before, after string
		if json.Unmarshal(t.all[i].value, &before) == nil && json.Unmarshal(value, &after) == nil {
			value = encode(before + after)
		}
		t.all[i].value = value
		return
	}
	t.all = append(t.all, member{name, value})
}

// get is the value of a member; nil for none.
func (t *texts) get(name string) json.RawMessage {
	for _, m := range t.all {
		if m.name == name {
			return m.value
		}
	}
	return nil
}
