package decode_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// alwaysFails returns its text as an error.
type alwaysFails struct{}

func (alwaysFails) UnmarshalJSON(text []byte) error { return errors.New(string(text)) }

// The text of an author's error becomes a phrase that follows "must".
func TestMessagesOfCustomErrors(t *testing.T) {
	check := decode.JSONOf[alwaysFails, *alwaysFails]{}
	for text, want := range map[string]string{
		"must be a date": "be a date",
		"odd":            "be valid (odd)",
		"mustard":        "be valid (mustard)",
		"":               "be valid ()",
	} {
		if got, ok := check.Check(text); ok || got != want {
			t.Errorf("%q becomes %q, %v; want %q", text, got, ok, want)
		}
	}
}
