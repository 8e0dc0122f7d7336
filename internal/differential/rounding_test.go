package differential_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// roundedAccepts says that the schema accepts a text when its numbers are those
// that floats hold: bounds of floats are for the value that the tool gets, and
// not for the digits in the text. It is the one way in which a decoder accepts
// what a schema refuses.
func (s *subject) roundedAccepts(text string) bool {
	for _, bits := range []int{64, 32} {
		root := parse(text)
		for _, p := range s.places(root) {
			if p.schema["type"] == "number" && p.value.kind == '0' {
				p.value.scalar = rounded(p.value.scalar, bits)
			}
		}
		if accepts(s.schema, root.String()) == nil {
			return true
		}
	}
	return false
}

func TestRoundingIsNeeded(t *testing.T) {
	tests := []struct{ subject, text string }{
		{"float_bounds", `{"share":1.50000000000000001}`},
		{"multiples", `{"even":0,"tenth":0.30000000000000001}`},
	}
	for _, test := range tests {
		s := named(t, test.subject)
		if got := s.decode(test.text, decode.Options{NoRepair: true}); got.err != nil || accepts(s.schema, test.text) == nil || !s.roundedAccepts(test.text) {
			t.Errorf("%s: %s: %v", test.subject, test.text, got.err)
		}
	}
}
