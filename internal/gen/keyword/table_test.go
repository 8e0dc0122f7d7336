package keyword_test

import (
	"encoding/json"
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

// typeOf returns a type of a kind.
func typeOf(kind model.Kind) *model.Type {
	t := &model.Type{Kind: kind, Bits: 64, Length: 2, Go: model.GoType{{Text: "T"}}}
	switch kind {
	case model.KindSlice, model.KindArray:
		t.Elem = typeOf(model.KindString)
	case model.KindMap:
		t.Key, t.Elem = typeOf(model.KindString), typeOf(model.KindAny)
	}
	return t
}

// checkers has the functions that check a keyword. Each reports whether it
// accepts a value.
var checkers = []struct {
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
	{"an independent validator of JSON Schema, by the schema for models", func(t *testing.T, k *keyword.Keyword, kind model.Kind, value string) bool {
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

// All checkers accept and refuse the same values for a keyword.
func TestSamples(t *testing.T) {
	for _, k := range keyword.All {
		if k.Name == keyword.Enum {
			continue // the keyword has no value
		}
		kinds := k.Kinds
		if kinds == nil {
			kinds = []model.Kind{model.KindMap}
		}
		for _, kind := range kinds {
			if kind == model.KindTime {
				continue // the type has one format
			}
			for _, judge := range checkers {
				if k.Kinds == nil && k.Describe == nil && judge.name == checkers[0].name {
					continue // no Go type has the keyword
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

// readKinds are the kinds of types whose values are checked by the function of a
// keyword, and not by the function that reads the value.
var readKinds = []model.Kind{model.KindString, model.KindInt, model.KindUint, model.KindFloat}

// TestEntries checks that each keyword has one entry, which is complete.
func TestEntries(t *testing.T) {
	for n, k := range keyword.All {
		isPaired := slices.ContainsFunc(keyword.Pairs, func(p keyword.Pair) bool { return k.Name == p.Min || k.Name == p.Max })
		isRead := slices.ContainsFunc(k.Kinds, func(kind model.Kind) bool { return slices.Contains(readKinds, kind) })
		isEnum := k.Name == keyword.Enum // has no value of its own
		for _, problem := range []struct {
			exists bool
			text   string
		}{
			{keyword.Find(k.Name) != keyword.All[n], "there is another entry with this name"},
			{k.Doc == "", "Doc is empty"},
			{k.Before == "" && !isPaired, "state Before, a sentence for dialects without the keyword, or add the keyword to a Pair"},
			{k.Before != "" && isPaired, "remove Before: the sentence of the Pair describes the keyword"},
			{k.Types == nil && !isEnum, "state Types, the JSON types of the values that it constrains"},
			{k.Value == nil && !isEnum, "state Value, which reads the value in tags and schemas"},
			{k.Declare == nil && !isEnum, "state Declare, for declared schemas"},
			{k.Describe == nil && k.Kinds != nil && !isEnum, "state Describe, because Kinds are given"},
			{k.Call.Function == "" && isRead && !isEnum, "state Call, because a kind of Kinds is a string or a number"},
			{!isEnum && writtenName(t, k) != k.Name, "Write must write the keyword of JSON Schema with this name. For a rule that JSON Schema does not have, add a format to decode.Formats, or write a method Validate for the type"},
			{(k.Sample.Given == "" || k.Sample.Good == "" || k.Sample.Bad == "") && !isEnum, "state Sample"},
			{(k.Sample.Other == "" || k.Sample.Other == k.Sample.Given) && !isEnum && !k.IsFlag(), "state Sample.Other, a value that is not Sample.Given"},
		} {
			if problem.exists {
				t.Errorf("%s: %s", k.Name, problem.text)
			}
		}
	}
}

// writtenName returns the name of the only keyword that Write writes, or else an
// empty string.
func writtenName(t *testing.T, k *keyword.Keyword) string {
	t.Helper()
	if k.Write == nil || k.Value == nil {
		return ""
	}
	kind := model.KindMap
	if k.Kinds != nil {
		kind = k.Kinds[0]
	}
	var s jsonschema.Schema
	k.Write(&s, fromTag(t, k, kind))
	text, err := schema.Encode(&s)
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		t.Fatal(err)
	}
	if _, ok := members[k.Name]; ok && len(members) == 1 {
		return k.Name
	}
	return ""
}

// TestInvalidValues checks that a value that a keyword cannot have is refused in a
// tag and in a declared schema.
func TestInvalidValues(t *testing.T) {
	tested := make(map[*keyword.Value]bool)
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
		tested[k.Value] = true
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
	for _, k := range keyword.All {
		if k.Value != nil && !tested[k.Value] {
			t.Errorf("no value of %s is tested: add a value that it cannot have", k.Name)
		}
	}
}

// Contradictions between bounds of a float are checked after rounding the bounds
// to its type.
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
