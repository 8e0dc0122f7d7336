package keyword_test

import (
	"slices"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// typeOf returns a type of a kind that has the keyword of the sample.
func typeOf(kind model.Kind) *model.Type {
	t := &model.Type{Kind: kind, Bits: 64, Length: 2, Go: model.GoType{{Text: "T"}}}
	if kind == model.KindSlice || kind == model.KindArray {
		t.Elem = typeOf(model.KindString)
	}
	return t
}

// judges are the ways in which a keyword is checked. Each reports whether a
// value is accepted.
var judges = []struct {
	name    string
	accepts func(t *testing.T, k *keyword.Keyword, kind model.Kind, value string) bool
}{
	{"the decoder, by the description of a Go type", func(t *testing.T, k *keyword.Keyword, kind model.Kind, value string) bool {
		c := &model.Constraints{Keywords: model.Keywords{k.Name: fromTag(t, k, kind)}}
		return len(describe.Value(describe.New(describe.Options{}).Type(typeOf(kind), c), value)) == 0
	}},
	{"the decoder, by a declared schema", func(t *testing.T, k *keyword.Keyword, kind model.Kind, value string) bool {
		return describe.Accepts(&model.SchemaNode{Keywords: model.Keywords{k.Name: fromTag(t, k, kind)}}, value)
	}},
	{"an independent validator, by the schema for models", func(t *testing.T, k *keyword.Keyword, kind model.Kind, value string) bool {
		var s jsonschema.Schema
		k.Write(&s, fromTag(t, k, kind))
		return validates(t, &s, value)
	}},
}

func fromTag(t *testing.T, k *keyword.Keyword, kind model.Kind) string {
	t.Helper()
	value, err := k.FromTag(typeOf(kind), k.Sample.Given)
	if err != nil {
		t.Fatalf("%s=%s: %v", k.Name, k.Sample.Given, err)
	}
	return value
}

func validates(t *testing.T, s *jsonschema.Schema, value string) bool {
	t.Helper()
	text, err := schema.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	document, err := validator.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := validator.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	instance, err := validator.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(instance) == nil
}

// Each keyword accepts and refuses the same values wherever it is checked.
func TestSamples(t *testing.T) {
	for _, k := range keyword.All {
		if k.Name == keyword.Enum {
			continue // has no value of its own
		}
		kinds := k.Kinds
		if kinds == nil {
			kinds = []model.Kind{model.KindMap}
		}
		for _, kind := range kinds {
			if kind == model.KindTime {
				continue // has one format
			}
			for _, judge := range judges {
				if k.Kinds == nil && k.Describe == nil && judge.name == judges[0].name {
					continue // no Go type has it
				}
				if !judge.accepts(t, k, kind, k.Sample.Good) {
					t.Errorf("%s=%s on kind %d: %s refuses %s", k.Name, k.Sample.Given, kind, judge.name, k.Sample.Good)
				}
				if judge.accepts(t, k, kind, k.Sample.Bad) {
					t.Errorf("%s=%s on kind %d: %s accepts %s", k.Name, k.Sample.Given, kind, judge.name, k.Sample.Bad)
				}
			}
		}
	}
}

// Each keyword has one entry, which is complete.
func TestEntries(t *testing.T) {
	for n, k := range keyword.All {
		isPaired := slices.ContainsFunc(keyword.Pairs, func(p keyword.Pair) bool { return k.Name == p.Min || k.Name == p.Max })
		switch {
		case keyword.Find(k.Name) != keyword.All[n]:
			t.Errorf("%s has two entries", k.Name)
		case (k.Before == "") != isPaired:
			t.Errorf("%s needs a sentence or a pair, and has %q", k.Name, k.Before)
		case k.Doc == "":
			t.Errorf("%s has no documentation", k.Name)
		case k.Types == nil && k.Name != keyword.Enum:
			t.Errorf("%s constrains values of no type", k.Name)
		}
	}
}

// A value that a keyword cannot have is refused in a tag and in a declared
// schema.
func TestInvalidValues(t *testing.T) {
	for _, test := range []struct{ name, tag, schema string }{
		{"minimum", "one", ""},
		{"maximum", "0x1", ""},
		{"multipleOf", "0", "0"},
		{"multipleOf", "-1", "-1"},
		{"multipleOf", "12345678901234567891", "12345678901234567891"},
		{"minLength", "-1", "-1"},
		{"maxLength", "1.5", "1.5"},
		{"maxItems", "2147483648", "2147483648"},
		{"pattern", "(", `"("`},
		{"pattern", `\A`, `"\\A"`},
		{"format", "iban", `"iban"`},
		{"uniqueItems", "false", ""},
	} {
		k := keyword.Find(test.name)
		if value, err := k.FromTag(&model.Type{Kind: model.KindNumber}, test.tag); err == nil {
			t.Errorf("the tag %s=%s is read as %s", test.name, test.tag, value)
		}
		if test.schema == "" {
			continue
		}
		if value, err := k.FromSchema(test.schema); err == nil {
			t.Errorf("the schema %s: %s is read as %s", test.name, test.schema, value)
		}
	}
}

// Bounds of a float count as its type holds them.
func TestContradictionAfterRounding(t *testing.T) {
	values := model.Keywords{"exclusiveMinimum": "0.1", "exclusiveMaximum": "0.100000001"}
	for _, test := range []struct {
		reason string
		of     *model.Type
		want   string
	}{
		{"a number that is kept as a text", &model.Type{Kind: model.KindNumber}, ""},
		{"64 bits tell the bounds apart", &model.Type{Kind: model.KindFloat, Bits: 64}, ""},
		{"32 bits do not", &model.Type{Kind: model.KindFloat, Bits: 32}, "exclusiveMaximum"},
	} {
		if got, reason := keyword.Contradiction(test.of, values); got != test.want {
			t.Errorf("%s: %q is to blame (%s), want %q", test.reason, got, reason, test.want)
		}
	}
}
