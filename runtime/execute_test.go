package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/runtime"
)

// quiet returns options with a logger that writes to log.
func quiet(log io.Writer) *runtime.Options {
	return &runtime.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Grace: -1}
}

func TestResultsComeInInputOrder(t *testing.T) {
	registry := newRegistry(t, &runtime.Options{Concurrency: 3}, runtime.Tool{Name: "echo", Decode: decodeWord, Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		return runtime.Text(call.ID() + "=" + call.Args().(*word).Text)
	}})
	var (
		batch []runtime.ToolCall
		want  []string
	)
	for i := range 50 {
		id := fmt.Sprint("id", i%2) // ids may recur
		batch = append(batch, runtime.ToolCall{ID: id, Name: "echo", Args: json.RawMessage(fmt.Sprintf(`{"text":"%d"}`, i))})
		want = append(want, fmt.Sprintf("%s=%d", id, i))
	}
	var got []string
	for _, result := range registry.ExecuteParallel(t.Context(), batch, nil) {
		got = append(got, result.Result.Value)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// A nil context never ends, and a nil turn means the zero Turn.
func TestNilContext(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
		return runtime.Text(fmt.Sprint(ctx.Err(), ctx.Value("k")))
	}})
	var none context.Context
	if got := registry.ExecuteParallel(none, calls("a", "absent"), nil); got[0].Result.Value != "<nil> <nil>" || got[1].Result.OK {
		t.Errorf("the results are %+v", got)
	}
}

func TestEmptyBatch(t *testing.T) {
	if got := runtime.NewRegistry(nil).ExecuteParallel(t.Context(), nil, nil); got == nil || len(got) != 0 {
		t.Errorf("the results are %v, want an empty slice", got)
	}
}

// Each call has a result, even if its tool misbehaves, and the other calls are
// not affected.
func TestEveryCallHasResult(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := []struct {
		reason string
		invoke func() runtime.Result
		want   runtime.Result
	}{
		{"a panic", func() runtime.Result { panic("boom") },
			runtime.Result{Error: "Tool a panicked: boom", Reason: runtime.ReasonPanic}},
		{"a panic with an error", func() runtime.Result { panic(errors.New("boom")) },
			runtime.Result{Error: "Tool a panicked: boom", Reason: runtime.ReasonPanic}},
		{"a panic of nil", func() runtime.Result { panic(nil) },
			runtime.Result{Error: "Tool a panicked: panic called with nil argument", Reason: runtime.ReasonPanic}},
		{"a panic whose text holds a stack: the first line is for the model", func() runtime.Result { panic("boom\ngoroutine 1 [running]:\nmain.go:1") },
			runtime.Result{Error: "Tool a panicked: boom", Reason: runtime.ReasonPanic}},
		{"a panic with a long text", func() runtime.Result { panic(long) },
			runtime.Result{Error: "Tool a panicked: " + long[:200] + "…", Reason: runtime.ReasonPanic}},
		{"a panic of the runtime", func() runtime.Result { return runtime.Text(strings.Fields("")[0]) },
			runtime.Result{Error: "Tool a panicked: runtime error: index out of range [0] with length 0", Reason: runtime.ReasonPanic}},
		{"runtime.Goexit", func() runtime.Result { goruntime.Goexit(); return runtime.Text("") },
			runtime.Result{Error: "Tool a ended without a result", Reason: runtime.ReasonExited}},
		{"the zero result", func() runtime.Result { return runtime.Result{} },
			runtime.Result{Error: "Tool a returned no result", Reason: runtime.ReasonNoResult}},
		{"a failure without a text keeps its code", func() runtime.Result { return runtime.Result{Code: runtime.StaleWrite, ConflictKey: "k"} },
			runtime.Result{Error: "Tool a failed without an error text", Code: runtime.StaleWrite, ConflictKey: "k"}},
		{"a code of the tool's own", func() runtime.Result { return runtime.Result{Error: "gone", Code: "HTTP_404", Reason: "HTTP_404"} },
			runtime.Result{Error: "gone", Reason: "HTTP_404"}},
		{"a code passes with its detail", func() runtime.Result {
			return runtime.Result{Error: "bad", Code: runtime.InputInvalid, Field: "path", CostUSD: 0.5}
		}, runtime.Result{Error: "bad", Code: runtime.InputInvalid, Field: "path", CostUSD: 0.5}},
		{"a nil error handed on", func() runtime.Result { return runtime.FromError(nil) },
			runtime.Result{Error: "Tool a panicked: runtime error: invalid memory address or nil pointer dereference", Reason: runtime.ReasonPanic}},
		{"text that is not UTF-8", func() runtime.Result { return runtime.Text("a\xff\xfeb\xc3") },
			runtime.Result{OK: true, Value: "a\uFFFDb\uFFFD"}},
		{"a failure keeps no value, a success no error", func() runtime.Result { return runtime.Result{OK: true, Value: "v", Error: "e", Code: "c"} },
			runtime.Result{OK: true, Value: "v"}},
		{"a cost below zero", func() runtime.Result { return runtime.Result{OK: true, CostUSD: -1} }, runtime.Result{OK: true}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var log bytes.Buffer
			registry := newRegistry(t, quiet(&log), runtime.Tool{Name: "b"},
				runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { return test.invoke() }})
			if !test.want.OK && test.want.Code == "" {
				test.want.Code = runtime.ExecutionFailed
			}
			got := execute(t, registry, "b", "a", "b", "a", "b")
			for i, result := range got {
				want := test.want
				if i%2 == 0 {
					want = runtime.Text("b ran")
				}
				if diff := cmp.Diff(want, result.Result, cmpopts.IgnoreFields(runtime.Result{}, "Cause")); diff != "" {
					t.Errorf("result %d (-want +got):\n%s", i, diff)
				}
			}
			if panicked := test.want.Reason == runtime.ReasonPanic; panicked != strings.Contains(log.String(), "execute_test.go") {
				t.Errorf("a panic's stack, and nothing else, belongs in the log:\n%s", &log)
			}
		})
	}
}

