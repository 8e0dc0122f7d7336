package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// newRegistry is a registry with the tools. Those without Invoke answer their
// name.
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
			tool.Invoke = listResult(tool.Name + " ran")
		}
		all[i] = &tool
	}
	return all
}

// answer is a tool function that gives that text.
func listResult(text string) runtime.Handler {
	return func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(text) }
}

// numbered are n tools with names, descriptions and schemas.
func numbered(n int) []runtime.Tool {
	tools := make([]runtime.Tool, n)
	for i := range tools {
		tools[i] = runtime.Tool{
			Name: fmt.Sprintf("tool_%d", i), Description: "Does the same as the others.",
			Input: `{"type":"object","properties":{"query":{"type":"string"}},"required":["query"],"additionalProperties":false}`,
		}
	}
	return tools
}

// calls are calls of the named tools, with no arguments and ids c0, c1, …
func calls(names ...string) []runtime.ToolCall {
	all := make([]runtime.ToolCall, len(names))
	for i, name := range names {
		all[i] = runtime.ToolCall{ID: fmt.Sprintf("c%d", i), Name: name, Args: json.RawMessage(`{}`)}
	}
	return all
}

// execute runs the named tools under an open policy.
func execute(t testing.TB, registry *runtime.Registry, names ...string) []runtime.CallResult {
	return registry.ExecuteParallel(t.Context(), calls(names...), nil)
}
