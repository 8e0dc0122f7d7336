package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
)

// TestDialects checks the relations between the dialects, and the definition of a
// tool in each of them. The order is that of Names.
func TestDialects(t *testing.T) {
	tool := &dialect.Tool{
		Name: "find", Title: "Find", Description: "Finds <things> & more.", Strict: true,
		Parameters: json.RawMessage(`{ "type": "object" }`), Output: json.RawMessage(`{"a":1}`),
		Examples: []json.RawMessage{json.RawMessage(`{ "q": "<" }`)}, Hints: dialect.Hints{ReadOnly: true},
	}
	const begin = `"name":"find","description":"Finds <things> & more.",`
	tests := []struct{ name, projection, fallback, strict, want string }{
		{"mcp", "mcp", "", "", `{"name":"find","title":"Find","description":"Finds <things> & more.","inputSchema":{"type":"object"},"outputSchema":{"a":1},` +
			`"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`},
		{"openai", "openai", "", "openai-strict", `{"type":"function","function":{` + begin + `"parameters":{"type":"object"},"strict":true}}`},
		{"openai-strict", "openai-strict", "openai", "openai-strict", `{"type":"function","function":{` + begin + `"parameters":{"type":"object"},"strict":true}}`},
		{"openai-responses", "openai", "", "openai-responses-strict", `{"type":"function",` + begin + `"parameters":{"type":"object"},"strict":true}`},
		{"openai-responses-strict", "openai-strict", "openai-responses", "openai-responses-strict", `{"type":"function",` + begin + `"parameters":{"type":"object"},"strict":true}`},
		{"anthropic", "anthropic", "", "anthropic-strict", `{` + begin + `"input_schema":{"type":"object"},"strict":true,"input_examples":[{"q":"<"}]}`},
		{"anthropic-strict", "anthropic-strict", "anthropic", "anthropic-strict", `{` + begin + `"input_schema":{"type":"object"},"strict":true,"input_examples":[{"q":"<"}]}`},
		{"gemini", "gemini", "gemini-json", "", `{` + begin + `"parameters":{"type":"object"}}`},
		{"gemini-json", "gemini-json", "", "", `{` + begin + `"parametersJsonSchema":{"type":"object"}}`},
	}
	var names, projections []string
	for _, test := range tests {
		names = append(names, test.name)
		if test.projection == test.name {
			projections = append(projections, test.name)
		}
		d := dialect.Find(test.name)
		if d == nil {
			t.Fatalf("%s: not found", test.name)
		}
		strict := ""
		if d.Strict() != nil {
			strict = d.Strict().Name
		}
		if d.Projection != test.projection || d.Fallback != test.fallback || strict != test.strict || d.IsStrict != (test.strict == test.name) {
			t.Errorf("%s: projection %q, fallback %q, strict %q, %v", test.name, d.Projection, d.Fallback, strict, d.IsStrict)
		}
		got, err := d.Append([]byte("x"), tool)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff("x"+test.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if diff := cmp.Diff(names, dialect.Names()); diff != "" {
		t.Errorf("Names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(projections, dialect.Projections()); diff != "" {
		t.Errorf("Projections (-want +got):\n%s", diff)
	}
}

func TestFindUnknown(t *testing.T) {
	for _, name := range []string{"", "MCP", "openai-", " mcp"} {
		if d := dialect.Find(name); d != nil {
			t.Errorf("%q: found %s", name, d.Name)
		}
	}
}

// TestOptionalMembers checks definitions of a tool without optional parts.
func TestOptionalMembers(t *testing.T) {
	for name, want := range map[string]string{
		dialect.MCP:             `{"name":"ping","description":"","inputSchema":{}}`,
		dialect.OpenAI:          `{"type":"function","function":{"name":"ping","description":"","parameters":{}}}`,
		dialect.OpenAIResponses: `{"type":"function","name":"ping","description":"","parameters":{},"strict":false}`,
		dialect.Anthropic:       `{"name":"ping","description":"","input_schema":{}}`,
	} {
		got, err := dialect.Find(name).Append(nil, &dialect.Tool{Name: "ping", Parameters: json.RawMessage(`{}`)})
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	for _, name := range []string{dialect.Gemini, dialect.GeminiJSON} {
		got, err := dialect.Find(name).Append(nil, &dialect.Tool{Name: "ping"})
		if want := `{"name":"ping","description":""}`; string(got) != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
	got, err := dialect.Find(dialect.MCP).Append(nil, &dialect.Tool{Name: "ping", Parameters: json.RawMessage(`{}`), Hints: dialect.Hints{SideEffects: true}})
	const want = `{"name":"ping","description":"","inputSchema":{},"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`
	if string(got) != want || err != nil {
		t.Errorf("a hint that MCP does not have: %s, %v; want %s", got, err, want)
	}
}

// TestInvalidJSON checks that a part that is not JSON is an error.
func TestInvalidJSON(t *testing.T) {
	broken := json.RawMessage(`{"a":`)
	for reason, test := range map[string]struct {
		name string
		tool dialect.Tool
	}{
		"parameters": {dialect.OpenAI, dialect.Tool{Parameters: broken}},
		"output":     {dialect.MCP, dialect.Tool{Parameters: json.RawMessage("{}"), Output: broken}},
		"an example": {dialect.Anthropic, dialect.Tool{Parameters: json.RawMessage("{}"), Examples: []json.RawMessage{broken}}},
	} {
		if got, err := dialect.Find(test.name).Append([]byte("x"), &test.tool); err == nil || string(got) != "x" {
			t.Errorf("%s: %q, %v; want an error and the unchanged destination", reason, got, err)
		}
	}
}