// A logger that panics does not affect the result.
func TestLoggerPanics(t *testing.T) {
	registry := newRegistry(t, &runtime.Options{Logger: slog.New(panicHandler{})},
		runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { panic("boom") }})
	if got := execute(t, registry, "a")[0].Result.Reason; got != runtime.ReasonPanic {
		t.Errorf("the reason is %q, want %q", got, runtime.ReasonPanic)
	}
}

type panicHandler struct{ slog.Handler }

func (panicHandler) Enabled(context.Context, slog.Level) bool { panic("logger") }

// A call provides the data of its turn.
func TestCallTurn(t *testing.T) {
	type seen struct {
		ID, Tool, Session, Key, Platform, WorkingDir, Agent, Personality, Scope, ScopeID, Team, Arguments string
		Turn, Messages, Budget                                                                            int
	}
	var got seen
	registry := newRegistry(t, nil, runtime.Tool{Name: "look", MaxResultChars: 500, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		got = seen{c.ID(), c.Tool(), c.Session().ID(), c.Session().Key(), c.Platform(), c.WorkingDir(), c.AgentID(), c.PersonalityID(),
			c.MemoryScope(), c.MemoryScopeID(), c.TeamID(), string(c.Arguments()), c.CurrentTurn(), c.MessageCount(), c.Budget()}
		return runtime.Text("")
	}})
	registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "c", Name: "look", Args: json.RawMessage(" {} ")}}, &runtime.Turn{
		Session: runtime.NewSession("s", "k"), Platform: "cli", WorkingDir: "/tmp", AgentID: "a", PersonalityID: "p",
		MemoryScope: "m", MemoryScopeID: "mi", TeamID: "t", CurrentTurn: 3, MessageCount: 9,
	})
	want := seen{"c", "look", "s", "k", "cli", "/tmp", "a", "p", "m", "mi", "t", " {} ", 3, 9, 500}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
}

func TestCallBudget(t *testing.T) {
	tests := []struct {
		reason         string
		budget, max, n int
		want           int
	}{
		{reason: "the default", n: 1, want: runtime.DefaultResultBudget},
		{reason: "an even share, rounded down", budget: 100, n: 3, want: 33},
		{reason: "the tool's own maximum", max: 500, n: 1, want: 500},
		{reason: "more calls than code points", budget: 2, n: 3, want: 0},
	}
	for _, test := range tests {
		got := -1
		registry := newRegistry(t, &runtime.Options{Concurrency: 1}, runtime.Tool{Name: "a", MaxResultChars: test.max, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
			got = c.Budget()
			return runtime.Text("")
		}})
		names := strings.Split(strings.Repeat("a,", test.n-1)+"a", ",")
		registry.ExecuteParallel(t.Context(), calls(names...), &runtime.Turn{ResultBudgetChars: test.budget})
		if got != test.want {
			t.Errorf("%s: the budget of the call is %d, want %d", test.reason, got, test.want)
		}
	}
}

