package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

const weatherInput = `{"type":"object","properties":{"city":{"type":"string","minLength":1},"days":{"type":"integer","minimum":1,"maximum":7,"default":3},"units":{"enum":["metric","imperial"]}},"required":["city"],"additionalProperties":false}`

// weather returns a tool whose result is the arguments that it would forward.
func weather() runtime.Tool {
	return runtime.Tool{
		Name: "weather", Description: "Tells the weather.", Input: weatherInput,
		Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			return runtime.Text(string(call.RawArgs()))
		},
	}
}

// callOf returns a call with arguments.
func callOf(tool, args string) []runtime.ToolCall {
	return []runtime.ToolCall{{ID: "1", Name: tool, Args: json.RawMessage(args)}}
}

func TestNewToolDecodes(t *testing.T) {
	tool, err := runtime.NewTool(weather())
	if err != nil {
		t.Fatal(err)
	}
	registry := newRegistry(t, nil, *tool)
	tests := []struct {
		args, want, problem string
		repairs             int
	}{
		{args: `{"city":"Oslo","days":2}`, want: `{"city":"Oslo","days":2}`},
		{args: ` {"units":"Metric","city":"Oslo"}`, want: `{"units":"metric","city":"Oslo","days":3}`, repairs: 1},
		{args: `{"city":"Oslo","days":"5","units":null}`, want: `{"city":"Oslo","days":5}`, repairs: 2},
		{args: `{"city":"","day":2}`, problem: "invalid arguments for weather (2 problems):\n- city: must be at least 1 character long, got 0: \"\"\n- day: unknown argument (did you mean \"days\"?); valid arguments: city, days, units"},
		{args: ``, problem: "invalid arguments for weather (1 problem):\n- city: required but missing, must be a string"},
	}
	for _, test := range tests {
		got := registry.ExecuteParallel(t.Context(), callOf("weather", test.args), nil)[0]
		if got.Result.Value != test.want || got.Result.Error != test.problem || len(got.Repairs) != test.repairs {
			t.Errorf("%s: %+v, repairs %v", test.args, got.Result, got.Repairs)
		}
		if test.problem != "" && got.Result.Code != runtime.InputInvalid {
			t.Errorf("%s: %s", test.args, got.Result.Code)
		}
	}
	if parameters := string(registry.Definitions(runtime.Policy{})[0].Parameters); parameters != weatherInput {
		t.Errorf("the model sees %s", parameters)
	}
}

// The functions of the tool receive the value that Args returns.
func TestNewToolArguments(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	see := func(where string, args any) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, where+" "+string(*args.(*json.RawMessage)))
	}
	own := weather()
	own.NoRepair = true
	own.Check = func(args any) error {
		see("check", args)
		if strings.Contains(string(*args.(*json.RawMessage)), "Atlantis") {
			return &runtime.Error{Field: "city", Message: "no such city"}
		}
		return nil
	}
	own.Key = func(args any) string { see("key", args); return "" }
	tool, err := runtime.NewTool(own)
	if err != nil {
		t.Fatal(err)
	}
	tool.Invoke = func(_ context.Context, call *runtime.Call) runtime.Result {
		see("invoke", call.Args())
		return runtime.Text(string(call.Arguments()))
	}
	registry := newRegistry(t, nil, *tool)
	// Keys are computed only for several calls.
	both := append(callOf("weather", ` {"city":"Oslo"}`), callOf("weather", ` {"city":"Oslo"}`)...)
	for _, got := range registry.ExecuteParallel(t.Context(), both, nil) {
		if got.Result.Value != ` {"city":"Oslo"}` {
			t.Errorf("%+v", got.Result)
		}
	}
	const args = ` {"city":"Oslo","days":3}`
	slices.Sort(seen)
	if diff := cmp.Diff([]string{"check" + args, "check" + args, "invoke" + args, "invoke" + args, "key" + args, "key" + args}, seen); diff != "" {
		t.Error(diff)
	}
	if got := registry.ExecuteParallel(t.Context(), callOf("weather", `{"city":"Atlantis"}`), nil)[0]; got.Result.Field != "city" {
		t.Errorf("%+v", got.Result)
	}
	if got := registry.ExecuteParallel(t.Context(), callOf("weather", `{"city":"Oslo","days":"2"}`), nil)[0]; got.Result.Code != runtime.InputInvalid {
		t.Errorf("repaired without leave: %+v", got.Result)
	}
}

