package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// argumentsWithSchema returns arguments with one field that has an author's own schema.
func argumentsWithSchema(text string, f model.Field) *model.Type {
	f.Name, f.Type = "f", &model.Type{Kind: model.KindJSON, Schema: &model.Schema{Text: text}}
	return &model.Type{Kind: model.KindStruct, Fields: []*model.Field{&f}}
}

// An author's schema is written as the author wrote it.
func TestWrittenSchemas(t *testing.T) {
	described := model.Field{Description: "What <it> is.", Title: "Title"}
	tests := []struct {
		reason, text string
		field        model.Field
		want         string // empty if the schema is written without changes
	}{
		{"order of keywords", `{"maxLength":3,"type":"string","x-b":1,"minLength":1,"x-a":[1.50,{"b":1,"a":2}]}`, model.Field{}, ""},
		{"order inside", `{"properties":{"b":{"enum":[2,1],"type":"integer"},"a":{"const":null}},"type":"object","required":["b"],"additionalProperties":false}`, model.Field{}, ""},
		{"how numbers are written", `{"minimum":-0.0,"maximum":1e2,"multipleOf":1.0,"minItems":2.0,"const":1E400}`, model.Field{}, ""},
		{"how texts are written", `{"description":"caf\u00e9 \u2028 <b> \/","pattern":"\u005ea","required":["\u0061"]}`, model.Field{}, ""},
		{"lists of types", `{"type":["string","null"],"items":{"type":["array"]}}`, model.Field{}, ""},
		{"what is zero", `{"title":"","uniqueItems":false,"enum":[],"required":[],"properties":{},"default":null,"deprecated":false,"anyOf":[],"$defs":{}}`, model.Field{Description: "d"},
			`{"title":"","description":"d","uniqueItems":false,"enum":[],"required":[],"properties":{},"default":null,"deprecated":false,"anyOf":[],"$defs":{}}`},
		{"booleans inside", `{"items":false,"contains":true,"additionalProperties":{"not":false}}`, model.Field{}, ""},
		{"choices", `{"oneOf":[{"type":"string"},{"allOf":[{"minimum":1},{"not":{"const":5}}]}],"if":{},"then":{"type":"null"}}`, model.Field{}, ""},
		{"a description is added", `{"type":"object","properties":{},"maxProperties":1}`, described,
			`{"type":"object","title":"Title","description":"What <it> is.","properties":{},"maxProperties":1}`},
		{"before what it is about", `{"anyOf":[{"type":"string"}]}`, described,
			`{"title":"Title","description":"What <it> is.","anyOf":[{"type":"string"}]}`},
		{"the author's own description stays", `{"anyOf":[{"type":"string"}],"description":"own","title":"T"}`, described, ""},
		{"extras follow", `{"x-a":1}`, model.Field{Extras: []model.Extra{{Keyword: "x-c", Value: "3"}, {Keyword: "x-a", Value: "9"}, {Keyword: "x-b", Value: `"<"`}}},
			`{"x-a":1,"x-c":3,"x-b":"<"}`},
		{"everything is allowed", `{}`, model.Field{}, `{"description":"Any JSON value."}`},
		{"everything is allowed, briefly", `true`, model.Field{}, `{"description":"Any JSON value."}`},
	}
	for _, test := range tests {
		text := string(encode(t, schema.Input(argumentsWithSchema(test.text, test.field))))
		got := strings.TrimSuffix(strings.TrimPrefix(text, `{"type":"object","properties":{"f":`), `},"additionalProperties":false}`)
		want := test.want
		if want == "" {
			want = test.text
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// A text that is not a schema is an error of Encode, and causes no panic.
func TestBrokenWrittenSchemas(t *testing.T) {
	for _, text := range []string{"", "{", "5", `"a"`, "null", "[]", `{"items":5}`, `{"anyOf":{}}`, `{"properties":[]}`, `{"anyOf":[1]}`, strings.Repeat(`{"not":`, 20000)} {
		if got, err := schema.Encode(schema.Input(argumentsWithSchema(text, model.Field{}))); err == nil {
			t.Errorf("%.40s became %s", text, got)
		}
	}
}

// A projection can change an author's schema.
func TestChangedWrittenSchemas(t *testing.T) {
	root, sources := schema.InputWithSources(argumentsWithSchema(`{"maxLength":3,"pattern":"\u0061","type":"string","x-a":1}`, model.Field{}))
	s, _ := root.Properties.Get("f")
	if s.Type != "string" || s.Pattern != "a" || *s.MaxLength != 3 {
		t.Errorf("it was read as type %q, pattern %q", s.Type, s.Pattern)
	}
	s.MaxLength, s.Pattern, s.Description = nil, "b", "At most 3."
	delete(s.Extras, "x-a")
	const want = `{"type":"object","properties":{"f":{"description":"At most 3.","pattern":"b","type":"string"}},"additionalProperties":false}`
	if diff := cmp.Diff(want, string(encode(t, root))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if source := sources[s]; !source.Written || source.Field.Name != "f" || source.Type.Kind != model.KindJSON {
		t.Errorf("its source is %+v", source)
	}
}

// An author's schema has the same meaning after Encode.
func FuzzWrittenSchema(f *testing.F) {
	f.Add(`{"type":["string","null"],"enum":[1,"\u003c"],"properties":{"a":true},"items":{"x":[]},"minLength":1.0,"not":{},"default":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		root := schema.Input(argumentsWithSchema(text, model.Field{}))
		encoded, err := schema.Encode(root)
		if err != nil {
			return
		}
		s, _ := root.Properties.Get("f")
		if s.Description == "Any JSON value." {
			return
		}
		var want, got any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%q is no JSON and became %s", text, encoded)
		}
		if err := json.Unmarshal(encode(t, s), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s became %s", text, encode(t, s))
		}
	})
}

// Types that use each other very often do not exhaust memory.
func TestManyUses(t *testing.T) {
	of := &model.Type{Kind: model.KindString}
	for i := range 40 {
		outer := &model.Type{Kind: model.KindStruct, Name: &model.TypeName{Local: fmt.Sprintf("T%d", i)}}
		for _, name := range []string{"a", "b", "c"} {
			outer.Fields = append(outer.Fields, &model.Field{Name: name, Type: of, Required: true})
		}
		of = outer
	}
	root, sources := schema.InputWithSources(of)
	if len(sources) > 7000 {
		t.Errorf("%d nodes", len(sources))
	}
	if _, err := compile(encode(t, root)); err != nil {
		t.Error(err)
	}
}

// The bounds of an integer type are omitted only if they follow from the bounds
// of the tag.
func TestBoundsOfWidths(t *testing.T) {
	tests := []struct {
		reason string
		bits   int
		c      model.Constraints
		want   string
	}{
		{"no tag", 8, model.Constraints{}, `"minimum":-128,"maximum":127`},
		{"both", 8, model.Constraints{Keywords: model.Keywords{"minimum": "-5", "maximum": "5"}}, `"minimum":-5,"maximum":5`},
		{"exclusive", 8, model.Constraints{Keywords: model.Keywords{"exclusiveMinimum": "-5", "exclusiveMaximum": "5"}}, `"exclusiveMinimum":-5,"exclusiveMaximum":5`},
		{"exclusive, just outside", 8, model.Constraints{Keywords: model.Keywords{"exclusiveMinimum": "-129", "exclusiveMaximum": "128"}}, `"exclusiveMinimum":-129,"exclusiveMaximum":128`},
		{"exclusive, outside", 8, model.Constraints{Keywords: model.Keywords{"exclusiveMinimum": "-130", "exclusiveMaximum": "129"}}, `"minimum":-128,"exclusiveMinimum":-130,"maximum":127,"exclusiveMaximum":129`},
		{"outside", 8, model.Constraints{Keywords: model.Keywords{"minimum": "-200", "maximum": "200"}}, `"minimum":-128,"maximum":127`},
		{"no number", 8, model.Constraints{Keywords: model.Keywords{"exclusiveMinimum": "1e999999999"}}, `"minimum":-128,"exclusiveMinimum":1e999999999,"maximum":127`},
		{"64 bits", 64, model.Constraints{Keywords: model.Keywords{"exclusiveMaximum": "9223372036854775807"}}, `"exclusiveMaximum":9223372036854775807`},
	}
	for _, test := range tests {
		f := &model.Field{Name: "f", Type: &model.Type{Kind: model.KindInt, Bits: test.bits}, Constraints: test.c}
		got := string(encode(t, schema.Input(&model.Type{Kind: model.KindStruct, Fields: []*model.Field{f}})))
		want := `{"type":"object","properties":{"f":{"type":"integer",` + test.want + `}},"additionalProperties":false}`
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// Encode does not write the key KeywordOrder, and writes keywords that were set
// later.
func TestEncodeOrder(t *testing.T) {
	s, _ := schema.Input(argumentsWithSchema(`{"x-a":1,"type":"string","$comment":"c"}`, model.Field{})).Properties.Get("f")
	s.Extras["x-0"] = 0
	s.Type = ""
	s.Enum = []any{json.RawMessage(`1`)}
	const want = `{"enum":[1],"x-a":1,"$comment":"c","x-0":0}`
	if diff := cmp.Diff(want, string(encode(t, s))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, has := s.Extras[schema.KeywordOrder]; !has {
		t.Error("an author's schema has no order")
	}
	if text := encode(t, &jsonschema.Schema{Extras: map[string]any{"type": "x"}, Type: "string"}); string(text) != `{"type":"string"}` {
		t.Errorf("a keyword that is also an extra: %s", text)
	}
}
