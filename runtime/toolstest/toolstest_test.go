package toolstest_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

// newTool returns a tool that fulfils its contract; change can break it.
func newTool(change func(*runtime.Tool)) *runtime.Tool {
	tool := &runtime.Tool{
		Name: "greet", Description: "Says hello.", Input: noArguments, Examples: []string{"{}"},
		Hints:  runtime.Hints{ReadOnly: true},
		Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("hello") },
	}
	if change != nil {
		change(tool)
	}
	return tool
}

func checkNames(err error) []string {
	names := []string{}
	for _, fault := range toolstest.Faults(err) {
		if !slices.Contains(names, fault.Check) {
			names = append(names, fault.Check)
		}
	}
	return names
}

func TestCheckTool(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	answer := func(r runtime.Result) func(*runtime.Tool) {
		return func(tool *runtime.Tool) {
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { return r }
		}
	}
	for _, c := range []struct {
		reason string
		change func(*runtime.Tool)
		want   []string
	}{
		{"nothing is wrong", nil, nil},
		{"a name with a space", func(tool *runtime.Tool) { tool.Name = "a b" }, []string{"name"}},
		{"no description", func(tool *runtime.Tool) { tool.Description = "" }, []string{"description"}},
		{"a long description", func(tool *runtime.Tool) { tool.Description = strings.Repeat("é", 1025) }, []string{"description"}},
		{"a schema that is not JSON", func(tool *runtime.Tool) { tool.Input = "{" }, []string{"input"}},
		{"an object without properties", func(tool *runtime.Tool) { tool.Input = `{"type":"object"}` }, []string{"input"}},
		{"an open object", func(tool *runtime.Tool) { tool.Input = `{"type":"object","properties":{}}` }, []string{"input"}},
		{"a root union", func(tool *runtime.Tool) {
			tool.Input = `{"type":"object","properties":{},"additionalProperties":false,"anyOf":[{}]}`
		}, []string{"input"}},
		{"an output schema that is not an object", func(tool *runtime.Tool) { tool.Output = `{"type":"string"}` }, []string{"output", "result"}},
		{"an example that is refused", func(tool *runtime.Tool) { tool.Examples = []string{`{"a":1}`} }, []string{"example", "result"}},
		{"a decoder that takes anything", func(tool *runtime.Tool) {
			tool.Decode = func(d *decode.D) any { return new(struct{}) }
		}, []string{"arguments"}},
		{"a panic", func(tool *runtime.Tool) {
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { panic("x") }
		}, []string{"result"}},
		{"no result", answer(runtime.Result{}), []string{"result"}},
		{"too much structured content", answer(runtime.Result{OK: true, Structured: json.RawMessage(`{"a":"` + strings.Repeat("x", 2<<20) + `"}`)}), []string{"result"}},
		{"too many parts", answer(runtime.Result{OK: true, Parts: make([]runtime.Part, 1000)}), []string{"result"}},
		{"a declared failure is a result", answer(runtime.Fail(runtime.NotAvailable, "closed")), nil},
		{"structured content that is not an object", answer(runtime.Result{OK: true, Structured: json.RawMessage(`[1]`)}), []string{"result"}},
		{"an output schema without content", func(tool *runtime.Tool) { tool.Output = noArguments }, []string{"result"}},
		{"a tool that needs approval and grants, and has a cache, is run", func(tool *runtime.Tool) {
			tool.Approval, tool.Requires, tool.Cache = &runtime.Approval{}, []string{"admin"}, &runtime.Cache{}
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { panic("x") }
		}, []string{"result"}},
		{"a tool that cannot run here", func(tool *runtime.Tool) {
			tool.Available = &runtime.Availability{Env: []string{"TOOLGEN_NOT_SET"}}
		}, []string{"result"}},
		{"no call to make", func(tool *runtime.Tool) {
			tool.Examples, tool.Decode = nil, func(d *decode.D) any { return nil }
		}, []string{"example", "arguments"}},
		{"a text that is not JSON", func(tool *runtime.Tool) { tool.JSON = true }, []string{"result"}},
		{"a text that is not UTF-8", answer(runtime.Text("a\xff")), []string{"result"}},
		{"a tool that works once", func(tool *runtime.Tool) {
			used := make(chan bool, 2)
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
				select {
				case used <- true:
					return runtime.Text("first")
				default:
					return runtime.Fail(runtime.ExecutionFailed, "used")
				}
			}
		}, []string{"repeat"}},
		{"a tool that ignores its context", func(tool *runtime.Tool) {
			tool.Hints, tool.Timeout = runtime.Hints{}, 10*time.Millisecond
			tool.Invoke = func(ctx context.Context, _ *runtime.Call) runtime.Result {
				<-ctx.Done()
				<-release
				return runtime.Text("")
			}
		}, []string{"cancel"}},
	} {
		o := &toolstest.ToolOptions{Registry: &runtime.Options{Logger: slog.New(slog.DiscardHandler)}}
		if slices.Contains(c.want, "cancel") {
			o.Grace = 20 * time.Millisecond
		}
		err := toolstest.CheckTool(newTool(c.change), o)
		if got := checkNames(err); !slices.Equal(got, c.want) && (len(got) != 0 || len(c.want) != 0) {
			t.Errorf("%s: %v, want faults in %v", c.reason, err, c.want)
		}
	}
	if err := toolstest.CheckTool(nil, nil); err == nil {
		t.Error("a nil tool is a fault")
	}
}

