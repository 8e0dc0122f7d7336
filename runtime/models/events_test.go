package models_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolgen/toolgen/runtime/models"
)

func TestReadEvents(t *testing.T) {
	broken := errors.New("connection lost")
	for _, test := range []struct {
		name string
		body io.Reader
		want string
	}{
		{"events, comments and other fields", strings.NewReader(": hi\n\nevent: a\ndata: {\"a\":1}\nid: 3\n\r\ndata:{\"b\":\ndata: 2}\n\ndata: [DONE]\n\ndata: late\n\n"), `{"a":1}|{"b":` + "\n" + `2}|`},
		{"no empty line at the end", strings.NewReader("data: 1"), "1|"},
		{"a lost connection", io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n"), iotest.ErrReader(broken)), "1|error connection lost"},
		{"lines that end with CR", strings.NewReader("\uFEFFdata: 1\r\rdata\revent\r\rdata: 2\r\n\r\ndata: 3\n\r\n"), "1|2|3|"},
		{"one byte at a time", iotest.OneByteReader(strings.NewReader("data: é\r\n\r\ndata: 2\r\n\r\n")), "é|2|"},
		{"an error of a provider", strings.NewReader("{\n  \"error\": {\n    \"status\": \"UNAVAILABLE\", \"message\": \"x\"\n  }\n}\n"), `error models: the provider answered with the error UNAVAILABLE: x`},
		{"a page of a proxy", strings.NewReader("<html>\n502"), `error models: the response cannot be read: the body is not a stream of events; it begins with "<html>\n502"`},
		{"a text of a proxy", strings.NewReader("upstream error. reset reason: connection failure"), `error models: the response cannot be read: the body is not a stream of events; it begins with "upstream error. reset reason: connection failure"`},
		{"a page after an event", strings.NewReader("data: 1\n\n<html>\n"), `1|error models: the response cannot be read: the stream of events has the line "<html>"; it begins with "<html>"`},
		{"endless", io.MultiReader(strings.NewReader("data: "), endless{}), "error " + models.ErrEventTooLong.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got strings.Builder
			for event, err := range models.ReadEvents(test.body) {
				if err != nil {
					fmt.Fprintf(&got, "error %v", err)
					continue
				}
				fmt.Fprintf(&got, "%s|", event)
			}
			if got.String() != test.want {
				t.Errorf("got %q, want %q", got.String(), test.want)
			}
		})
	}
}

// endless is a line without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
