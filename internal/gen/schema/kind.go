package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// ofKind has one rule per kind of type.
func (b *builder) ofKind(t *model.Type, u use) *jsonschema.Schema {
	switch t.Kind {
	case model.KindString:
		return b.text(t, u)
	case model.KindBool:
		return &jsonschema.Schema{Type: "boolean"}
	case model.KindInt, model.KindUint, model.KindFloat:
		return b.number(t, u)
	case model.KindSlice:
		return b.array(t, u)
	case model.KindMap:
		return b.dictionary(t, u)
	case model.KindStruct:
		return b.object(t, u)
	case model.KindTime:
		return &jsonschema.Schema{Type: "string", Format: "date-time"}
	case model.KindDuration:
		return b.duration()
	case model.KindAny:
		return &jsonschema.Schema{}
	}
	panic(fmt.Sprintf("schema: no rule for kind %d of %s", t.Kind, t.Go))
}

func (b *builder) text(t *model.Type, u use) *jsonschema.Schema {
	c := &u.constraints
	return &jsonschema.Schema{
		Type:      "string",
		Enum:      b.enum(t, u),
		MinLength: count(c.MinLength),
		MaxLength: count(c.MaxLength),
		Pattern:   c.Pattern,
	}
}

// number writes the bounds of narrow integers out. Those of 64 bits are not:
// clients that hold numbers as float64 would round them.
func (b *builder) number(t *model.Type, u use) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:    "number",
		Enum:    b.enum(t, u),
		Minimum: json.Number(u.constraints.Minimum),
		Maximum: json.Number(u.constraints.Maximum),
	}
	if t.Kind == model.KindFloat {
		return s
	}
	s.Type = "integer"
	if len(s.Enum) == 0 {
		width := widths[integer{t.Kind, t.Bits}]
		s.Minimum, s.Maximum = cmp.Or(s.Minimum, width.min), cmp.Or(s.Maximum, width.max)
	}
	return s
}

type integer struct {
	kind model.Kind
	bits int
}

// widths are the bounds of integers, as far as schemas state them.
var widths = map[integer]struct{ min, max json.Number }{
	{model.KindInt, 8}:   {"-128", "127"},
	{model.KindInt, 16}:  {"-32768", "32767"},
	{model.KindInt, 32}:  {"-2147483648", "2147483647"},
	{model.KindUint, 8}:  {"0", "255"},
	{model.KindUint, 16}: {"0", "65535"},
	{model.KindUint, 32}: {"0", "4294967295"},
	{model.KindUint, 64}: {"0", ""},
}

// enum lists the values allowed, those of the tag before those of the type. An
// output may also hold the zero value, which need not be one of them.
func (b *builder) enum(t *model.Type, u use) []any {
	texts := u.constraints.Enum
	if len(texts) == 0 && t.Enum != nil {
		for _, v := range t.Enum.Values {
			texts = append(texts, v.JSON)
		}
	}
	if zero := zeroText(t); b.output && !u.nonzero && len(texts) > 0 && !slices.Contains(texts, zero) {
		texts = append(slices.Clip(texts), zero)
	}
	var values []any
	for _, text := range texts {
		values = append(values, json.RawMessage(text))
	}
	return values
}

func zeroText(t *model.Type) string {
	if t.Kind == model.KindString {
		return `""`
	}
	return "0"
}

func (b *builder) array(t *model.Type, u use) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type:     "array",
		Items:    b.value(t.Elem, u.items()),
		MinItems: count(u.constraints.MinItems),
		MaxItems: count(u.constraints.MaxItems),
	}
}

// integerKeys are the patterns of integers as they are written in keys.
var integerKeys = map[model.Kind]string{
	model.KindInt:  `^(0|-?[1-9][0-9]*)$`,
	model.KindUint: `^(0|[1-9][0-9]*)$`,
}

// dictionary is an object with free names. It has properties, although none,
// because some clients refuse an object without them.
func (b *builder) dictionary(t *model.Type, u use) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type:                 "object",
		Properties:           jsonschema.NewProperties(),
		AdditionalProperties: b.value(t.Elem, u.items()),
	}
	if pattern := integerKeys[t.Key.Kind]; pattern != "" {
		s.PropertyNames = &jsonschema.Schema{Pattern: pattern}
	}
	return s
}

// duration is a text in arguments and a number in results, because that is
// what encoding/json writes.
func (b *builder) duration() *jsonschema.Schema {
	if b.output {
		return &jsonschema.Schema{Type: "integer"}
	}
	return &jsonschema.Schema{Type: "string"}
}

func count(n *int) *uint64 {
	if n == nil {
		return nil
	}
	return new(uint64(*n))
}
