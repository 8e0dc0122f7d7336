package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// remoteSchema is as a server sends it.
const remoteSchema = `{"type":"object","properties":{"city":{"type":"string","minLength":1},"days":{"type":"integer","maximum":14,"default":3},` +
	`"unit":{"enum":["celsius","fahrenheit"]}},"required":["city"],"additionalProperties":false}`

// forward is a tool that passes its arguments on.
func forward(schema string) runtime.Tool {
	return runtime.Tool{Name: "forecast", Input: schema, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		return runtime.Text(string(c.RepairedArguments()))
	}}
}

// A tool from a schema has the problems and repairs of a generated one.
func TestToolFromSchema(t *testing.T) {
	tool, err := runtime.FromSchema(forward(remoteSchema), decode.SchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	registry := newRegistry(t, nil, *tool)
	tests := []struct{ args, value, problem string }{
		{`{"city":"Lisbon"}`, `{"city":"Lisbon","days":3}`, ""},
		{`{"city":"Lisbon","days":"5","unit":null}`, `{"city":"Lisbon","days":5}`, ""},
		{`{"city":"Lisbon","days":5,"unit":"CELSIUS"}`, `{"city":"Lisbon","days":5,"unit":"celsius"}`, ""},
		{`{"town":"Lisbon","days":99}`, "", "days: must be at most 14, got 99"},
		{`{"town":"Lisbon","days":99}`, "", "city: required but missing"},
		{`{"city":"Lisbon"`, "", "invalid"},
	}
	for _, test := range tests {
		got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "forecast", Args: json.RawMessage(test.args)}}, nil)[0].Result
		if got.Value != test.value || !strings.Contains(got.Error, test.problem) || got.OK != (test.problem == "") {
			t.Errorf("%s: %+v", test.args, got)
		}
	}
	if definition := registry.Definitions(runtime.Policy{})[0]; string(definition.Parameters) != remoteSchema {
		t.Errorf("the definition is %s", definition.Parameters)
	}
}

// What cannot be checked is an error when the tool is defined.
func TestToolFromSchemaThatCannotBeChecked(t *testing.T) {
	const lookahead = `{"type":"object","properties":{"a":{"type":"string","pattern":"(?=x)"}}}`
	_, err := runtime.FromSchema(forward(lookahead), decode.SchemaOptions{})
	var refused *decode.SchemaError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "forecast") || !strings.Contains(err.Error(), "/properties/a/pattern") {
		t.Errorf("the error is %v", err)
	}
	if _, err := runtime.FromSchema(forward(lookahead), decode.SchemaOptions{AcceptUnchecked: true}); err != nil {
		t.Errorf("accepted unchecked: %v", err)
	}
	unnamed := forward(remoteSchema)
	unnamed.Name = "not a name"
	if _, err := runtime.FromSchema(unnamed, decode.SchemaOptions{}); err == nil {
		t.Error("a name that is not portable was accepted")
	}
	for _, schema := range []string{"{", `{"type":"string"}`, `{"$ref":"#"}`} {
		if _, err := runtime.FromSchema(forward(schema), decode.SchemaOptions{}); err == nil {
			t.Errorf("%s was accepted", schema)
		}
	}
}

func ExampleFromSchema() {
	tool, err := runtime.FromSchema(runtime.Tool{
		Name: "mcp__weather__forecast", Description: "Tells the weather.",
		Input:     `{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","default":3}},"required":["city"]}`,
		Untrusted: &runtime.Untrusted{},
		Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			return runtime.Text("sent to the server: " + string(call.RepairedArguments()))
		},
	}, decode.SchemaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := runtime.NewRegistry(nil)
	calls := []runtime.ToolCall{{Name: tool.Name, Args: json.RawMessage(`{"city": "Lisbon"}`)}}
	result := registry.ExecuteParallel(context.Background(), calls, &runtime.Turn{Tools: []*runtime.Tool{tool}})[0].Result
	fmt.Println(result.Value)
	// Output:
	// <untrusted source="mcp__weather__forecast" tool="mcp__weather__forecast">
	// sent to the server: {"city":"Lisbon","days":3}
	// </untrusted>
}
