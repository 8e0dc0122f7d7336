package runtime_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/runtime"
)

// dialectTool returns a tool with projections, hints and an example.
func dialectTool(name string) *runtime.Tool {
	return &runtime.Tool{
		Name: name, Title: "Find", Description: "Finds <things>.",
		Input:  `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z"],"additionalProperties":false}`,
		Output: `{"type":"object"}`, Hints: runtime.Hints{ReadOnly: true}, Examples: []string{`{"z":"<x>"}`},
		Projections: []runtime.Projection{
			{Dialect: "openai-strict", Parameters: `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":["integer","null"]}},"required":["z","a"],"additionalProperties":false}`, Strict: true},
			{Dialect: "anthropic-strict", Parameters: `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z"],"additionalProperties":false}`, Strict: true},
			{Dialect: "gemini", Parameters: `{"type":"OBJECT"}`},
		},
		Invoke: noop,
	}
}

// TestDefinitionsInDialects checks the definitions of a tool with and without
// projections in each dialect.
func TestDefinitionsInDialects(t *testing.T) {
	plain := runtime.Tool{Name: "plain", Description: "Has no projection.", Invoke: noop}
	registry := newRegistry(t, nil, *dialectTool("find"), plain)
	input, empty := dialectTool("").Input, `{"type":"object","properties":{},"additionalProperties":false}`
	strict := dialectTool("").Projections
	definitions := map[runtime.Dialect]string{
		runtime.DialectMCP: `[{"name":"find","title":"Find","description":"Finds <things>.","inputSchema":` + input + `,"outputSchema":{"type":"object"},` +
			`"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}},` +
			`{"name":"plain","description":"Has no projection.","inputSchema":` + empty + `}]`,
		runtime.DialectOpenAI: `[{"type":"function","function":{"name":"find","description":"Finds <things>.","parameters":` + input + `}},` +
			`{"type":"function","function":{"name":"plain","description":"Has no projection.","parameters":` + empty + `}}]`,
		runtime.DialectOpenAIStrict: `[{"type":"function","function":{"name":"find","description":"Finds <things>.","parameters":` + strict[0].Parameters + `,"strict":true}},` +
			`{"type":"function","function":{"name":"plain","description":"Has no projection.","parameters":` + empty + `}}]`,
		runtime.DialectOpenAIResponses: `[{"type":"function","name":"find","description":"Finds <things>.","parameters":` + input + `,"strict":false},` +
			`{"type":"function","name":"plain","description":"Has no projection.","parameters":` + empty + `,"strict":false}]`,
		runtime.DialectOpenAIResponsesStrict: `[{"type":"function","name":"find","description":"Finds <things>.","parameters":` + strict[0].Parameters + `,"strict":true},` +
			`{"type":"function","name":"plain","description":"Has no projection.","parameters":` + empty + `,"strict":false}]`,
		runtime.DialectAnthropic: `[{"name":"find","description":"Finds <things>.","input_schema":` + input + `,"input_examples":[{"z":"<x>"}]},` +
			`{"name":"plain","description":"Has no projection.","input_schema":` + empty + `}]`,
		runtime.DialectAnthropicStrict: `[{"name":"find","description":"Finds <things>.","input_schema":` + strict[1].Parameters + `,"strict":true,"input_examples":[{"z":"<x>"}]},` +
			`{"name":"plain","description":"Has no projection.","input_schema":` + empty + `}]`,
		runtime.DialectGemini: `[{"name":"find","description":"Finds <things>.","parameters":{"type":"OBJECT"}},` +
			`{"name":"plain","description":"Has no projection.","parametersJsonSchema":` + empty + `}]`,
		runtime.DialectGeminiJSON: `[{"name":"find","description":"Finds <things>.","parametersJsonSchema":` + input + `},` +
			`{"name":"plain","description":"Has no projection.","parametersJsonSchema":` + empty + `}]`,
	}
	for _, name := range dialect.Names() {
		if definitions[runtime.Dialect(name)] == "" {
			t.Errorf("%s: add the definitions in this dialect", name)
		}
	}
	for dialect, want := range definitions {
		for range 2 { // the second time from the stored definitions
			got, err := registry.AppendDefinitionsFor([]byte("x"), dialect, runtime.Policy{})
			if err != nil {
				t.Errorf("%s: %v", dialect, err)
			} else if diff := cmp.Diff("x"+want, string(got)); diff != "" {
				t.Errorf("%s:\n%s", dialect, diff)
			}
		}
	}
}

