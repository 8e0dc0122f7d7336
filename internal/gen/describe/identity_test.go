package describe_test

import (
	"testing"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// typeOf returns a type of a kind that keywords constrain.
func typeOf(kind model.Kind) *model.Type {
	t := &model.Type{Kind: kind, Bits: 64, Length: 2, Go: model.GoType{{Text: "T"}}}
	switch kind {
	case model.KindSlice, model.KindArray, model.KindMap:
		t.Key, t.Elem = typeOf(model.KindString), typeOf(model.KindString)
	}
	return t
}

// TestIdentity checks that types with different keywords have different
// descriptions, and types with the same keywords the same one: equal descriptions
// share a variable in generated code, so that a keyword that is not in the
// identity would also apply to values without it.
func TestIdentity(t *testing.T) {
	for _, k := range keyword.All {
		for _, kind := range k.Kinds {
			if k.Name == keyword.Enum || kind == model.KindTime { // no value of its own; one format
				continue
			}
			d, of := describe.New(describe.Options{}), typeOf(kind)
			with := func(given string) *model.Constraints {
				value, err := k.FromTag(of, given)
				if err != nil {
					t.Fatalf("%s=%s: %v", k.Name, given, err)
				}
				return &model.Constraints{Keywords: model.Keywords{k.Name: value}}
			}
			described := d.Type(of, with(k.Sample.Given))
			if described == d.Type(of, &model.Constraints{}) {
				t.Errorf("%s=%s on kind %d has the description of a type without constraints: identityOf must contain the keyword", k.Name, k.Sample.Given, kind)
			}
			if described != d.Type(typeOf(kind), with(k.Sample.Given)) {
				t.Errorf("%s=%s on kind %d has two descriptions: identityOf must contain only what makes a difference", k.Name, k.Sample.Given, kind)
			}
			if other := k.Sample.Other; !k.IsFlag() && described == d.Type(of, with(other)) {
				t.Errorf("%s=%s and %s=%s on kind %d have the same description: identityOf must contain the value", k.Name, k.Sample.Given, k.Name, other, kind)
			}
		}
	}
}
