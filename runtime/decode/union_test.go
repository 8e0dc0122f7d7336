package decode

import "testing"

// soleTarget refers to the type of a group.
type soleTarget struct{ t *Type }

func (s soleTarget) Type() *Type { return s.t }

// TestSoleVariant checks that only a property of a single variant selects it without the discriminator.
func TestSoleVariant(t *testing.T) {
	fields := func(keys ...string) *Type {
		described := &Type{Kind: KindStruct}
		for _, key := range keys {
			described.Fields = append(described.Fields, Field{Key: key})
		}
		described.Index = NewIndex(described.Fields)
		return described
	}
	group := fields(`"kind":`, `"name":`, `"parts":`, `"size":`, `"color":`, `"owner":`)
	union := &Type{Kind: KindUnion, Rules: &Rules{Union: &Union{
		Field: "kind", Values: []string{"circle", "label", "group"},
		Types: []*Type{fields(`"kind":`, `"radius":`, `"color":`), fields(`"kind":`, `"name":`), {Kind: KindReference, Rules: &Rules{Reference: soleTarget{group}}}},
	}}}
	for _, test := range []struct {
		reason, text string
		want         int
	}{
		{"a property of one variant", `{"radius":1}`, 0},
		{"white space before it", "{\n \"radius\":1}", 0},
		{"a property of one variant, contrary to the discriminator", `{"radius":1,"kind":"label"}`, 0},
		{"a property of a variant that is a reference", `{"parts":[1,2,3],"kind":"group"}`, 2},
		{"a property of a variant that is a reference and of another one", `{"color":"red","kind":"group"}`, 2},
		{"the same, the other one", `{"color":"red","kind":"circle"}`, 0},
		{"a property of two variants", `{"name":"x","kind":"label"}`, 1},
		{"the discriminator", `{"kind":"label","radius":1}`, 1},
		{"white space before the colon", `{"radius" :1,"kind":"label"}`, 1},
		{"an escape in the name", `{"r\u0061dius":1,"kind":"label"}`, 1},
		{"an unknown property", `{"radii":1,"kind":"label"}`, 1},
		{"a text that begins like a value", `{"name":"x","kind":"label\""}`, -1},
		{"an escape in the value", `{"name":"x","kind":"l\u0061bel"}`, 1},
		{"no member", `{}`, -1},
		{"no object", `[]`, -1},
		{"no text", ``, -1},
	} {
		d := D{text: test.text}
		if got := d.Variant(0, union); got != test.want {
			t.Errorf("%s: Variant(%s) = %d, want %d", test.reason, test.text, got, test.want)
		}
	}
}
