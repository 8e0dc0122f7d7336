package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// greet is a tool as generated code declares it, without a decoder.
var greet = runtime.Tool{
	Name:        "greet",
	Description: "Greets the caller.",
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
	// [{"name":"greet","description":"Greets the caller.","parameters":{"type":"object","properties":{},"additionalProperties":false}}]
	// []
}

// A policy with a list of names denies every other built-in tool. An empty list
// denies all of them.
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

// A value that is not an object is wrapped in the structured content, but not
// in the text.
func ExampleWrapped() {
	result := runtime.Wrapped([]string{"a", "<b>"})
	fmt.Println(result.Value)
	fmt.Println(string(result.Structured))
	// Output:
	// ["a","<b>"]
	// {"result":["a","<b>"]}
}

// Middleware passes typed values to tools with keys.
func ExampleKey() {
	tenant := runtime.NewKey[string]("tenant")
	call := runtime.NewCall(nil, runtime.ToolCall{ID: "1", Name: "greet"})
	tenant.Set(call, "acme")
	fmt.Println(tenant.Get(call))
	// Output: acme true
}

// Middleware wraps the calls of the tools that it selects.
func ExampleMiddleware() {
	shout := runtime.Middleware{Name: "shout", Tools: []string{"greet"}, Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			return next(ctx, call).WithText("HELLO")
		}
	}}
	registry := runtime.NewRegistry(&runtime.Options{Middleware: []runtime.Middleware{shout}})
	_ = registry.Register(&greet)
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: "greet"}}, nil)
	fmt.Println(results[0].Result.Value)
	// Output: HELLO
}

// A call that the approver does not approve is denied.
func ExampleApprover() {
	registry := runtime.NewRegistry(&runtime.Options{
		Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
			return runtime.Decision{Approved: r.Session != nil, Reason: "absent is present"}, nil
		},
	})
	tool := greet
	tool.Approval = &runtime.Approval{}
	_ = registry.Register(&tool)
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: "greet"}}, nil)
	fmt.Println(results[0].Result.Error)
	// Output: Tool greet was not approved: absent is present
}

// A session has the state that outlives a batch.
func ExampleSession() {
	session := runtime.NewSession("s-1", "chat-7")
	turn := &runtime.Turn{Session: session, AgentID: "ada", CurrentTurn: 1}
	call := runtime.NewCall(turn, runtime.ToolCall{ID: "1", Name: "greet"})
	fmt.Println(call.Session().ID(), call.Session().Key(), call.Budget())
	// Output: s-1 chat-7 80000
}

// A result may have images and other parts in addition to its text.
func ExamplePart() {
	result := runtime.Text("a red dot")
	result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png", Data: []byte("…")}}
	fmt.Println(result.Value, len(result.Parts))
	// Output: a red dot 1
}

// A turn can limit a batch to the tools that a provider returned.
func ExampleTurn_visible() {
	registry := runtime.NewRegistry(nil)
	_ = registry.Register(&greet)
	calls := []runtime.ToolCall{{ID: "1", Name: "greet"}}
	for _, visible := range [][]*runtime.Tool{{&greet}, {}} {
		results := registry.ExecuteParallel(context.Background(), calls, &runtime.Turn{AgentID: "ada", Visible: visible})
		fmt.Println(results[0].Result.OK)
	}
	// Output:
	// true
	// false
}

// A turn can have tools of its own, such as the tools of a user's servers.
func ExampleTurn_tools() {
	registry := runtime.NewRegistry(nil)
	_ = registry.Register(&greet)
	turn := &runtime.Turn{
		Policy: runtime.Policy{MCPServers: runtime.AllowOnly("mail")},
		Tools: []*runtime.Tool{
			{Name: "mcp__mail__send", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("sent") }},
			{Name: "mcp__shell__run", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("ran") }},
		},
	}
	for _, definition := range registry.TurnDefinitions(turn) {
		fmt.Println(definition.Name)
	}
	calls := []runtime.ToolCall{{ID: "1", Name: "mcp__mail__send"}, {ID: "2", Name: "mcp__shell__run"}}
	for _, result := range registry.ExecuteParallel(context.Background(), calls, turn) {
		fmt.Println(result.Result.Value + result.Result.Error)
	}
	// Output:
	// greet
	// mcp__mail__send
	// sent
	// Tool mcp__shell__run is not permitted for this personality
}

