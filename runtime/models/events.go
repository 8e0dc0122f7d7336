package models

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

const (
	// maxEventBytes limits an event, so that a server cannot use all memory.
	maxEventBytes = 32 << 20
	// maxErrorBytes limits a body that is not a stream of events.
	maxErrorBytes = 64 << 10
)

// ErrEventTooLong reports that an event is longer than 32 MiB.
var ErrEventTooLong = errors.New("models: an event of the stream is longer than 32 MiB")

// errEnd reports the end of the body.
var errEnd = errors.New("end of the body")

// ReadEvents yields the data of each event in a stream of server-sent events.
// This is the body of a streamed response of all four APIs (of Gemini with
// alt=sse). Lines may end with LF, CRLF or CR. The sequence ends at the end of the
// body or at the event [DONE] of OpenAI. If there is an error, it is the last
// value: the error of the reader, [ErrEventTooLong], or a *ResponseError if the
// body is not a stream of events. The data is valid until the next event.
func ReadEvents(body io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		r := &eventReader{lines: bufio.NewScanner(body)}
		r.lines.Buffer(nil, maxEventBytes)
		r.lines.Split(newLineSplitter())
		for {
			data, err := r.next()
			switch {
			case errors.Is(err, errEnd) || string(data) == "[DONE]":
				return
			case err != nil:
				yield(nil, err)
				return
			case !yield(data, nil):
				return
			}
		}
	}
}

// eventReader reads events from lines.
type eventReader struct {
	lines   *bufio.Scanner
	started bool // whether a line was read that is not empty
}

// next returns the data of the next event that has data. At the end of the body
// it returns errEnd. Some servers leave out the empty line after the last event.
func (r *eventReader) next() ([]byte, error) {
	var data []byte
	for r.lines.Scan() {
		line := r.lines.Bytes()
		if len(line) == 0 {
			if len(data) > 0 {
				return data, nil
			}
			continue
		}
		if !r.started {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		var err error
		if data, err = r.appendLine(data, line); err != nil {
			return nil, err
		}
		r.started = true
	}
	switch err := r.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, ErrEventTooLong
	case err != nil:
		return nil, err
	case len(data) > 0:
		return data, nil
	}
	return nil, errEnd
}

// appendLine appends the data of a line. It ignores comments and other fields.
func (r *eventReader) appendLine(data, line []byte) ([]byte, error) {
	name, value, hasColon := bytes.Cut(line, []byte(":"))
	switch {
	case !isFieldName(name) || !hasColon && !isKnownField(name):
		return nil, r.notEvents(line)
	case string(name) != "data":
		return data, nil
	case len(data)+len(value) > maxEventBytes:
		return nil, ErrEventTooLong
	}
	if data != nil {
		data = append(data, '\n')
	}
	return append(data, bytes.TrimPrefix(value, []byte(" "))...), nil
}

// notEvents returns the error for a line that is not part of an event. If it is
// the first line, the body may be an error of the provider.
func (r *eventReader) notEvents(line []byte) error {
	body := bytes.Clone(line)
	if r.started {
		return &ResponseError{Message: fmt.Sprintf("the stream of events has the line %q", beginning(body)), Body: beginning(body)}
	}
	for len(body) < maxErrorBytes && r.lines.Scan() {
		body = append(append(body, '\n'), r.lines.Bytes()...)
	}
	var reported *ResponseError
	if errors.As(findError("", body), &reported) && reported.Type != "" {
		return reported
	}
	return &ResponseError{Message: "the body is not a stream of events", Body: beginning(body)}
}

// isFieldName reports whether the name of a field has only letters, digits,
// hyphens and underscores. The name of a comment is empty.
func isFieldName(name []byte) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	return strings.Trim(strings.ToLower(string(name)), letters+"0123456789-_") == ""
}

// isKnownField reports whether a name is that of a field of the format.
func isKnownField(name []byte) bool {
	switch string(name) {
	case "data", "event", "id", "retry":
		return true
	}
	return false
}

// newLineSplitter returns a split function for lines that end with LF, CRLF or
// CR. It returns a line at its CR without waiting for the next byte.
func newLineSplitter() bufio.SplitFunc {
	afterCR := false
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		start := 0
		if afterCR && len(data) > 0 && data[0] == '\n' {
			start = 1
		}
		if n := bytes.IndexAny(data[start:], "\r\n"); n >= 0 {
			end := start + n
			afterCR = data[end] == '\r'
			return end + 1, data[start:end], nil
		}
		if atEOF && len(data) > start {
			return len(data), data[start:], nil
		}
		return 0, nil, nil
	}
}
