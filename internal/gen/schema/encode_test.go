package schema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/schema"
)

func encode(t *testing.T, s *jsonschema.Schema) []byte {
	t.Helper()
	text, err := schema.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEncode(t *testing.T) {
	properties := jsonschema.NewProperties()
	properties.Set("z", &jsonschema.Schema{Type: "string"})
	properties.Set("a<b", jsonschema.TrueSchema)
	tests := []struct {
		reason string
		schema *jsonschema.Schema
		want   string
	}{
		{"empty", &jsonschema.Schema{}, `{}`},
		{"booleans", &jsonschema.Schema{Not: jsonschema.FalseSchema, Items: jsonschema.TrueSchema}, `{"items":true,"not":false}`},
		{"no HTML escapes", &jsonschema.Schema{Description: "<a> & b"}, `{"description":"<a> & b"}`},
		{"a text that looks like an escape is kept", &jsonschema.Schema{Description: `\u003c`, Pattern: `\\u003c<`}, `{"description":"\\u003c","pattern":"\\\\u003c<"}`},
		{"raw values", &jsonschema.Schema{Default: json.RawMessage(` {"a" : "<"} `), Enum: []any{json.RawMessage(`9007199254740993`)}},
			`{"enum":[9007199254740993],"default":{"a":"<"}}`},
		{"order of properties", &jsonschema.Schema{Properties: properties}, `{"properties":{"z":{"type":"string"},"a<b":true}}`},
		{"no properties", &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}, `{"type":"object","properties":{}}`},
		{"keywords in reading order", &jsonschema.Schema{
			Definitions: jsonschema.Definitions{"B": {Type: "null"}, "A": {Type: "null"}},
			Required:    []string{"a"}, Description: "d", Title: "t", Type: "object", UniqueItems: true,
		}, `{"type":"object","title":"t","description":"d","uniqueItems":true,"required":["a"],"$defs":{"A":{"type":"null"},"B":{"type":"null"}}}`},
		{"lists and maps of schemas", &jsonschema.Schema{
			AnyOf:             []*jsonschema.Schema{{Const: "<"}, {Type: "null"}},
			PatternProperties: map[string]*jsonschema.Schema{"^b": {}, "^a": {}},
		}, `{"anyOf":[{"const":"<"},{"type":"null"}],"patternProperties":{"^a":{},"^b":{}}}`},
		{"extras", &jsonschema.Schema{Type: "string", Extras: map[string]any{"x-b": "<", "x-a": 1}}, `{"type":"string","x-a":1,"x-b":"<"}`},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, string(encode(t, test.schema))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestEncodeError(t *testing.T) {
	for _, s := range []*jsonschema.Schema{
		{Default: json.RawMessage(`{`)},
		{Items: &jsonschema.Schema{Examples: []any{make(chan int)}}},
		{AnyOf: []*jsonschema.Schema{{Extras: map[string]any{"x": func() {}}}}},
	} {
		if text, err := schema.Encode(s); err == nil {
			t.Errorf("got %s, want an error", text)
		}
	}
}

// Encode writes every keyword of invopop/jsonschema with the same value as
// invopop/jsonschema.
func TestEncodeEveryKeyword(t *testing.T) {
	kind := reflect.TypeFor[jsonschema.Schema]()
	for i := range kind.NumField() {
		name, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		s := &jsonschema.Schema{}
		fill(reflect.ValueOf(s).Elem().Field(i))
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(encode(t, s))); diff != "" {
			t.Errorf("%s (-invopop +toolgen):\n%s", name, diff)
		}
	}
}

// fill sets a field to a value that is not zero.
func fill(v reflect.Value) {
	switch value := v.Addr().Interface().(type) {
	case **jsonschema.Schema:
		*value = &jsonschema.Schema{Type: "null"}
		return
	case *json.Number:
		*value = "1"
		return
	}
	if properties := jsonschema.NewProperties(); v.Type() == reflect.TypeOf(properties) {
		v.Set(reflect.ValueOf(properties))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint64:
		v.SetUint(1)
	case reflect.Interface:
		v.Set(reflect.ValueOf("x"))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		element := reflect.New(v.Type().Elem()).Elem()
		fill(element)
		v.SetMapIndex(reflect.ValueOf("x"), element)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() == reflect.Uint64 {
			fill(v.Elem())
		}
	}
}
