package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// reducerFunc is a function that implements Reducer.
type reducerFunc struct {
	tool   string
	reduce func(runtime.Result, runtime.ReduceContext) runtime.Result
}

func (s *reducerFunc) Tool() string { return s.tool }

// IsLossless returns true, so that the results have no notices.
func (s *reducerFunc) IsLossless(string, string, runtime.ReduceContext) bool { return true }

func (s *reducerFunc) Reduce(r runtime.Result, c runtime.ReduceContext) runtime.Result {
	return s.reduce(r, c)
}

// constantReducer returns a reducer that always returns the same text.
func constantReducer(tool, text string) *reducerFunc {
	return &reducerFunc{tool, func(runtime.Result, runtime.ReduceContext) runtime.Result { return runtime.Text(text) }}
}

// newReducers returns a registry with the reducers.
func newReducers(t testing.TB, all ...runtime.Reducer) *runtime.Reducers {
	t.Helper()
	reducers := new(runtime.Reducers)
	for _, x := range all {
		if _, err := reducers.Register(x); err != nil {
			t.Fatal(err)
		}
	}
	return reducers
}

func TestReducersRegister(t *testing.T) {
	var reducers runtime.Reducers
	first, second := constantReducer("a", "1"), constantReducer("a", "2")
	undo, err := reducers.Register(first)
	if err != nil {
		t.Fatal(err)
	}
	var duplicate *runtime.DuplicateReducerError
	undoNothing, err := reducers.Register(second)
	if !errors.As(err, &duplicate) || duplicate.Tool != "a" {
		t.Errorf("a second reducer for a tool: %v, want a *DuplicateReducerError", err)
	}
	undoNothing()
	if got, ok := reducers.Get("a"); !ok || got != runtime.Reducer(first) {
		t.Errorf("the undo of a failed registration removed the first: %v", got)
	}
	for _, name := range []string{"A", "ab", ""} {
		if _, ok := reducers.Get(name); ok {
			t.Errorf("%q has a reducer; names match exactly", name)
		}
	}
	undo()
	undo()
	if _, ok := reducers.Get("a"); ok {
		t.Error("the undo left its reducer")
	}
}

// A known fault: a stale undo removed the reducer that replaced the first one.
func TestStaleUndo(t *testing.T) {
	var reducers runtime.Reducers
	same := constantReducer("a", "1")
	undo, _ := reducers.Register(same)
	undo()
	if _, err := reducers.Register(same); err != nil {
		t.Fatal(err)
	}
	undo()
	if _, ok := reducers.Get("a"); !ok {
		t.Error("a stale undo removed the reducer that was registered after it, though it is the same")
	}
}

func TestReducersRegisterFails(t *testing.T) {
	var reducers runtime.Reducers
	for reason, bad := range map[string]runtime.Reducer{
		"nil": nil, "a typed nil": (*reducerFunc)(nil), "no tool": constantReducer("", "x"),
	} {
		undo, err := reducers.Register(bad)
		if err == nil || undo == nil {
			t.Errorf("%s: the error is %v, and there is an undo: %t", reason, err, undo != nil)
		}
	}
	var none *runtime.Reducers
	if _, ok := none.Get("a"); ok {
		t.Error("a nil registry finds a reducer")
	}
	if got := none.Reduce("a", runtime.Text("x"), runtime.ReduceContext{}); got.Value != "x" {
		t.Errorf("a nil registry reduces to %+v", got)
	}
}

