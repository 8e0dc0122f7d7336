package toolstest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// Call runs one tool in a registry of its own and returns the answer. The
// arguments are JSON text in a string, []byte or json.RawMessage; nil for none;
// anything else is encoded. The turn may be nil. It fails the test only when the call
// could not be made: a failed result is for the test to judge.
func Call(tb testing.TB, tool *runtime.Tool, arguments any, turn *runtime.Turn) runtime.CallResult {
	tb.Helper()
	return CallWith(tb, nil, tool, arguments, turn)
}

// CallWith is Call with options for the registry, such as backends.
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

// execute is a batch of one call.
func execute(ctx context.Context, registry *runtime.Registry, name string, arguments json.RawMessage, turn *runtime.Turn) runtime.CallResult {
	return registry.ExecuteParallel(ctx, []runtime.ToolCall{{ID: "1", Name: name, Args: arguments}}, turn)[0]
}

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
