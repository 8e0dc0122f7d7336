// Package describe converts the types of a model to descriptions for the decoder,
// [decode.Type], and judges JSON texts by them.
//
// It is the only package that creates descriptions: generated files contain them
// as literals, and the decoder judges the defaults, examples and enum values of
// an author by them.
package describe

import (
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/standard"
	"github.com/toolgen/toolgen/runtime/decode"
)

// Options are the forms that the dialects of a package add to descriptions.
type Options struct {
	// NullForOptional means that null for an optional property omits it.
	NullForOptional bool
	// ListsForMaps means that a map may be a list of keys and values.
	ListsForMaps bool
}

// Origin is the type and the constraints of a description. If several types have
// the same description, it is the first of them.
type Origin struct {
	Type        *model.Type
	Constraints *model.Constraints
}

// Describer describes types. Equal descriptions are the same pointer. A recursive
// type is described by a reference. A Describer is not safe for concurrent use,
// but its descriptions do not change and are.
type Describer struct {
	options    Options
	types      map[*model.Type]*decode.Type // structs, unions and recursive types
	references map[*model.Type]*decode.Type
	others     map[identity]*decode.Type
	schemas    map[*model.Schema]*decode.Schema
	variants   map[*model.Variant]*model.Type
	origins    map[*decode.Type]Origin

	spare      *decode.Type  // not in use, and empty; nil for none
	spareRules *decode.Rules // the same
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

// Origin returns the origin of a description of d.
func (d *Describer) Origin(described *decode.Type) Origin { return d.origins[described] }

// Type describes a type with constraints. A pointer has the description of the
// type that it points to.
func (d *Describer) Type(t *model.Type, c *model.Constraints) *decode.Type {
	for t.Kind == model.KindPointer {
		t = t.Elem
	}
	switch {
	case t.Recursive && t.Name != nil && c.IsZero():
		return d.reference(t)
	case t.Kind == model.KindStruct, t.Kind == model.KindUnion:
		return d.namedType(t)
	}
	described := d.spare
	if d.spare = nil; described == nil {
		described = new(decode.Type)
	}
	is := d.fill(described, t, c)
	if same := d.others[is]; same != nil {
		*described = decode.Type{}
		d.spare = described
		return same
	}
	d.others[is] = described
	d.origins[described] = Origin{t, c}
	return described
}

// reference describes a use of a recursive type.
func (d *Describer) reference(t *model.Type) *decode.Type {
	if r := d.references[t]; r != nil {
		return r
	}
	r := &decode.Type{Kind: decode.KindReference, Rules: &decode.Rules{Reference: target{d.namedType(t)}}}
	if known := d.references[t]; known != nil {
		return known // named has described a use of the type in itself
	}
	d.references[t] = r
	d.origins[r] = Origin{t, &model.Constraints{}}
	return r
}

// target is a reference to a description.
type target struct{ to *decode.Type }

// Type implements [decode.Reference].
func (t target) Type() *decode.Type { return t.to }

// namedType returns the description of a type that has one description for all
// uses.
func (d *Describer) namedType(t *model.Type) *decode.Type {
	described := d.types[t]
	if described == nil {
		described = &decode.Type{}
		d.types[t] = described
		d.origins[described] = Origin{t, &model.Constraints{}}
		d.fill(described, t, &model.Constraints{})
	}
	return described
}

// kinds are the decoder's kinds.
var kinds = map[model.Kind]decode.Kind{
	model.KindString: decode.KindString, model.KindBool: decode.KindBool, model.KindInt: decode.KindInt, model.KindUint: decode.KindUint,
	model.KindFloat: decode.KindFloat, model.KindSlice: decode.KindSlice, model.KindMap: decode.KindMap, model.KindStruct: decode.KindStruct,
	model.KindTime: decode.KindTime, model.KindDuration: decode.KindDuration, model.KindAny: decode.KindAny,
	model.KindArray: decode.KindSlice, model.KindBytes: decode.KindBytes, model.KindNumber: decode.KindNumber, model.KindText: decode.KindText,
	model.KindJSON: decode.KindJSON, model.KindUnion: decode.KindUnion,
}

// Once describes a type for a single judgement: its description is not shared with others.
func Once(t *model.Type, c *model.Constraints) *decode.Type {
	switch t.Kind {
	case model.KindString, model.KindBool, model.KindInt, model.KindUint, model.KindFloat, model.KindTime, model.KindDuration:
		described := &decode.Type{}
		(&Describer{}).rules(described, t, c) // such a type has no parts
		if isEmpty(described.Rules) {
			described.Rules = nil
		}
		return described
	}
	return New(Options{}).Type(t, c)
}

// fill describes a type and returns the identity of the description.
func (d *Describer) fill(to *decode.Type, t *model.Type, c *model.Constraints) identity {
	form, keywords := d.rules(to, t, c)
	is := identityOf(to, form, keywords)
	if isEmpty(to.Rules) {
		d.spareRules, to.Rules = to.Rules, nil
	}
	return is
}

// rules describes a type. It returns what the identity of the description also depends on.
func (d *Describer) rules(to *decode.Type, t *model.Type, c *model.Constraints) (*Form, model.Keywords) {
	to.Kind, to.Lists = kinds[t.Kind], t.Kind == model.KindMap && d.options.ListsForMaps
	if t.Bits != 64 { // zero means 64
		to.Bits = uint8(t.Bits)
	}
	rules := d.spareRules
	if d.spareRules = nil; rules == nil {
		rules = new(decode.Rules)
	}
	*rules = decode.Rules{Enum: Enum(t, c)}
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
		for _, k := range keyword.WithValue(keywords) {
			k.Describe(to, k.Name, keywords[k.Name])
		}
	}
	return form, keywords
}

// fixedLength adds the number of items of an array.
func fixedLength(length int, keywords model.Keywords) model.Keywords {
	all := keywords.Without()
	all.Set(keyword.Items.Min, model.Count(length))
	all.Set(keyword.Items.Max, model.Count(length))
	return all
}

// parts describes the parts of a type.
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

// fields adds the properties of an object and their other names.
func (d *Describer) fields(to *decode.Type, fields []*model.Field) {
	for n, f := range fields {
		to.Fields = append(to.Fields, decode.Field{
			Key: `"` + f.Name + `":`, Type: d.Type(f.Type, &f.Constraints), Required: f.Required, Nullable: d.IsNullable(f),
		})
		for _, name := range f.Aliases {
			to.Rules.Aliases = append(to.Rules.Aliases, decode.Alias{Name: name, Field: n})
		}
	}
	to.Index = decode.NewIndex(to.Fields)
}

// key describes the keys of a map, or returns nil for strings. Constants that are
// not strings are described by their texts.
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

// isEmpty reports whether rules are empty.
func isEmpty(r *decode.Rules) bool {
	return r.Key == nil && r.Range == nil && r.Enum == nil && r.Aliases == nil && r.Checks == nil && r.Union == nil && r.Schema == nil
}