func TestDefinitionsForPolicyAndTurn(t *testing.T) {
	registry := newRegistry(t, nil, *dialectTool("a"), *dialectTool("b"))
	got, err := registry.AppendDefinitionsFor(nil, runtime.DialectOpenAI, runtime.Policy{Tools: runtime.AllowOnly("b")})
	if names := functionNames(t, got); err != nil || names != "b" {
		t.Errorf("the policy shows %s, %v", names, err)
	}
	turn := &runtime.Turn{Tools: []*runtime.Tool{dialectTool("mcp__s__c")}}
	got, err = registry.AppendTurnDefinitionsFor(nil, runtime.DialectOpenAI, turn)
	if names := functionNames(t, got); err != nil || names != "a b mcp__s__c" {
		t.Errorf("the turn shows %s, %v", names, err)
	}
}

// functionNames returns the names of the functions in definitions of chat completions.
func functionNames(t *testing.T, definitions []byte) string {
	t.Helper()
	var all []struct{ Function struct{ Name string } }
	if err := json.Unmarshal(definitions, &all); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range all {
		names = append(names, d.Function.Name)
	}
	return strings.Join(names, " ")
}

func TestDialectErrors(t *testing.T) {
	recursive := runtime.Tool{Name: "tree", Invoke: noop, Input: `{"type":"object","properties":{"t":{"$ref":"#"}}}`}
	registry := newRegistry(t, nil, recursive)
	for _, test := range []struct {
		dialect runtime.Dialect
		want    string
	}{
		{"openia", `runtime: unknown dialect "openia"; the dialects are ` + strings.Join(dialect.Names(), ", ")},
		{runtime.DialectAnthropic, "runtime: the schema of the tool tree refers to itself, which the dialect anthropic does not support; add //tool:dialects anthropic to its package and run go generate"},
	} {
		got, err := registry.AppendDefinitionsFor([]byte("x"), test.dialect, runtime.Policy{})
		var dialect *runtime.DialectError
		if string(got) != "x" || !errors.As(err, &dialect) || err.Error() != test.want {
			t.Errorf("%s gives %q and the error %v", test.dialect, got, err)
		}
	}
}