func TestCheckRegistry(t *testing.T) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(newTool(nil), newTool(func(tool *runtime.Tool) { tool.Name = "other" })); err != nil {
		t.Fatal(err)
	}
	if err := toolstest.CheckRegistry(registry, runtime.Policy{}); err != nil {
		t.Error(err)
	}
	if got := checkNames(toolstest.CheckRegistry(registry, runtime.Policy{Tools: runtime.AllowOnly("nobody")})); !slices.Equal(got, []string{"policy"}) {
		t.Errorf("a policy that names an unknown tool: %v", got)
	}
	if err := registry.Register(newTool(func(tool *runtime.Tool) { tool.Name, tool.Description = "third", "" })); err != nil {
		t.Fatal(err)
	}
	if got := checkNames(toolstest.CheckRegistry(registry, runtime.Policy{})); !slices.Equal(got, []string{"description"}) {
		t.Errorf("a tool without a description: %v", got)
	}
}

func TestCheckProvider(t *testing.T) {
	a, b := newTool(nil), newTool(func(tool *runtime.Tool) { tool.Name = "other" })
	shared := []*runtime.Tool{a, b}
	var calls atomic.Int64
	list := func(f func() []*runtime.Tool) runtime.Provider {
		return runtime.ProviderFunc(func(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) { return f(), nil })
	}
	for _, c := range []struct {
		reason   string
		provider runtime.Provider
		want     []string
	}{
		{"nothing is wrong", runtime.StaticProvider(a, b), nil},
		{"a nil tool", list(func() []*runtime.Tool { return []*runtime.Tool{nil} }), []string{"names", "slice"}},
		{"a name twice", list(func() []*runtime.Tool { return []*runtime.Tool{a, a} }), []string{"names"}},
		{"the same slice each time", list(func() []*runtime.Tool { return shared }), []string{"slice", "names", "stable"}},
		{"another order each time", list(func() []*runtime.Tool {
			if calls.Add(1)%2 == 0 {
				return []*runtime.Tool{b, a}
			}
			return []*runtime.Tool{a, b}
		}), []string{"stable"}},
		{"a panic", list(func() []*runtime.Tool { panic("x") }), []string{"panic"}},
		{"a failure", runtime.ProviderFunc(func(context.Context, runtime.DispatchContext) ([]*runtime.Tool, error) {
			return nil, errors.New("down")
		}), []string{"list"}},
	} {
		if got := checkNames(toolstest.CheckProvider(c.provider)); !slices.Equal(got, c.want) && (len(got) != 0 || len(c.want) != 0) {
			t.Errorf("%s: faults in %v, want %v", c.reason, got, c.want)
		}
	}
}

// reducer is a reducer that calls a function.
type reducer func(text string) string

func (reducer) Tool() string { return "t" }

func (r reducer) Reduce(result runtime.Result, _ runtime.ReduceContext) runtime.Result {
	if result.OK {
		result.Value = r(result.Value)
	} else {
		result.Error = r(result.Error)
	}
	return result
}

func TestCheckReducer(t *testing.T) {
	for _, c := range []struct {
		reason string
		reduce reducer
		want   []string
	}{
		{"nothing is wrong", func(text string) string { return text }, nil},
		{"a reducer that makes texts longer", func(text string) string { return text + "!" }, []string{"length", "idempotent"}},
		{"a reducer that returns no text", func(string) string { return "" }, []string{"length", "kept"}},
		{"a reducer that drops the end", func(text string) string {
			if len(text) > 40 {
				return strings.ToValidUTF8(text[:40], "")
			}
			return text
		}, []string{"kept"}},
		{"a reducer that drops more each time", func(text string) string {
			if strings.HasPrefix(text, "x") {
				return text[1:]
			}
			return text
		}, []string{"idempotent"}},
		{"a panic in Reduce", func(text string) string {
			if text == "" {
				panic("x")
			}
			return text
		}, []string{"panic"}},
	} {
		sample := toolstest.Sample{Name: "a failing test", Result: runtime.Text("xx ok\n" + strings.Repeat("x", 90) + "\nFAIL"), Keep: []string{"FAIL"}}
		if got := checkNames(toolstest.CheckReducer(c.reduce, sample)); !slices.Equal(got, c.want) && (len(got) != 0 || len(c.want) != 0) {
			t.Errorf("%s: faults in %v, want %v", c.reason, got, c.want)
		}
	}
}