// A program can follow the tools of a registry. Here, all changes happen before
// the loop starts, and are combined.
func ExampleRegistry_Changes() {
	registry := runtime.NewRegistry(nil)
	changes := registry.Changes(context.Background())
	_ = registry.Register(&greet)
	_ = registry.ReplacePlugin(runtime.Plugin{ID: "notes", Version: "2", Tools: []*runtime.Tool{
		{Name: "add_note", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("added") }},
	}})
	for change := range changes {
		fmt.Println(change.Added, change.Removed, change.Revision == registry.Revision())
		break
	}
	// Output: [greet add_note] [] true
}

// Each call has a result, in the order of the calls.
func ExampleRegistry_ExecuteParallel() {
	registry := runtime.NewRegistry(nil)
	_ = registry.Register(&greet)
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{
		{ID: "1", Name: "greet"},
		{ID: "2", Name: "great"},
		{ID: "3", Name: "greet", Args: json.RawMessage(`{"loud":true}`)},
	}, &runtime.Turn{AgentID: "ada"})
	for _, result := range results {
		text, _, _ := strings.Cut(result.Result.Value+result.Result.Error, "\n")
		fmt.Println(result.ID, result.Result.Code, text)
	}
	// Output:
	// 1  Hello, ada!
	// 2 not_available Unknown tool: great. Did you mean greet?
	// 3 input_invalid invalid arguments for greet (1 problem):
}

// The texts of a batch fit the budget. A text that was cut ends with a notice.
func ExampleTruncation() {
	registry := runtime.NewRegistry(nil)
	_ = registry.Register(&runtime.Tool{Name: "count", JSON: true, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Wrapped(slices.Repeat([]int{7}, 1000))
	}})
	turn := &runtime.Turn{ResultBudgetChars: 50}
	result := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{Name: "count"}}, turn)[0]
	fmt.Println(result.Result.Value)
	fmt.Println(result.Truncated.Total, result.Truncated.Kept)
	// Output:
	// [7,7,7,7,7,7,7,7,7,7,7,7,"[1,977 chars omitted]"]
	// 2001 24
}

// The schema of a tool can come from a server. The arguments are checked and
// repaired as for generated tools, and forwarded as JSON.
func ExampleNewTool() {
	forward := func(name string, args json.RawMessage) string { return name + " " + string(args) }
	tool, err := runtime.NewTool(runtime.Tool{
		Name:        "get_weather",
		Description: "Returns the weather of a city.",
		Input: `{"type":"object","properties":{
			"city":{"type":"string"},
			"days":{"type":"integer","minimum":1,"default":3},
			"units":{"enum":["metric","imperial"]}},"required":["city"]}`,
		Hints: runtime.Hints{ReadOnly: true},
		Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			return runtime.Text(forward(call.Tool(), call.RawArgs()))
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(tool); err != nil {
		fmt.Println(err)
	}
	for _, result := range registry.ExecuteParallel(context.Background(), []runtime.ToolCall{
		{ID: "1", Name: "get_weather", Args: json.RawMessage(`{"city":"Oslo","units":"Metric"}`)},
		{ID: "2", Name: "get_weather", Args: json.RawMessage(`{"city":"Oslo","days":0}`)},
	}, nil) {
		fmt.Println(result.Result.Value + result.Result.Error)
	}

	tool.Input = `{"type":"object","properties":{"city":{"type":"string","pattern":"^(?!x)"}}}`
	tool.Decode = nil
	_, err = runtime.NewTool(*tool)
	fmt.Println(err)
	// Output:
	// get_weather {"city":"Oslo","units":"metric","days":3}
	// invalid arguments for get_weather (1 problem):
	// - days: must be at least 1, got 0
	// runtime: the Input of the tool get_weather: invalid schema (1 problem):
	// - /properties/city/pattern: the pattern "^(?!x)" cannot be checked: it has a lookahead or a lookbehind, which needs more than linear time: describe the text itself, or use allOf with several patterns
}
