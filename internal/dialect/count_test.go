package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
)

func TestCountSchema(t *testing.T) {
	tests := []struct {
		reason, schema string
		want           map[string]int // without zeros
	}{
		{"not a schema", `[1]`, nil},
		{"a boolean schema", `true`, nil},
		{"an empty schema", `{}`, nil},
		{"properties of which one is required", `{"properties":{"aé":{},"b":true},"required":["b","other"]}`,
			map[string]int{"properties": 2, "optional parameters": 1, "characters in names and enums": 3, "levels of nested schemas": 1}},
		{"a property with the name of a keyword", `{"properties":{"anyOf":{"type":"string"}}}`,
			map[string]int{"properties": 1, "optional parameters": 1, "characters in names and enums": 5, "levels of nested schemas": 1}},
		{"definitions", `{"$defs":{"Node":{"properties":{"n":{"$ref":"#/$defs/Node"}},"required":["n"]}}}`,
			map[string]int{"properties": 1, "characters in names and enums": 5, "levels of nested schemas": 2}},
		{"unions", `{"anyOf":[{"type":"null"},{"items":{"anyOf":[{}]}}]}`, map[string]int{"unions": 2, "levels of nested schemas": 3}},
		{"an enum", `{"enum":["a\u00e9","\"", 1.50, true, null]}`, map[string]int{"values in enums": 5, "characters in names and enums": 15}},
		{"a constant", `{"const":"abc"}`, map[string]int{"characters in names and enums": 3}},
		{"values are not schemas", `{"default":{"properties":{"a":{}}},"enum":[{"anyOf":[]}]}`,
			map[string]int{"values in enums": 1, "characters in names and enums": 12}},
		{"keywords with values of another type", `{"properties":[{}],"required":"a","enum":{},"items":[{}],"anyOf":{}}`, map[string]int{"unions": 1}},
	}
	for _, test := range tests {
		counts := dialect.CountSchema(json.RawMessage(test.schema))
		got := counts.Named()
		for name, count := range got {
			if count == 0 {
				delete(got, name)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" && len(test.want)+len(got) > 0 {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestCountOfTools checks that the schema of a tool counts only if the tool is strict.
func TestCountOfTools(t *testing.T) {
	tool := &dialect.Tool{Parameters: json.RawMessage(limitedSchema)}
	want := map[string]int{
		"tools": 1, "strict tools": 0, "properties": 0, "levels of nested schemas": 0,
		"characters in names and enums": 0, "values in enums": 0, "optional parameters": 0, "unions": 0,
	}
	counts := dialect.Count(tool)
	if diff := cmp.Diff(want, counts.Named()); diff != "" {
		t.Errorf("a tool that is not strict (-want +got):\n%s", diff)
	}
	tool.Strict = true
	want = map[string]int{
		"tools": 1, "strict tools": 1, "properties": 2, "levels of nested schemas": 2,
		"characters in names and enums": 8, "values in enums": 2, "optional parameters": 2, "unions": 2,
	}
	counts = dialect.Count(tool)
	if diff := cmp.Diff(want, counts.Named()); diff != "" {
		t.Errorf("a strict tool (-want +got):\n%s", diff)
	}
}

// FuzzCountSchema checks that no text has counts that are negative or greater than its length.
func FuzzCountSchema(f *testing.F) {
	f.Add([]byte(limitedSchema))
	f.Add([]byte(`{"properties":{"a":null},"required":[1],"items":{"not":{"if":[]}}}`))
	f.Fuzz(func(t *testing.T, schema []byte) {
		counts := dialect.CountSchema(schema)
		for name, count := range counts.Named() {
			if count < 0 || count > len(schema) {
				t.Errorf("%d %s in %q", count, name, schema)
			}
		}
	})
}