// A reducer that fails leaves the result unchanged.
func TestReduceIsSafe(t *testing.T) {
	long := strings.Repeat("x", 50)
	success := runtime.Result{OK: true, Value: long, Structured: json.RawMessage(`{"k":1}`), CostUSD: 0.5}
	failure := runtime.Result{Error: long, Code: runtime.StaleWrite, ConflictKey: "k"}
	with := func(r runtime.Result, text string) runtime.Result {
		if r.OK {
			r.Value = text
		} else {
			r.Error = text
		}
		return r
	}
	tests := []struct {
		reason string
		reduce func(runtime.Result, runtime.ReduceContext) runtime.Result
		want   string // of both; empty: as it was
	}{
		{"a shorter text", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result { return with(r, "short") }, "short"},
		{"a text as long", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
			return with(r, strings.Repeat("y", 50))
		}, strings.Repeat("y", 50)},
		{"more bytes and fewer code points", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
			return with(r, strings.Repeat("漢", 40))
		}, strings.Repeat("漢", 40)},
		{"structured content, cost and code stay", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
			if r.OK {
				return runtime.Text("s")
			}
			return runtime.Fail(runtime.NotAvailable, "s")
		}, "s"},
		{"a failure stays one, and a success", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
			if r.OK {
				return runtime.Fail(runtime.NotAvailable, "s")
			}
			return runtime.Text("s")
		}, "s"},
		{"bytes that are not UTF-8", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result { return with(r, "a\xff") }, "a\uFFFD"},
		{"a longer text", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result { return with(r, long+"y") }, ""},
		{"an empty text", func(r runtime.Result, _ runtime.ReduceContext) runtime.Result { return with(r, "") }, ""},
		{"the zero result", func(runtime.Result, runtime.ReduceContext) runtime.Result { return runtime.Result{} }, ""},
		{"a panic", func(runtime.Result, runtime.ReduceContext) runtime.Result { panic("boom") }, ""},
		{"runtime.Goexit", func(runtime.Result, runtime.ReduceContext) runtime.Result {
			goruntime.Goexit()
			return runtime.Text("s")
		}, ""},
		{"no answer", func(runtime.Result, runtime.ReduceContext) runtime.Result {
			time.Sleep(time.Hour)
			return runtime.Text("s")
		}, ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reducers := newReducers(t, &reducerFunc{"a", test.reduce})
				for _, result := range []runtime.Result{success, failure} {
					want := result
					if test.want != "" {
						want = with(result, test.want)
					}
					if diff := cmp.Diff(want, reducers.Reduce("a", result, runtime.ReduceContext{})); diff != "" {
						t.Errorf("result (-want +got):\n%s", diff)
					}
					if diff := cmp.Diff(result, reducers.Reduce("b", result, runtime.ReduceContext{})); diff != "" {
						t.Errorf("result of a tool without reducer (-want +got):\n%s", diff)
					}
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// The executor reduces a result before it cuts the result, and passes data
// about the call to the reducer.
func TestExecutorReduces(t *testing.T) {
	long := strings.Repeat("x", 200)
	inform := &reducerFunc{"inform", func(_ runtime.Result, c runtime.ReduceContext) runtime.Result {
		return runtime.Text(fmt.Sprintf("%s turn %d", c.Args, c.Turn))
	}}
	reducers := newReducers(t, constantReducer("short", "short"), constantReducer("still_long", strings.Repeat("y", 150)), inform, constantReducer("bad", "s"), constantReducer("panics", "s"))
	give := func(name, text string) runtime.Tool {
		return runtime.Tool{Name: name, Decode: decodeWord, Invoke: textHandler(text)}
	}
	bad := give("bad", "")
	bad.Invoke = func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Fail(runtime.StaleWrite, "%s", long)
	}
	panics := give("panics", "")
	panics.Invoke = func(context.Context, *runtime.Call) runtime.Result { panic(long) }
	registry := newRegistry(t, &runtime.Options{Reducers: reducers, Logger: quiet(new(strings.Builder)).Logger},
		give("short", long), give("still_long", long), give("inform", long), give("none", "plain"), bad, panics)
	session := runtime.NewSession("s", "k")
	run := func(name string) runtime.CallResult {
		batch := []runtime.ToolCall{{ID: "c", Name: name, Args: json.RawMessage(`{"text":"a"}`)}}
		return registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Session: session, ResultBudgetChars: 100, CurrentTurn: 7})[0]
	}
	if got := run("short"); got.Result.Value != "short" || got.Truncated != nil {
		t.Errorf("a result reduced under its budget: %+v", got)
	}
	if diff := cmp.Diff(runtime.Totals{Calls: 1, CharsProduced: 200, CharsReduced: 5, CharsReturned: 5}, withoutDuration(session.Totals())); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	if got := run("still_long"); got.Result.Value != cutText(strings.Repeat("y", 81), 150) || got.Truncated.Total != 150 {
		t.Errorf("the marker has the length after reduction: %+v", got)
	}
	if got := run("inform").Result.Value; got != `{"text":"a"} turn 7` {
		t.Errorf("the reducer received %q", got)
	}
	if got := run("none").Result.Value; got != "plain" {
		t.Errorf("a tool without reducer: %q", got)
	}
	if got := run("bad").Result; got.Error != "s" || got.Code != runtime.StaleWrite {
		t.Errorf("a failure: %+v", got)
	}
	if got := run("panics").Result; got.Error != "s" || got.Reason != runtime.ReasonPanic {
		t.Errorf("a panic: %+v", got)
	}
}

// withoutDuration returns the totals without the fields that depend on time.
func withoutDuration(t runtime.Totals) runtime.Totals {
	t.Duration = 0
	return t
}
