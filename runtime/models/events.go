package models

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// maxEventBytes is the longest event that ReadEvents takes, so that a server
// cannot fill the memory.
const maxEventBytes = 32 << 20

// ErrEventTooLong says that an event is longer than 32 MiB.
var ErrEventTooLong = errors.New("models: an event of the stream is longer than 32 MiB")

// ReadEvents yields the data of the events in a stream of server-sent events,
// the body of a streamed response of all four APIs (of Gemini with alt=sse). It
// ends at the end of the body and at the event [DONE] of OpenAI. It yields an
// error once, as the last value: that of the reader, [ErrEventTooLong], or one
// for a body that is not such a stream. The data is valid until the next event.
func ReadEvents(body io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, maxEventBytes)
		var data []byte
		for lines.Scan() {
			line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
			if len(line) > 0 {
				var err error
				if data, err = appendField(data, line); err != nil {
					yield(nil, err)
					return
				}
				continue
			}
			if string(data) == "[DONE]" {
				return
			}
			if data != nil && !yield(data, nil) {
				return
			}
			data = nil
		}
		err := lines.Err()
		switch {
		case errors.Is(err, bufio.ErrTooLong):
			yield(nil, ErrEventTooLong)
		case err != nil:
			yield(nil, err)
		case data != nil && string(data) != "[DONE]":
			yield(data, nil) // some servers leave the last empty line out
		}
	}
}

// appendField appends the data of a line. Lines with other fields are passed
// over.
func appendField(data, line []byte) ([]byte, error) {
	name, value, found := bytes.Cut(line, []byte(":"))
	switch {
	case !found || bytes.ContainsAny(name, "{[<\""):
		return nil, fmt.Errorf("models: the body is not a stream of events: it has the line %q", line[:min(len(line), 200)])
	case string(name) != "data":
		return data, nil
	case len(data)+len(value) > maxEventBytes:
		return nil, ErrEventTooLong
	}
	if data != nil {
		data = append(data, '\n')
	}
	return append(append(data, bytes.TrimPrefix(value, []byte(" "))...), []byte(nil)...), nil
}
