package toolstest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Call runs one tool in a new registry and returns the result. The arguments are JSON text in a string,
// []byte or json.RawMessage, nil for no arguments, or a value that Call encodes as JSON. The turn can be
// nil. Call fails the test only if it could not make the call; the test must check the result itself.
//
// A tool that declares capabilities does not run with Call: it needs [CallWith] with backends for the
// capabilities, and a turn whose policy allows what the call uses.
func Call(tb testing.TB, tool *runtime.Tool, arguments any, turn *runtime.Turn) runtime.CallResult {
	tb.Helper()
	return CallWith(tb, nil, tool, arguments, turn)
}

// CallWith is [Call] with options for the registry, such as backends.
func CallWith(tb testing.TB, options *runtime.Options, tool *runtime.Tool, arguments any, turn *runtime.Turn) runtime.CallResult {
	tb.Helper()
	registry := runtime.NewRegistry(options)
	if err := registry.Register(tool); err != nil {
		tb.Fatalf("toolstest: %v", err)
	}
	text, err := encode(arguments)
	if err != nil {
		tb.Fatalf("toolstest: the arguments have no JSON form: %v", err)
	}
	return execute(tb.Context(), registry, tool.Name, text, turn)
}

// execute runs a batch of one call.
func execute(ctx context.Context, registry *runtime.Registry, name string, arguments json.RawMessage, turn *runtime.Turn) runtime.CallResult {
	return registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: name, Args: arguments}}, turn)[0]
}

// encode returns the arguments as JSON text.
func encode(arguments any) (json.RawMessage, error) {
	switch arguments := arguments.(type) {
	case nil:
		return nil, nil
	case string:
		return json.RawMessage(arguments), nil
	case []byte:
		return arguments, nil
	case json.RawMessage:
		return arguments, nil
	}
	return json.Marshal(arguments)
}
