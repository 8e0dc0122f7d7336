package schema

import (
	"encoding/json"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decoderKinds are the decoder's kinds. A pointer is what it points to.
var decoderKinds = map[model.Kind]decode.Kind{
	model.KindString: decode.KindString, model.KindBool: decode.KindBool, model.KindInt: decode.KindInt, model.KindUint: decode.KindUint,
	model.KindFloat: decode.KindFloat, model.KindSlice: decode.KindSlice, model.KindMap: decode.KindMap, model.KindStruct: decode.KindStruct,
	model.KindTime: decode.KindTime, model.KindDuration: decode.KindDuration, model.KindAny: decode.KindAny,
	model.KindArray: decode.KindSlice, model.KindBytes: decode.KindBytes, model.KindNumber: decode.KindNumber, model.KindText: decode.KindText,
	model.KindJSON: decode.KindJSON, model.KindUnion: decode.KindUnion,
}

// describer describes types to the decoder, as generated code does: each that
// may lead back to itself once.
type describer struct {
	types map[*model.Type]*decode.Type
}

// describe is the decoder's description of a type as it is used.
func (d *describer) describe(t *model.Type, c *model.Constraints) *decode.Type {
	t, _ = pointee(t)
	if described := d.types[t]; described != nil {
		return described
	}
	described := &decode.Type{
		Kind: decoderKinds[t.Kind], Bits: uint8(t.Bits), Unique: c.UniqueItems, Limits: Limits(t, c),
		Rules: &decode.Rules{Enum: enumTexts(t, c), Checks: checksOf(t, c)},
	}
	if t.Kind == model.KindStruct || t.Recursive && !isConstrained(c) {
		d.types[t] = described
	}
	switch t.Kind {
	case model.KindSlice, model.KindArray, model.KindMap:
		described.Elem = d.describe(t.Elem, orNone(c.Items))
	}
	switch t.Kind {
	case model.KindMap:
		described.Rules.Key = d.key(t.Key)
	case model.KindStruct:
		d.fields(described, t.Fields)
	case model.KindUnion:
		described.Rules.Union = d.union(t.Union)
	case model.KindJSON:
		if t.Schema != nil && t.Schema.Node != nil {
			described.Rules.Schema = declared(t.Schema.Node)
		}
	}
	return described
}

// fields adds the properties of an object, and their other names.
func (d *describer) fields(to *decode.Type, fields []*model.Field) {
	for n, f := range fields {
		to.Fields = append(to.Fields, decode.Field{
			Key: `"` + f.Name + `":`, Type: d.describe(f.Type, &f.Constraints), Required: f.Required,
		})
		for _, name := range f.Aliases {
			to.Rules.Aliases = append(to.Rules.Aliases, decode.Alias{Name: name, Field: n})
		}
	}
}

// key is the type of keys that are more than strings. Those of a type with
// constants are their texts.
func (d *describer) key(t *model.Type) *decode.Type {
	switch {
	case t.Enum != nil:
		return &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: enumTexts(t, &model.Constraints{})}}
	case t.Kind == model.KindString:
		return nil
	}
	return d.describe(t, &model.Constraints{})
}

// union are the variants, each with the discriminator among its properties.
func (d *describer) union(of *model.Union) *decode.Union {
	u := &decode.Union{Field: of.Field}
	for _, v := range of.Variants {
		variant := d.describe(v.Type, &model.Constraints{})
		if v.Declared == nil {
			discriminator := &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: []string{v.Value}}}
			with := &decode.Type{Kind: decode.KindStruct, Rules: &decode.Rules{}}
			with.Fields = []decode.Field{{Key: `"` + of.Field + `":`, Type: discriminator, Required: true}}
			d.fields(with, v.Type.Fields)
			variant = with
		}
		u.Values, u.Types = append(u.Values, v.Value), append(u.Types, variant)
	}
	return u
}

// enumTexts are the values allowed: texts without quotes, numbers in decimal.
func enumTexts(t *model.Type, c *model.Constraints) []string {
	var texts []string
	for _, text := range c.Enum {
		texts = append(texts, unquoted(text))
	}
	if len(texts) == 0 && t.Enum != nil {
		for _, v := range t.Enum.Values {
			texts = append(texts, unquoted(v.JSON))
		}
	}
	return texts
}

func unquoted(text string) string {
	var s string
	if json.Unmarshal([]byte(text), &s) == nil {
		return s
	}
	return text
}

func orNone(c *model.Constraints) *model.Constraints {
	if c == nil {
		return &model.Constraints{}
	}
	return c
}