// The limits apply to one batch: a batch that a tool executes cannot cause a
// deadlock.
func TestNestedBatches(t *testing.T) {
	registry := runtime.NewRegistry(&runtime.Options{Concurrency: 1})
	nest := func(ctx context.Context, call *runtime.Call) runtime.Result {
		depth := len(call.ID())
		if depth == 5 {
			return runtime.Text("bottom")
		}
		inner := runtime.ToolCall{ID: call.ID() + "x", Name: "nest"}
		return registry.ExecuteParallel(ctx, []runtime.ToolCall{inner, inner}, nil)[1].Result
	}
	if err := registry.Register(&runtime.Tool{Name: "nest", Invoke: nest}); err != nil {
		t.Fatal(err)
	}
	if got := execute(t, registry, "nest", "nest")[1].Result.Value; got != "bottom" {
		t.Errorf("the value is %q, want that of the innermost batch", got)
	}
}

// A batch uses the registry as it was when the batch started.
func TestRegisteringWhileExecuting(t *testing.T) {
	registry := runtime.NewRegistry(&runtime.Options{Concurrency: 1})
	first := &runtime.Tool{Name: "first", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		registry.Unregister("second")
		if err := registry.Register(&runtime.Tool{Name: "third", Invoke: textHandler("third ran")}); err != nil {
			return runtime.FromError(err)
		}
		return runtime.Text("first ran")
	}}
	if err := registry.Register(first, &runtime.Tool{Name: "second", Invoke: textHandler("second ran")}); err != nil {
		t.Fatal(err)
	}
	got := execute(t, registry, "first", "second", "third")
	want := []string{"first ran", "second ran", ""}
	for i := range want {
		if got[i].Result.Value != want[i] {
			t.Errorf("%s: the value is %q, want %q (%s)", got[i].Name, got[i].Result.Value, want[i], got[i].Result.Error)
		}
	}
	if got := execute(t, registry, "third")[0].Result.Value; got != "third ran" {
		t.Errorf("the next batch returns %q, want the result of the registered tool", got)
	}
}

// The calls of a batch share no values.
func TestValuesBelongToOneCall(t *testing.T) {
	key := runtime.NewKey[int]("n")
	registry := newRegistry(t, nil, runtime.Tool{Name: "count", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		n, _ := key.Get(c)
		key.Set(c, n+1)
		n, _ = key.Get(c)
		return runtime.Text(fmt.Sprint(n))
	}})
	for _, result := range execute(t, registry, "count", "count", "count") {
		if result.Result.Value != "1" {
			t.Errorf("the call counts %s, want 1", result.Result.Value)
		}
	}
}

// A nil interface is a valid value.
func TestNilValue(t *testing.T) {
	key, call := runtime.NewKey[error]("e"), runtime.NewCall(nil, runtime.ToolCall{})
	if _, ok := key.Get(call); ok {
		t.Error("there is a value before one was set")
	}
	key.Set(call, nil)
	if value, ok := key.Get(call); !ok || value != nil {
		t.Errorf("the value is %v, %v, want nil and true", value, ok)
	}
}

func TestSessionTotals(t *testing.T) {
	session := runtime.NewSession("s", "k")
	registry := newRegistry(t, nil,
		runtime.Tool{Name: "long", Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Result{OK: true, Value: strings.Repeat("é", 90), CostUSD: 0.25}
		}})
	for range 2 {
		registry.ExecuteParallel(t.Context(), calls("long", "long", "gh"), &runtime.Turn{Session: session, ResultBudgetChars: 110})
	}
	unknown := len("Unknown tool: gh")
	want := runtime.Totals{Calls: 6, Failures: 2, CharsProduced: 2 * (180 + unknown), CharsReduced: 2 * (180 + unknown), CharsReturned: 220, CostUSD: 1}
	if diff := cmp.Diff(want, session.Totals(), cmpopts.IgnoreFields(runtime.Totals{}, "Duration")); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}