func TestNewToolRefuses(t *testing.T) {
	with := func(change func(*runtime.Tool)) runtime.Tool {
		tool := weather()
		change(&tool)
		return tool
	}
	tests := []struct {
		tool runtime.Tool
		want string
	}{
		{with(func(t *runtime.Tool) { t.Name = "the weather" }), `runtime: the tool name "the weather" is not portable`},
		{with(func(t *runtime.Tool) { t.Invoke = nil }), `runtime: the tool weather has no Invoke`},
		{with(func(t *runtime.Tool) { t.Decode = func(*decode.D) any { return nil } }), `runtime: the tool weather has a Decode`},
		{with(func(t *runtime.Tool) { t.Output = `{` }), `runtime: the Output of the tool weather is not a JSON object`},
		{with(func(t *runtime.Tool) { t.Input = `true` }), `runtime: the Input of the tool weather is not a JSON object`},
		{with(func(t *runtime.Tool) { t.Input = `{"type":"object","properties":{"a":{"pattern":"(?=a)"}}}` }), "runtime: the Input of the tool weather: invalid schema (1 problem):\n- /properties/a/pattern: "},
	}
	for _, test := range tests {
		tool, err := runtime.NewTool(test.tool)
		if tool != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	var schema *arguments.SchemaError
	if _, err := runtime.NewTool(tests[len(tests)-1].tool); !errors.As(err, &schema) || schema.Problems[0].Pointer != "/properties/a/pattern" {
		t.Errorf("%v", err)
	}
}

func TestNewUncheckedTool(t *testing.T) {
	own := weather()
	own.Input = `{"type":"object","properties":{"city":{"type":"string","pattern":"^(?!x)"}},"required":["city"]}`
	tool, unchecked, err := runtime.NewUncheckedTool(own)
	if err != nil || len(unchecked) != 1 || unchecked[0].Pointer != "/properties/city/pattern" {
		t.Fatal(unchecked, err)
	}
	registry := newRegistry(t, nil, *tool)
	if got := registry.ExecuteParallel(t.Context(), callOf("weather", `{"city":"x"}`), nil)[0]; !got.Result.OK {
		t.Errorf("%+v", got.Result)
	}
	if got := registry.ExecuteParallel(t.Context(), callOf("weather", `{"city":1}`), nil)[0]; got.Result.OK {
		t.Error("what can be checked is not")
	}
	own.Input = `[]`
	if _, _, err := runtime.NewUncheckedTool(own); err == nil {
		t.Error("a schema that is none is accepted")
	}
}

func TestRawArgsOfOtherCalls(t *testing.T) {
	call := runtime.NewCall(nil, runtime.ToolCall{Name: "weather", Args: json.RawMessage(`{"city":"Oslo"}`)})
	if got := string(call.RawArgs()); got != `{"city":"Oslo"}` {
		t.Errorf("of a call outside of a batch: %s", got)
	}
	own := weather()
	own.Input = ""
	tool, err := runtime.NewTool(own)
	if err != nil {
		t.Fatal(err)
	}
	generated := weather()
	generated.Name = "generated"
	generated.Decode = func(d *decode.D) any {
		return decode.Arguments(d, &decode.Type{Kind: decode.KindStruct}, func(d *decode.D, i int, _ *struct{}) int {
			_, end, _ := d.Object(i, &decode.Type{Kind: decode.KindStruct})
			return end
		})
	}
	registry := newRegistry(t, nil, *tool, generated)
	for name, want := range map[string]string{"weather": `{}`, "generated": ""} {
		if got := registry.ExecuteParallel(t.Context(), callOf(name, ``), nil)[0]; got.Result.Value != want || !got.Result.OK {
			t.Errorf("%s: %+v", name, got.Result)
		}
	}
}
