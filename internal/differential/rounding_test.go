package differential_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"
)

// roundedAccepts reports whether the schema accepts a text after its numbers are
// rounded to floats. Bounds of floats apply to the value that the tool receives, not
// to the digits in the text. This is the only case in which a decoder accepts a text
// that the schema refuses.
func (s *subject) roundedAccepts(text string) bool {
	to64 := func(_ node, number string) string { return roundToWidth(number, 64) }
	to32 := func(_ node, number string) string { return roundToWidth(number, 32) }
	toEither := func(schema node, number string) string { // fields of both widths
		if rounded := roundToWidth(number, 64); isWithin(schema, rounded) {
			return rounded
		}
		return roundToWidth(number, 32)
	}
	for _, round := range []func(node, string) string{to64, to32, toEither} {
		root := parse(text)
		for _, p := range s.locations(root) {
			if p.schema["type"] == "number" && p.value.kind == '0' {
				p.value.scalar = round(p.schema, p.value.scalar)
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
		{"float_bounds", `{"share":1.50000000000000001,"share2":0.100000000000001}`},
		{"multiples", `{"even":0,"tenth":0.30000000000000001}`},
	}
	for _, test := range tests {
		s := findSubject(t, test.subject)
		if got := s.decode(test.text, decode.Options{NoRepair: true}); got.err != nil || accepts(s.schema, test.text) == nil || !s.roundedAccepts(test.text) {
			t.Errorf("%s: %s: %v", test.subject, test.text, got.err)
		}
	}
}
