// Command client is the client that the official conformance suite of MCP runs.
// It connects a bridge with the URL that is its argument, and calls each tool of
// the server in the order of the list.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

func main() { os.Exit(run()) }

// run calls the tools of a server and returns the exit status.
func run() int {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := callTools(ctx, os.Args[len(os.Args)-1], os.Getenv("MCP_CONFORMANCE_CONTEXT")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// scenario is the part of the suite's context that the client uses.
type scenario struct {
	Calls []struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

// callTools calls the tools of the server at a URL: those of the context, or else
// each tool once. A failed call is printed and is no error.
func callTools(ctx context.Context, url, text string) error {
	var s scenario
	if text != "" {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			return fmt.Errorf("MCP_CONFORMANCE_CONTEXT: %w", err)
		}
	}
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	bridge, err := mcp.NewBridge(ctx, mcp.BridgeOptions{Name: "suite", Transport: mcp.HTTP(url, nil), Logger: logger})
	if err != nil {
		return err
	}
	defer bridge.Close()
	tools := bridge.Tools()
	var calls []runtime.ToolCall
	for _, c := range s.Calls {
		calls = append(calls, runtime.ToolCall{ID: c.Name, Name: "mcp__suite__" + c.Name, Args: c.Args})
	}
	for _, tool := range tools {
		if len(s.Calls) > 0 {
			break
		}
		args, err := arguments(tool, tools)
		if err != nil {
			return err
		}
		calls = append(calls, runtime.ToolCall{ID: tool.Name, Name: tool.Name, Args: args})
	}
	for _, r := range runtime.NewRegistry(nil).ExecuteParallel(ctx, calls, &runtime.Turn{Tools: tools}) {
		fmt.Println(r.Name, r.Result.OK, r.Result.Value, r.Result.Error)
		if errors.Is(r.Result.Cause, context.DeadlineExceeded) {
			return r.Result.Cause
		}
	}
	return nil
}

// echo is the tool whose argument is the input schema of the first tool, as the
// bridge received it.
const echo = "mcp__suite__json_schema_echo"

// values are valid arguments, by the type that the schema has for them.
var values = map[string]json.RawMessage{
	"string": []byte(`"a"`), "integer": []byte(`1`), "number": []byte(`1.5`), "boolean": []byte(`true`),
	"object": []byte(`{}`), "array": []byte(`[]`), "null": []byte(`null`),
}

// arguments returns the required arguments of a tool.
func arguments(tool *runtime.Tool, all []*runtime.Tool) (json.RawMessage, error) {
	var schema struct {
		Properties map[string]struct{ Type string }
		Required   []string
	}
	if err := json.Unmarshal([]byte(tool.Input), &schema); err != nil {
		return nil, fmt.Errorf("the schema of %s: %w", tool.Name, err)
	}
	args := make(map[string]json.RawMessage)
	for _, name := range schema.Required {
		args[name] = values[schema.Properties[name].Type]
	}
	if tool.Name == echo {
		args["schema"] = json.RawMessage(all[0].Input)
	}
	return json.Marshal(args)
}
