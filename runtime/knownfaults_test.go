package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// TestKnownFaults checks the correct behavior for known faults of other tool
// layers. The tests use fake time.
func TestKnownFaults(t *testing.T) {
	tests := []struct {
		reason string // the fault
		test   func(t *testing.T)
	}{
		{"cut results lost structured data and cost", func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
				return runtime.Result{OK: true, Value: strings.Repeat("x", 200), Structured: json.RawMessage(`{"k":1}`), CostUSD: 0.25}
			}})
			got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{ResultBudgetChars: 100})[0]
			if got.Truncated == nil || string(got.Result.Structured) != `{"k":1}` || got.Result.CostUSD != 0.25 {
				t.Errorf("the result is %+v", got)
			}
		}},
		{"a single cut was cut twice and reported the wrong size", func(t *testing.T) {
			// The text exceeds both the tool's own maximum and the budget.
			registry := newRegistry(t, nil, runtime.Tool{Name: "a", MaxResultChars: 90, Invoke: textHandler(strings.Repeat("x", 200))})
			got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{ResultBudgetChars: 80})[0]
			if want := cutText(strings.Repeat("x", 60), 200); got.Result.Value != want || got.Truncated.Total != 200 {
				t.Errorf("the text is %q, want %q", got.Result.Value, want)
			}
		}},
		{"cached results ignored a smaller budget", func(t *testing.T) {
			tool := countingTool("a", runtime.Cache{})
			tool.Invoke = textHandler(strings.Repeat("x", 200))
			registry, session := newRegistry(t, nil, tool), runtime.NewSession("s", "k")
			for _, budget := range []int{500, 100} {
				got := registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Session: session, ResultBudgetChars: budget})[0]
				if length := utf8.RuneCountInString(got.Result.Value); length > budget {
					t.Errorf("%d code points under a budget of %d", length, budget)
				}
			}
			if session.Totals().Cached != 1 {
				t.Error("the second call was not answered from the cache")
			}
		}},
		{"errors were cached", func(t *testing.T) {
			runs := 0
			tool := countingTool("a", runtime.Cache{})
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
				runs++
				return runtime.FromError(io.EOF)
			}
			registry, turn := newRegistry(t, nil, tool), &runtime.Turn{Session: runtime.NewSession("s", "k")}
			registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), turn)
			registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), turn)
			if runs != 2 {
				t.Errorf("the tool ran %d times, want twice", runs)
			}
		}},
		{"cached results beat dry run", func(t *testing.T) {
			registry, session := newRegistry(t, nil, countingTool("a", runtime.Cache{})), runtime.NewSession("s", "k")
			registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Session: session})
			got := registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Session: session, DryRun: true})[0]
			if !strings.HasPrefix(got.Result.Value, "[dry-run]") {
				t.Errorf("the value is %q", got.Result.Value)
			}
		}},
		{"progress of one session was delivered to another", func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
				for range 3 {
					c.Progress(runtime.ProgressEvent{CallID: "another's", Tool: "another's", Message: c.Session().ID()})
					time.Sleep(time.Second)
				}
				return runtime.Text("")
			}})
			done := make(chan []string)
			for _, id := range []string{"s0", "s1"} {
				go func() {
					var got []string
					registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: id, Name: "a"}}, &runtime.Turn{
						Session: runtime.NewSession(id, "k"),
						Emit:    func(e runtime.ProgressEvent) { got = append(got, id+e.CallID+e.Message+e.Tool) },
					})
					done <- got
				}()
			}
			for range 2 {
				got := <-done
				id := got[0][:2]
				if diff := cmp.Diff([]string{id + id + id + "a", id + id + id + "a", id + id + id + "a"}, got); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
			}
		}},
		{"a unit was split in the middle of a character", func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: textHandler(strings.Repeat("a😀漢", 30))})
			for budget := range 60 {
				got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{ResultBudgetChars: budget + 1})[0].Result.Value
				if !utf8.ValidString(got) || utf8.RuneCountInString(got) != budget+1 {
					t.Errorf("%d code points, want %d: %q", utf8.RuneCountInString(got), budget+1, got)
				}
			}
		}},
		{"a stale undo removed its replacement", func(t *testing.T) {
			var reducers runtime.Reducers
			undo, _ := reducers.Register(constantReducer("a", "1"))
			undo()
			_, _ = reducers.Register(constantReducer("a", "2"))
			undo()
			if _, ok := reducers.Get("a"); !ok {
				t.Error("the replacement is gone")
			}
		}},
		{"a throwing availability check hid every tool", func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "a"},
				runtime.Tool{Name: "b", Available: &runtime.Availability{Check: func() bool { panic("boom") }}}, runtime.Tool{Name: "c"})
			if got := registry.Definitions(runtime.Policy{}); len(got) != 2 {
				t.Errorf("%d definitions, want two", len(got))
			}
			if results := execute(t, registry, "a", "b", "c"); !results[0].Result.OK || results[1].Result.OK || !results[2].Result.OK {
				t.Errorf("the results are %+v", results)
			}
		}},
		{"there was no timeout of a call", func(t *testing.T) {
			tool := sleepingTool("a", time.Minute)
			tool.Timeout = time.Second
			if got := execute(t, newRegistry(t, quiet(io.Discard), tool), "a")[0]; got.Result.Reason != runtime.ReasonTimeout || got.Duration != time.Second {
				t.Errorf("the result is %+v", got)
			}
			time.Sleep(time.Hour)
		}},
		{"timeouts were configured and never read", func(t *testing.T) {
			o := quiet(io.Discard)
			o.Timeout = time.Second
			if got := execute(t, newRegistry(t, o, sleepingTool("a", time.Minute)), "a")[0]; got.Result.Reason != runtime.ReasonTimeout || got.Duration != time.Second {
				t.Errorf("the result is %+v", got)
			}
			time.Sleep(time.Hour)
		}},
		{"there was no limit of calls at once", func(t *testing.T) {
			var now, peak atomic.Int64
			registry := newRegistry(t, &runtime.Options{Concurrency: 3}, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
				peak.Store(max(peak.Load(), now.Add(1)))
				time.Sleep(time.Second)
				now.Add(-1)
				return runtime.Text("")
			}})
			execute(t, registry, strings.Fields(strings.Repeat("a ", 20))...)
			if peak.Load() != 3 {
				t.Errorf("%d at once, want 3", peak.Load())
			}
		}},
		{"the validation of arguments was never called", func(t *testing.T) {
			tool := wordTool(func(any) error { return errors.New("not this one") })
			tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { t.Error("the tool ran"); return runtime.Text("") }
			got := newRegistry(t, nil, tool).ExecuteParallel(t.Context(), plannedCalls("say:x"), nil)[0].Result
			if got.Code != runtime.InputInvalid || !strings.Contains(got.Error, "not this one") {
				t.Errorf("the result is %+v", got)
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) { synctest.Test(t, test.test) })
	}
}
