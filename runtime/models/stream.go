package models

import (
	"errors"
	"fmt"
	"io"
)

// maxStreamBytes limits the events of one streamed response, so that a server
// cannot use all memory.
const maxStreamBytes = 256 << 20

// Stream builds the reply of a streamed response from its events. A Stream is
// for one response. It is not safe for concurrent use.
type Stream struct {
	api       *API
	collector collector
	size      int // the length of all events in bytes
	usage     Usage
	err       error
}

// Delta is the part of an event that a program may show at once.
type Delta struct {
	// Text is the next part of the text for the user. It ends at the end of a
	// code point, also if the event does not.
	Text string
	// Reasoning is the next part of the reasoning of the model, if the provider
	// sends it.
	Reasoning string
}

// append appends another delta.
func (d *Delta) append(other Delta) {
	d.Text += other.Text
	d.Reasoning += other.Reasoning
}

// collector collects the events of one response.
type collector interface {
	// add adds an event, which is a JSON object.
	add(event []byte) (Delta, error)
	// body returns the body of the same response without streaming, or nil if
	// the response is not complete.
	body() []byte
}

// NewStream returns a Stream for one response.
func (a *API) NewStream() *Stream { return &Stream{api: a, collector: a.newCollector()} }

// Add adds the data of one event, as [ReadEvents] yields it. Events of unknown
// types are ignored. Add returns a *ResponseError if the event is not a JSON
// object, if it is an error of the provider, or if the events together are longer
// than 256 MiB. After an error all methods return this error.
func (s *Stream) Add(event []byte) (Delta, error) {
	if s.err != nil {
		return Delta{}, s.err
	}
	delta, err := s.add(event)
	var known *ResponseError
	if err != nil && !errors.As(err, &known) {
		err = &ResponseError{API: s.api.name, Message: err.Error(), Body: beginning(event)}
	}
	s.err = err
	return delta, err
}

// add checks the event and gives it to the collector.
func (s *Stream) add(event []byte) (Delta, error) {
	if s.size += len(event); s.size > maxStreamBytes {
		return Delta{}, fmt.Errorf("its events are longer than %d MiB", maxStreamBytes>>20)
	}
	if err := findError(s.api.name, event); err != nil {
		return Delta{}, err
	}
	s.usage.read(event)
	return s.collector.add(event)
}

// Reply returns the reply after the last event. It returns a *ResponseError if
// the response is not complete, for example because the connection was lost. The
// calls of an incomplete response may be cut off, so send the request again.
func (s *Stream) Reply() (*Reply, error) {
	if s.err != nil {
		return nil, s.err
	}
	body := s.collector.body()
	if body == nil {
		return nil, &ResponseError{API: s.api.name, Message: "the stream ended before the response was complete"}
	}
	reply, err := s.api.ReadReply(body)
	if err != nil {
		return nil, err
	}
	reply.Usage = s.usage
	return reply, nil
}

// ReadStream reads the body of a streamed response to its end and returns the
// reply. It calls show, unless show is nil, with each delta that is not empty. It
// returns the errors of [ReadEvents], [Stream.Add] and [Stream.Reply].
func (a *API) ReadStream(body io.Reader, show func(Delta)) (*Reply, error) {
	s := a.NewStream()
	for event, err := range ReadEvents(body) {
		if err != nil {
			return nil, err
		}
		delta, err := s.Add(event)
		if err != nil {
			return nil, err
		}
		if show != nil && delta != (Delta{}) {
			show(delta)
		}
	}
	return s.Reply()
}
