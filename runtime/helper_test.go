package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// newRegistry returns a registry with the tools. Tools without Invoke return a
// text with their names.
func newRegistry(t testing.TB, o *runtime.Options, tools ...runtime.Tool) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(o)
	if err := registry.Register(pointers(tools)...); err != nil {
		t.Fatal(err)
	}
	return registry
}

func pointers(tools []runtime.Tool) []*runtime.Tool {
	all := make([]*runtime.Tool, len(tools))
	for i := range tools {
		tool := tools[i]
		if tool.Invoke == nil {
			tool.Invoke = textHandler(tool.Name + " ran")
		}
		all[i] = &tool
	}
	return all
}

// textHandler returns a handler that returns the text.
func textHandler(text string) runtime.Handler {
	return func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(text) }
}

// numberedTools returns n tools with names, descriptions and schemas.
func numberedTools(n int) []runtime.Tool {
	tools := make([]runtime.Tool, n)
	for i := range tools {
		tools[i] = runtime.Tool{
			Name: fmt.Sprintf("tool_%d", i), Description: "Does the same as the others.",
			Input: `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}`,
		}
	}
	return tools
}

// calls returns calls of the named tools, without arguments and with the ids
// c0, c1, …
func calls(names ...string) []runtime.ToolCall {
	all := make([]runtime.ToolCall, len(names))
	for i, name := range names {
		all[i] = runtime.ToolCall{ID: fmt.Sprintf("c%d", i), Name: name, Args: json.RawMessage(`{}`)}
	}
	return all
}

// execute calls the named tools under a policy that allows every tool.
func execute(t testing.TB, registry *runtime.Registry, names ...string) []runtime.CallResult {
	return registry.ExecuteParallel(t.Context(), calls(names...), nil)
}
