package dialects_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/schema"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// samples are arguments of the tools, in addition to their examples.
var samples = map[string][]string{
	"texts": {
		`{"plain":"","bounded":"a<","exactly":"abc","one":"x","link":"https://example.com","at":"2026-11-01T10:00:00Z","wait":"PT1S","extra":"e"}`,
		`{"plain":"\"\\\u2028","bounded":"b","exactly":"äöü","one":"1","link":"urn:a","mail":"a@example.com","at":"2026-11-01T10:00:00Z","wait":"P1D","pause":"1m","address":"10.0.0.1","raw":"AAE=","old":"o","extra":""}`,
	},
	"numbers":   {`{"any":-1.5e9,"share":0.5,"open":0.25,"even":2,"small":127,"large":9007199254740993,"exact":3,"yes":false,"page":1}`},
	"enums":     {`{"kind":"fact","level":1,"maybe":"task","levels":[],"default":1,"blank":"some","sizes":[1,2]}`},
	"lists":     {`{"texts":[],"some":["a"],"many":[1,2],"three":[1,2,3],"points":[{"x":1},{"x":1,"y":2}],"matrix":[[],[1]],"inline":{"a":"b"}}`},
	"maps":      {`{"counts":{}}`, `{"counts":{"":0},"points":{"p":{"x":1},"q":{"x":1,"y":2}},"by_kind":{"task":["a"],"fact":[]},"by_int":{"-128":1,"127":2}}`},
	"unions":    {`{"shape":{"kind":"square","side":1},"maybe":{"kind":"circle","radius":2},"named":{"a":{"kind":"square","side":1,"level":2}}}`},
	"recursive": {`{"root":{"name":"a","left":{"name":"b","left":{"name":"c"}},"by_name":{"x":{"name":"d","by_name":{}}}},"other":{"name":"e"}}`},
	"mutual":    {`{"left":{"rights":[{"note":"n","left":{"rights":[]}}]}}`},
	"hollow":    {`{"empty":{}}`},
}

// TestRewrittenValues checks with an independent validator that valid arguments of a
// tool are still valid when they are rewritten for a dialect, and that the rewriting
// can be undone.
func TestRewrittenValues(t *testing.T) {
	checked := 0
	for _, tool := range goTools(t) {
		texts := samples[tool.Name]
		for _, example := range tool.Behaviour.Examples {
			texts = append(texts, example.JSON)
		}
		original, err := schema.Encode(schema.Input(tool.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		for _, dialectName := range dialect.Projections() {
			text, _, err := parameters(dialectName, tool)
			if err != nil || text == "" {
				continue
			}
			for _, arguments := range texts {
				validate(t, string(original), arguments)
				forward, err := dialects.Forward(dialectName, tool, arguments)
				if err != nil {
					t.Fatal(err)
				}
				validate(t, text, forward)
				back := undo(parseJSON(t, string(original)), parseJSON(t, string(original)), parseJSON(t, forward))
				if diff := cmp.Diff(parseJSON(t, arguments), back); diff != "" {
					t.Errorf("%s: %s: %s is rewritten to %s, and undone to (-want +got):\n%s", dialectName, tool.Name, arguments, forward, diff)
				}
				checked++
			}
		}
	}
	if checked < 80 {
		t.Errorf("only %d values", checked)
	}
}

func validate(t *testing.T, schemaText, value string) {
	t.Helper()
	compiler := validator.NewCompiler()
	compiler.DefaultDraft(validator.Draft2020)
	if err := compiler.AddResource("schema.json", parseJSON(t, schemaText)); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatalf("not a schema: %v: %s", err, schemaText)
	}
	if err := compiled.Validate(parseJSON(t, value)); err != nil {
		t.Errorf("%s is not valid: %v\n%s", value, err, schemaText)
	}
}

func parseJSON(t *testing.T, text string) any {
	t.Helper()
	value, err := validator.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

// undo converts a value in the form of a dialect back: lists of keys and values
// become maps, null for an optional property is removed, and strings become
// numbers. s is the original schema, which is part of root.
func undo(root, s, value any) any {
	node, _ := s.(map[string]any)
	if ref, ok := node["$ref"].(string); ok {
		return undo(root, root.(map[string]any)["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")], value)
	}
	if branches, ok := node["anyOf"].([]any); ok {
		for _, branch := range branches {
			if kind := branch.(map[string]any)["properties"].(map[string]any)["kind"]; kind.(map[string]any)["const"] == value.(map[string]any)["kind"] {
				return undo(root, branch, value)
			}
		}
	}
	properties, _ := node["properties"].(map[string]any)
	switch value := value.(type) {
	case []any:
		if node["type"] == "object" {
			entries := map[string]any{}
			for _, entry := range value {
				entry := entry.(map[string]any)
				entries[entry["key"].(string)] = undo(root, node["additionalProperties"], entry["value"])
			}
			return entries
		}
		for i := range value {
			value[i] = undo(root, node["items"], value[i])
		}
	case map[string]any:
		for name, inner := range value {
			property, known := properties[name]
			switch {
			case inner == nil:
				delete(value, name)
			case known:
				value[name] = undo(root, property, inner)
			default:
				value[name] = undo(root, node["additionalProperties"], inner)
			}
		}
	case string:
		if node["type"] == "integer" || node["type"] == "number" {
			return json.Number(value)
		}
	}
	return value
}

// TestConstraintsAreKept checks that every dialect keeps the constraints of a
// schema, as keywords or in the description.
func TestConstraintsAreKept(t *testing.T) {
	kept := []string{
		"minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
		"multipleOf", "minItems", "maxItems", "contentEncoding", "default", "x-order", "enum", "const", "description", "title",
	}
	words := map[string]string{"uniqueItems": "twice", "deprecated": "Deprecated", "readOnly": "Read-only"}
	checked := 0
	for _, tool := range goTools(t) {
		original, err := schema.Encode(schema.Input(tool.Arguments))
		if err != nil {
			t.Fatal(err)
		}
		for _, dialectName := range dialect.Projections() {
			text, _, err := parameters(dialectName, tool)
			if err != nil || text == "" {
				continue
			}
			properties := parseObject(t, text)["properties"].(map[string]any)
			for name, property := range parseObject(t, string(original))["properties"].(map[string]any) {
				encoded, err := json.Marshal(properties[name])
				if err != nil {
					t.Fatal(err)
				}
				output := string(encoded) + descriptionJSON(parseObject(t, text))
				for _, keyword := range kept {
					if value, ok := property.(map[string]any)[keyword]; ok {
						checked++
						if !mentions(output, value) {
							t.Errorf("%s: %s: %s: %s %v is missing: %s", dialectName, tool.Name, name, keyword, value, output)
						}
					}
				}
				for keyword, word := range words {
					if value := property.(map[string]any)[keyword]; value == true && !strings.Contains(output, word) && !strings.Contains(output, keyword) {
						t.Errorf("%s: %s: %s: %s is missing: %s", dialectName, tool.Name, name, keyword, output)
					}
				}
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d keywords", checked)
	}
}

func descriptionJSON(root map[string]any) string {
	text, _ := json.Marshal(root["description"])
	return string(text)
}

// mentions reports whether an encoded schema contains a value, or all values of a
// list.
func mentions(encoded string, value any) bool {
	if list, ok := value.([]any); ok {
		for _, value := range list {
			if !mentions(encoded, value) {
				return false
			}
		}
		return true
	}
	text, err := json.Marshal(value)
	if err != nil {
		return false
	}
	inner := strings.Trim(string(text), `"`)
	return strings.Contains(encoded, inner)
}
