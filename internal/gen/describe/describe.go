// Package describe turns the types of a model into the descriptions of the
// decoder, package decode's [decode.Type], and judges JSON texts by them.
//
// It is the only place that does so: a generated file has the same
// descriptions as literals, and defaults, examples and enum values of an
// author are judged by the decoder itself.
package describe

import (
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Options are what the dialects of a package add to its descriptions. The zero
// value adds nothing.
type Options struct {
	// NullForOptional lets null leave out an optional property.
	NullForOptional bool
	// ListsForMaps lets a list of keys and values stand for a map.
	ListsForMaps bool
}

// Origin is the type and the constraints that a description describes. Of
// several that have the same description, it is the first.
type Origin struct {
	Type        *model.Type
	Constraints *model.Constraints
}

// Describer describes types. Equal descriptions are one: the same pointer. A
// type that leads back to itself is a reference wherever it is used. A
// Describer is not safe for concurrent use; its descriptions are, once it has
// returned them.
type Describer struct {
	options    Options
	types      map[*model.Type]*decode.Type // structs, unions and recursive types
	references map[*model.Type]*decode.Type
	others     map[identity]*decode.Type
	schemas    map[*model.Schema]*decode.Schema
	variants   map[*model.Variant]*model.Type
	origins    map[*decode.Type]Origin
}

// New returns a describer.
func New(options Options) *Describer {
	return &Describer{
		options:    options,
		types:      make(map[*model.Type]*decode.Type),
		references: make(map[*model.Type]*decode.Type),
		others:     make(map[identity]*decode.Type),
		schemas:    make(map[*model.Schema]*decode.Schema),
		variants:   make(map[*model.Variant]*model.Type),
		origins:    make(map[*decode.Type]Origin),
	}
}

// Origin returns what a description of d describes.
func (d *Describer) Origin(described *decode.Type) Origin { return d.origins[described] }

// Type describes a type as it is used with constraints. A pointer is described
// as what it points to.
func (d *Describer) Type(t *model.Type, c *model.Constraints) *decode.Type {
	for t.Kind == model.KindPointer {
		t = t.Elem
	}
	switch {
	case t.Recursive && t.Name != nil && c.IsZero():
		return d.reference(t)
	case t.Kind == model.KindStruct, t.Kind == model.KindUnion:
		return d.named(t)
	}
	described := &decode.Type{}
	is := d.fill(described, t, c)
	if same := d.others[is]; same != nil {
		return same
	}
	d.others[is] = described
	d.origins[described] = Origin{t, c}
	return described
}

// reference describes a use of a type that leads back to itself.
func (d *Describer) reference(t *model.Type) *decode.Type {
	if r := d.references[t]; r != nil {
		return r
	}
	r := &decode.Type{Kind: decode.KindReference, Rules: &decode.Rules{Reference: target{d.named(t)}}}
	if known := d.references[t]; known != nil {
		return known // made while the type was described
	}
	d.references[t] = r
	d.origins[r] = Origin{t, &model.Constraints{}}
	return r
}

// target is the reference to a description.
type target struct{ to *decode.Type }

// Type implements [decode.Reference].
func (t target) Type() *decode.Type { return t.to }

// named describes a type that has one description for all uses.
func (d *Describer) named(t *model.Type) *decode.Type {
	described := d.types[t]
	if described == nil {
		described = &decode.Type{}
		d.types[t] = described
		d.origins[described] = Origin{t, &model.Constraints{}}
		d.fill(described, t, &model.Constraints{})
	}
	return described
}

// kinds are the decoder's kinds of types.
var kinds = map[model.Kind]decode.Kind{
	model.KindString: decode.KindString, model.KindBool: decode.KindBool, model.KindInt: decode.KindInt, model.KindUint: decode.KindUint,
	model.KindFloat: decode.KindFloat, model.KindSlice: decode.KindSlice, model.KindMap: decode.KindMap, model.KindStruct: decode.KindStruct,
	model.KindTime: decode.KindTime, model.KindDuration: decode.KindDuration, model.KindAny: decode.KindAny,
	model.KindArray: decode.KindSlice, model.KindBytes: decode.KindBytes, model.KindNumber: decode.KindNumber, model.KindText: decode.KindText,
	model.KindJSON: decode.KindJSON, model.KindUnion: decode.KindUnion,
}

// fill describes a type, and returns the identity of the description.
func (d *Describer) fill(to *decode.Type, t *model.Type, c *model.Constraints) identity {
	to.Kind, to.Lists = kinds[t.Kind], t.Kind == model.KindMap && d.options.ListsForMaps
	if t.Bits != 64 { // which zero means
		to.Bits = uint8(t.Bits)
	}
	rules := &decode.Rules{Enum: Enum(t, c)}
	to.Rules = rules
	d.parts(to, t, c)
	form := ownForm(t)
	if form != nil {
		rules.Checks = append(rules.Checks, form)
	}
	keywords := c.Keywords
	if t.Kind == model.KindArray {
		keywords = fixedLength(t.Length, keywords)
	}
	if t.Kind == model.KindNumber {
		rules.Range = Range(keywords)
	} else {
		for _, k := range keyword.Given(keywords) {
			k.Describe(to, k.Name, keywords[k.Name])
		}
	}
	is := identityOf(to, form, keywords)
	if isEmpty(rules) {
		to.Rules = nil
	}
	return is
}

// fixedLength adds the number of items of an array.
func fixedLength(length int, keywords model.Keywords) model.Keywords {
	all := keywords.Without()
	all.Set(keyword.Items.Min, model.Count(length))
	all.Set(keyword.Items.Max, model.Count(length))
	return all
}

// parts describes what a type is made of.
func (d *Describer) parts(to *decode.Type, t *model.Type, c *model.Constraints) {
	switch t.Kind {
	case model.KindSlice, model.KindArray, model.KindMap:
		to.Elem = d.Type(t.Elem, c.OfItems())
	}
	switch t.Kind {
	case model.KindMap:
		to.Rules.Key = d.key(t.Key)
	case model.KindStruct:
		d.fields(to, t.Fields)
	case model.KindUnion:
		to.Rules.Union = d.union(t)
	case model.KindJSON:
		if t.Schema != nil && t.Schema.Node != nil {
			to.Rules.Schema = d.Schema(t.Schema)
		}
	}
}

// fields adds the properties of an object, and their other names.
func (d *Describer) fields(to *decode.Type, fields []*model.Field) {
	for n, f := range fields {
		to.Fields = append(to.Fields, decode.Field{
			Key: `"` + f.Name + `":`, Type: d.Type(f.Type, &f.Constraints), Required: f.Required, Nullable: d.IsNullable(f),
		})
		for _, name := range f.Aliases {
			to.Rules.Aliases = append(to.Rules.Aliases, decode.Alias{Name: name, Field: n})
		}
	}
}

// key describes keys that are more than strings. Constants of a type that is
// no string are described by their texts.
func (d *Describer) key(t *model.Type) *decode.Type {
	switch {
	case t.Kind == model.KindString && t.Enum == nil:
		return nil
	case t.Kind != model.KindString && t.Enum != nil:
		c := &model.Constraints{}
		for _, value := range t.Enum.Values {
			c.Enum = append(c.Enum, model.Quote(value.JSON))
		}
		return d.Type(stringType, c)
	}
	return d.Type(t, &model.Constraints{})
}

var stringType = &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}}

// ownForm returns the check of a type with methods that read it, or nil.
func ownForm(t *model.Type) *Form {
	if t.Kind == model.KindText || t.Kind == model.KindJSON && t.Elem == nil {
		return &Form{Form: standard.Of(t.Go.String()), Type: t}
	}
	return nil
}

// isEmpty reports whether rules demand nothing.
func isEmpty(r *decode.Rules) bool {
	return r.Key == nil && r.Range == nil && r.Enum == nil && r.Aliases == nil && r.Checks == nil && r.Union == nil && r.Schema == nil
}
