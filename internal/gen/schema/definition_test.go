package schema_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

func TestDefinition(t *testing.T) {
	const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`
	point := liveType[Point](builder())
	const pointSchema = `{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"}},"required":["x","y"],"additionalProperties":false}`
	tests := []struct {
		reason string
		tool   model.Tool
		want   string
	}{
		{"the least", model.Tool{Name: "ping", Description: "Answers <now> & here."},
			`{"name":"ping","description":"Answers <now> & here.","inputSchema":` + noArguments + `}`},
		{"everything", model.Tool{
			Name: "move", Title: "Move", Description: "Moves.", Arguments: point, Result: model.Result{Kind: model.ResultObject, Type: point},
			Behaviour: model.Behaviour{Destructive: true, Idempotent: true},
		}, `{"name":"move","title":"Move","description":"Moves.","inputSchema":` + pointSchema + `,"outputSchema":` + pointSchema +
			`,"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}}`},
		{"any hint says that the others do not hold", model.Tool{Name: "add", Description: "Adds.", Behaviour: model.Behaviour{SideEffects: true}},
			`{"name":"add","description":"Adds.","inputSchema":` + noArguments + `,"annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}}`},
	}
	for _, test := range tests {
		got, err := schema.Definition(schema.MCP, &test.tool)
		if err != nil {
			t.Errorf("%s: %v", test.reason, err)
			continue
		}
		if diff := cmp.Diff(test.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestDefinitionOfOtherDialects(t *testing.T) {
	for _, dialect := range []string{"openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "gemini-json", "MCP", ""} {
		_, err := schema.Definition(dialect, &model.Tool{Name: "ping"})
		var unsupported *schema.DialectError
		if !errors.As(err, &unsupported) || unsupported.Dialect != dialect {
			t.Errorf("%q: got %v, want a DialectError", dialect, err)
		}
	}
}

// A default that is not JSON is an error, not an empty schema.
func TestDefinitionWithBrokenDefault(t *testing.T) {
	tool := &model.Tool{Name: "ping", Arguments: liveType[Point](builder())}
	tool.Arguments.Fields[0].Default = "{"
	if text, err := schema.Definition(schema.MCP, tool); err == nil {
		t.Errorf("got %s, want an error", text)
	}
}
