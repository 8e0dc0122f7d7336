package schema

import (
	"encoding/json"
	"math"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// number returns the schema of a number. It includes the bounds of integers of up
// to 32 bits, but not those of 64 bits, because clients that store numbers as
// float64 would round them.
func (b *builder) number(t *model.Type, u use) *jsonschema.Schema {
	s := b.node()
	s.Type, s.Enum = "number", b.enum(t, u)
	constrain(s, b.constraintsOf(u).Keywords)
	if t.Kind == model.KindInt || t.Kind == model.KindUint {
		s.Type = "integer"
	}
	if width, ok := widths[integer{t.Kind, t.Bits}]; ok && len(s.Enum) == 0 {
		width.narrow(s)
	}
	return s
}

type integer struct {
	kind model.Kind
	bits int
}

// width has the bounds of an integer type that schemas include.
type width struct{ min, max json.Number }

var widths = map[integer]width{
	{model.KindInt, 8}:   {"-128", "127"},
	{model.KindInt, 16}:  {"-32768", "32767"},
	{model.KindInt, 32}:  {"-2147483648", "2147483647"},
	{model.KindUint, 8}:  {"0", "255"},
	{model.KindUint, 16}: {"0", "65535"},
	{model.KindUint, 32}: {"0", "4294967295"},
	{model.KindUint, 64}: {"0", ""},
}

// narrow adds the bounds of the type that do not follow from the bounds of the
// schema. An exclusive bound may be one less or one greater than that of the
// type.
func (w width) narrow(s *jsonschema.Schema) {
	if w.min != "" && distance(s.Minimum, w.min) < 0 && distance(s.ExclusiveMinimum, w.min) < -1 {
		s.Minimum = w.min
	}
	if w.max != "" && distance(w.max, s.Maximum) < 0 && distance(w.max, s.ExclusiveMaximum) < -1 {
		s.Maximum = w.max
	}
}

// distance returns about x - y, or a large negative number if one of them is not
// a number. A float is exact enough to compare the bounds of small integers.
func distance(x, y json.Number) float64 {
	a, errX := x.Float64()
	b, errY := y.Float64()
	if errX != nil || errY != nil {
		return math.Inf(-1)
	}
	return a - b
}