// TestParametersFor checks which projection of a tool a dialect has, and the examples.
func TestParametersFor(t *testing.T) {
	examples := []string{`{"m":{"a":1}}`}
	lists := []string{`{"m":[{"key":"a","value":1}]}`}
	projections := []runtime.Projection{
		{Dialect: "openai", Parameters: `{"a":1}`}, {Dialect: "openai-strict", Parameters: `{"b":1}`, Strict: true},
		{Dialect: "anthropic-strict", Parameters: `{"c":1}`, Strict: true, Examples: lists},
	}
	plain := runtime.Tool{Input: `{"d":1}`, Examples: examples, Projections: projections}
	strict := plain
	strict.Strict = true
	onlyPlain := plain
	onlyPlain.Projections = projections[:1]
	none := plain
	none.Projections = nil
	for _, test := range []struct {
		reason  string
		tool    runtime.Tool
		dialect runtime.Dialect
		want    runtime.Parameters
	}{
		{"the projection of the dialect", plain, runtime.DialectOpenAI, runtime.Parameters{Dialect: "openai", Schema: json.RawMessage(`{"a":1}`)}},
		{"a second API with the same schemas", plain, runtime.DialectOpenAIResponsesStrict,
			runtime.Parameters{Dialect: "openai-responses-strict", Schema: json.RawMessage(`{"b":1}`), Strict: true}},
		{"the examples of the projection", plain, runtime.DialectAnthropicStrict,
			runtime.Parameters{Dialect: "anthropic-strict", Schema: json.RawMessage(`{"c":1}`), Strict: true, Examples: lists}},
		{"the examples of the tool", plain, runtime.DialectAnthropic, runtime.Parameters{Dialect: "anthropic", Schema: json.RawMessage(`{"d":1}`), Examples: examples}},
		{"a strict tool in a plain dialect", strict, runtime.DialectOpenAIResponses,
			runtime.Parameters{Dialect: "openai-responses-strict", Schema: json.RawMessage(`{"b":1}`), Strict: true}},
		{"a strict tool in a dialect without a strict mode", strict, runtime.DialectGeminiJSON, runtime.Parameters{Dialect: "gemini-json", Schema: json.RawMessage(`{"d":1}`)}},
		{"no strict projection", onlyPlain, runtime.DialectOpenAIStrict, runtime.Parameters{Dialect: "openai", Schema: json.RawMessage(`{"a":1}`)}},
		{"no projection", none, runtime.DialectGemini, runtime.Parameters{Dialect: "gemini-json", Schema: json.RawMessage(`{"d":1}`)}},
		{"no projection, examples", none, runtime.DialectAnthropicStrict, runtime.Parameters{Dialect: "anthropic", Schema: json.RawMessage(`{"d":1}`), Examples: examples}},
	} {
		got, err := test.tool.ParametersFor(test.dialect)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// TestDialectLimits checks that each limit of a provider holds exactly, and that the
// error has the tool with the largest share.
func TestDialectLimits(t *testing.T) {
	anthropic := func(n int, parameters string) (tools []runtime.Tool) {
		for i := range n {
			tools = append(tools, runtime.Tool{
				Name: fmt.Sprintf("t%d", i), Invoke: noop,
				Projections: []runtime.Projection{{Dialect: "anthropic-strict", Parameters: parameters, Strict: true}},
			})
		}
		return tools
	}
	for _, test := range []struct {
		dialect runtime.Dialect
		tools   func(n int) []runtime.Tool
		max     int
		measure string
	}{
		{runtime.DialectOpenAI, numberedTools, 128, "tools"},
		{runtime.DialectGemini, numberedTools, 512, "tools"},
		{runtime.DialectAnthropicStrict, func(n int) []runtime.Tool { return anthropic(n, `{"type":"object"}`) }, 20, "strict tools"},
		{runtime.DialectAnthropicStrict, func(n int) []runtime.Tool {
			return anthropic(n, `{"properties":{"a":{"items":{"properties":{"b":{},"c":{}},"required":["b"]}},"d":{}},"required":["d"]}`)
		}, 12, "optional parameters in strict tools"},
		{runtime.DialectAnthropicStrict, func(n int) []runtime.Tool {
			return anthropic(n, `{"properties":{"a":{"anyOf":[{"anyOf":[]}]}},"required":["a"]}`)
		}, 8, "unions in strict tools"},
	} {
		if _, err := newRegistry(t, nil, test.tools(test.max)...).AppendDefinitionsFor(nil, test.dialect, runtime.Policy{}); err != nil {
			t.Errorf("%s, %d: %v", test.dialect, test.max, err)
		}
		_, err := newRegistry(t, nil, test.tools(test.max+1)...).AppendDefinitionsFor(nil, test.dialect, runtime.Policy{})
		var limit *runtime.DialectLimitError
		if !errors.As(err, &limit) || limit.Measure != test.measure || limit.Sum <= limit.Max || limit.Tool == "" {
			t.Errorf("%s, %d more than allowed: %v", test.dialect, 1, err)
		}
	}
}
