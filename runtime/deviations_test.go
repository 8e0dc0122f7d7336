package runtime_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// The tests of this file check statements of docs/deviations.md.

// A wrapper that answers itself ends the call: wrappers outside of it see the result,
// those inside do not run.
func TestMiddlewareThatAnswersItself(t *testing.T) {
	var order []string
	layer := func(name string, answers bool) runtime.Middleware {
		return runtime.Middleware{Name: name, Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler {
			return func(ctx context.Context, call *runtime.Call) (result runtime.Result) {
				order = append(order, name+" before")
				if result = runtime.Text(name); !answers {
					result = next(ctx, call)
				}
				order = append(order, name+" after "+result.Value)
				return result
			}
		}}
	}
	tool := runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		order = append(order, "tool")
		return runtime.Text("tool")
	}}
	registry := newRegistry(t, &runtime.Options{Middleware: []runtime.Middleware{layer("outer", false), layer("answering", true), layer("inner", false)}}, tool)
	executeOne(t, registry, "a", "{}")
	if want := []string{"outer before", "answering before", "answering after answering", "outer after answering"}; !slices.Equal(order, want) {
		t.Errorf("the order is %q, want %q", order, want)
	}
}

// The text of a dry run is reduced like that of a call.
func TestDryRunIsReduced(t *testing.T) {
	tool := runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("") },
		DryRun: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(strings.Repeat("long ", 100)) }}
	registry := newRegistry(t, &runtime.Options{Reducers: newReducers(t, constantReducer("a", "short"))}, tool)
	got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "c", Name: "a"}}, &runtime.Turn{DryRun: true})[0]
	if got.Result.Value != "short" {
		t.Errorf("the result is %.80q", got.Result.Value)
	}
}

// Toolset lists tools that are not available, like Tools.
func TestToolsetListsUnavailableTools(t *testing.T) {
	tool := runtime.Tool{Name: "a", Toolset: "s", Available: &runtime.Availability{CheckName: "Never", Check: func() bool { return false }}}
	registry := newRegistry(t, nil, tool)
	if n := len(registry.Toolset("s")); n != 1 || len(registry.Available()) != 0 {
		t.Errorf("%d tools of the toolset, %d available", n, len(registry.Available()))
	}
}

// A tool without a maximum of its own has that of the budget.
func TestToolWithoutMaximum(t *testing.T) {
	text := strings.Repeat("x", 100_000)
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(text) }})
	got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "c", Name: "a"}}, &runtime.Turn{ResultBudgetChars: 200_000})[0]
	if got.Result.Value != text {
		t.Errorf("the result has %d characters", len(got.Result.Value))
	}
}
