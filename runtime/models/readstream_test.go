package models_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolgen/toolgen/runtime/models"
)

// ReadStream returns the reply of a complete stream. For a stream that ends early,
// and for an error of the reader, it returns an error.
func TestReadStream(t *testing.T) {
	for _, test := range streams {
		t.Run(test.api+"/"+test.name, func(t *testing.T) {
			api, body := apis[test.api], "data: "+strings.Join(test.events, "\n\ndata: ")+"\n\n"
			var shown strings.Builder
			reply, err := api.ReadStream(strings.NewReader(body), func(d models.Delta) { shown.WriteString(d.Text) })
			if err != nil || shown.String() != test.text {
				t.Errorf("the reply is %+v, %v, and the deltas are %q", reply, err, shown.String())
			}
			if _, err := api.ReadStream(strings.NewReader("data: "+test.events[0]+"\n\n"), nil); err == nil {
				t.Error("a stream that ends after one event is not an error")
			}
			lost := errors.New("connection lost")
			if _, err := api.ReadStream(io.MultiReader(strings.NewReader(body), iotest.ErrReader(lost)), nil); !errors.Is(err, lost) {
				t.Errorf("a lost connection is the error %v", err)
			}
		})
	}
}
