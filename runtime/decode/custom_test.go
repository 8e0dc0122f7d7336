package decode_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// picky refuses everything, with its own text.
type picky struct{}

func (picky) UnmarshalJSON(text []byte) error { return errors.New(string(text)) }

// An author's words stand behind "must".
func TestAuthorsWords(t *testing.T) {
	check := decode.JSONOf[picky, *picky]{}
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
