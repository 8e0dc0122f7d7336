package runtime_test

import (
	"context"
	"fmt"
	"os"

	"github.com/toolgen/toolgen/runtime"
)

// greet is a tool as generated code declares it, but for its decoder.
var greet = runtime.Tool{
	Name:        "greet",
	Description: "Greets whoever calls.",
	Toolset:     "examples",
	Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
		return runtime.Text("Hello, " + call.AgentID() + "!")
	},
}

func ExampleRegistry_Register() {
	registry := runtime.NewRegistry(nil)
	fmt.Println(registry.Register(&greet))
	fmt.Println(registry.Register(&greet))
	// Output:
	// <nil>
	// runtime: two tools are named "greet": greet and greet; rename one or except it from the wiring
}

func ExampleRegistry_AppendDefinitions() {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(&greet); err != nil {
		fmt.Println(err)
	}
	os.Stdout.Write(registry.AppendDefinitions(nil, runtime.Policy{}))
	fmt.Println()
	os.Stdout.Write(registry.AppendDefinitions(nil, runtime.Policy{Exclude: []string{"greet"}}))
	// Output:
	// [{"name":"greet","description":"Greets whoever calls.","parameters":{"type":"object","properties":{},"additionalProperties":false}}]
	// []
}

// A policy that allows only some names denies every other built-in tool; one
// that allows only these, without names, denies all.
func ExampleAllowOnly() {
	fmt.Println(runtime.AllowOnly("greet").Allows("greet"))
	fmt.Println(runtime.AllowOnly().Allows("greet"))
	fmt.Println(runtime.Names{}.Allows("greet"))
	// Output:
	// true
	// false
	// true
}

func ExampleRegistry_Validate() {
	registry := runtime.NewRegistry(nil)
	_ = registry.Register(&greet)
	for _, err := range registry.Validate(runtime.Policy{Tools: runtime.AllowOnly("greet", "great")}) {
		fmt.Println(err)
	}
	// Output:
	// tool great: the policy names it, but it is not registered
}

// A tool chooses the code of its failure with an *Error.
func ExampleErrorf() {
	err := runtime.Errorf(runtime.InputInvalid, "no note has the id %d", 7)
	result := runtime.FromError(fmt.Errorf("reading: %w", err))
	fmt.Println(result.Code, "|", result.Error)
	// Output: input_invalid | reading: no note has the id 7
}

// What a tool returns that is not an object is wrapped in the structured
// content, and stands alone in the text.
func ExampleWrapped() {
	result := runtime.Wrapped([]string{"a", "<b>"})
	fmt.Println(result.Value)
	fmt.Println(string(result.Structured))
	// Output:
	// ["a","<b>"]
	// {"result":["a","<b>"]}
}

// Middleware hands typed values to tools through keys.
func ExampleKey() {
	tenant := runtime.NewKey[string]("tenant")
	call := runtime.NewCall(nil, runtime.ToolCall{ID: "1", Name: "greet"})
	tenant.Set(call, "acme")
	fmt.Println(tenant.Get(call))
	// Output: acme true
}

// What is not supported yet refuses: it is never ignored.
func ExampleUnsupportedError() {
	registry := runtime.NewRegistry(&runtime.Options{
		Middleware: []runtime.Middleware{{Name: "audit", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler { return next }}},
	})
	fmt.Println(registry.Register(&greet))
	// Output: runtime: Options.Middleware is not supported by this version of toolgen
}

// A session owns what outlives a batch.
func ExampleSession() {
	session := runtime.NewSession("s-1", "chat-7")
	turn := &runtime.Turn{Session: session, AgentID: "ada", CurrentTurn: 1}
	call := runtime.NewCall(turn, runtime.ToolCall{ID: "1", Name: "greet"})
	fmt.Println(call.Session().ID(), call.Session().Key(), call.Budget())
	// Output: s-1 chat-7 80000
}

// Results may carry images and other parts beside the text.
func ExamplePart() {
	result := runtime.Text("a red dot")
	result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png", Data: []byte("…")}}
	fmt.Println(result.Value, len(result.Parts))
	// Output: a red dot 1
}

// A turn can narrow a batch to the tools that a provider showed.
func ExampleTurn_visible() {
	turn := runtime.Turn{Visible: []*runtime.Tool{&greet}}
	fmt.Println(len(turn.Visible))
	// Output: 1
}
