package task_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
)

// reasons returns the results of calls: "ok", or the reason of the failure.
func reasons(results []runtime.CallResult) string {
	var all []string
	for _, r := range results {
		switch {
		case r.Result.OK:
			all = append(all, "ok")
		case r.Result.Reason != "":
			all = append(all, r.Result.Reason)
		default:
			all = append(all, r.Result.Error)
		}
	}
	return strings.Join(all, " ")
}

// TestBudget checks that calls that exceed a limit are not run.
func TestBudget(t *testing.T) {
	for _, test := range []struct {
		reason string
		budget task.Budget
		steps  [][]runtime.ToolCall
		want   string
	}{
		{"steps", task.Budget{Steps: 2}, [][]runtime.ToolCall{step("spend"), step("spend", "spend"), step("spend", "spend")}, "ok | ok ok | BUDGET_STEPS BUDGET_STEPS"},
		{"calls, the first of a step", task.Budget{Calls: 3}, [][]runtime.ToolCall{step("tell", "tell"), step("tell", "tell", "tell"), step("tell")}, "ok ok | ok BUDGET_CALLS BUDGET_CALLS | BUDGET_CALLS"},
		{"cost, known afterwards", task.Budget{CostUSD: 0.4}, [][]runtime.ToolCall{step("spend"), step("spend"), step("tell")}, "ok | ok | BUDGET_COST"},
		{"characters", task.Budget{ResultChars: 1500}, [][]runtime.ToolCall{step("long"), step("long"), step("tell")}, "ok | ok | BUDGET_CHARS"},
		{"nothing at all", task.Budget{Steps: -1}, [][]runtime.ToolCall{step("tell")}, "BUDGET_STEPS"},
		{"no money", task.Budget{CostUSD: -1}, [][]runtime.ToolCall{step("tell")}, "BUDGET_COST"},
		{"a step without calls does not count", task.Budget{Steps: 1}, [][]runtime.ToolCall{nil, {}, step("tell")}, " |  | ok"},
		{"refused calls count", task.Budget{Calls: 1}, [][]runtime.ToolCall{step("nobody"), step("tell")}, "Unknown tool: nobody | BUDGET_CALLS"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			agent := script(func(ctx context.Context, r *task.Request) (string, error) {
				r.Budget = task.Budget{Steps: 1e6, Calls: 1e6, ResultChars: 1e9, CostUSD: 1e9} // has no effect: r has a copy
				var got []string
				chars := 0
				for _, calls := range test.steps {
					results := r.Execute(ctx, calls)
					for i, result := range results {
						chars += utf8.RuneCountInString(result.Result.Value)
						if result.ID != calls[i].ID || result.Name != calls[i].Name {
							t.Errorf("call %d of %v is answered as %s %s", i, calls, result.ID, result.Name)
						}
					}
					got = append(got, reasons(results))
				}
				if most := test.budget.ResultChars; most > 0 && chars > most {
					t.Errorf("%d characters came back", chars)
				}
				return strings.Join(got, " | "), nil
			})
			got := report(t, newFixture(t, agent, &task.Options{Budget: test.budget}).run(t.Context(), nil, anyTask))
			if got.Answer != test.want && strings.TrimSpace(got.Answer) != strings.TrimSpace(test.want) {
				t.Errorf("got %q, want %q", got.Answer, test.want)
			}
		})
	}
}

func TestCharge(t *testing.T) {
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		var got []string
		for _, cost := range []float64{math.NaN(), -5, math.Inf(-1), 0, 0.5, 0.25, 0.25, 0} {
			got = append(got, fmt.Sprintf("%t %.2f", r.Charge(cost) == nil, r.Left().CostUSD))
		}
		got = append(got, reasons(r.Execute(ctx, step("tell"))))
		return strings.Join(got, ", "), nil
	})
	got := newFixture(t, agent, nil).run(t.Context(), nil, anyTask)
	if want := "true 1.00, true 1.00, true 1.00, true 1.00, true 0.50, true 0.25, false 0.00, false 0.00, BUDGET_COST"; report(t, got).Answer != want || got.CostUSD != 1 {
		t.Errorf("got  %s for %v\nwant %s", report(t, got).Answer, got.CostUSD, want)
	}
}

// nestingLoop returns an agent whose sub-agents start further sub-agents with
// the function again.
func nestingLoop(again func(ctx context.Context, r *task.Request) string) script {
	return func(ctx context.Context, r *task.Request) (string, error) {
		r.Charge(0.1)
		return fmt.Sprintf("%d<%s>", r.Depth, again(ctx, r)), nil
	}
}

func TestDepth(t *testing.T) {
	var w *fixture
	for _, test := range []struct {
		reason string
		depth  int
		again  func(ctx context.Context, r *task.Request) string
	}{
		{"the default is two", 0, nil},
		{"one", 1, nil},
		{"three", 3, nil},
		{"a loop that makes turns of its own", 2, func(ctx context.Context, _ *task.Request) string {
			return w.registry.ExecuteParallel(ctx, one("task", anyTask), nil)[0].Result.Error
		}},
		{"a loop that passes another context to Execute", 2, func(_ context.Context, r *task.Request) string {
			return nestedAnswer(r.Execute(context.Background(), one("task", anyTask))[0])
		}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			deepest := atomic.Int64{}
			agent := nestingLoop(func(ctx context.Context, r *task.Request) string {
				if deepest.Store(max(deepest.Load(), int64(r.Depth))); r.Depth > 5 {
					panic("there is no end to it")
				}
				if test.again != nil {
					return test.again(ctx, r)
				}
				return nestedAnswer(r.Execute(ctx, one("task", anyTask))[0])
			})
			w = newFixture(t, agent, &task.Options{Depth: test.depth})
			got := w.run(t.Context(), nil, anyTask)
			depth := max(test.depth, 1)
			if test.depth == 0 {
				depth = task.DefaultDepth
			}
			if int(deepest.Load()) != depth {
				t.Errorf("it went down to %d, want %d: %s", deepest.Load(), depth, report(t, got).Answer)
			}
			if math.Abs(got.CostUSD-0.1*float64(depth)) > 1e-9 {
				t.Errorf("it cost %v at %d levels", got.CostUSD, depth)
			}
		})
	}
}

// nestedAnswer returns the answer of a nested task without its fence.
func nestedAnswer(r runtime.CallResult) string { return r.Result.Value + r.Result.Error }

// TestNestedBudget checks that the cost of nested sub-agents counts for their callers, and that a run that has
// ended has no money.
func TestNestedBudget(t *testing.T) {
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		if r.Depth == 2 {
			if r.Budget.CostUSD > 0.6 {
				t.Errorf("a nested budget of %v", r.Budget.CostUSD)
			}
			return reasons(r.Execute(ctx, step("spend", "spend"))), nil
		}
		calls := append(append(one("task", anyTask), one("task", anyTask)...), one("task", anyTask)...)
		var got []string
		for i := range calls {
			result := r.Execute(ctx, calls[i:i+1])[0]
			got = append(got, fmt.Sprintf("%t %s %.2f", result.Result.OK, result.Result.Reason, result.Result.CostUSD))
		}
		return strings.Join(got, ", "), nil
	})
	got := newFixture(t, agent, &task.Options{Budget: task.Budget{CostUSD: 0.6}}).run(t.Context(), nil, anyTask)
	if want := "true  0.50, true  0.50, false BUDGET_COST 0.00"; report(t, got).Answer != want || got.CostUSD != 1 {
		t.Errorf("got  %s for %v\nwant %s", report(t, got).Answer, got.CostUSD, want)
	}
}

// TestAfterTheEnd checks that a request cannot be used after its run.
func TestAfterTheEnd(t *testing.T) {
	var kept *task.Request
	var keptContext context.Context
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		kept, keptContext = r, ctx
		return "done", nil
	})
	w := newFixture(t, agent, nil)
	w.run(t.Context(), nil, anyTask)
	for _, ctx := range []context.Context{keptContext, context.Background(), nil} {
		if got := reasons(kept.Execute(ctx, step("tell", "spend"))); got != "TASK_ENDED TASK_ENDED" {
			t.Errorf("after the end: %s", got)
		}
	}
	if kept.Charge(0) == nil || keptContext.Err() == nil {
		t.Error("the run is still open")
	}
	if got := w.registry.ExecuteParallel(context.WithoutCancel(keptContext), one("task", anyTask), nil); reasons(got) != task.ReasonEnded {
		t.Errorf("a sub-agent of a run that is over: %+v", got)
	}
}

// TestConcurrentExecute checks that concurrent steps of one run are executed one after another, and that the
// budget is exact.
func TestConcurrentExecute(t *testing.T) {
	var ran atomic.Int64
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				for _, result := range r.Execute(ctx, step("tell", "whoami")) {
					if result.Result.OK {
						ran.Add(1)
					}
				}
				r.Charge(0.01)
				r.Left()
			})
		}
		group.Wait()
		return "done", nil
	})
	got := report(t, newFixture(t, agent, &task.Options{Budget: task.Budget{Steps: 9, Calls: 13}}).run(t.Context(), nil, anyTask))
	if ran.Load() != 13 || got.Calls != 13 || got.Steps != 7 || math.Abs(got.CostUSD-0.2) > 1e-9 {
		t.Errorf("%d calls ran, and the report is %+v", ran.Load(), got)
	}
}

// TestTime uses a clock that does not wait.
func TestTime(t *testing.T) {
	for _, test := range []struct {
		reason string
		agent  script
	}{
		{"a loop that waits for its context", func(ctx context.Context, _ *task.Request) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}},
		{"a tool that waits for its context", func(ctx context.Context, r *task.Request) (string, error) {
			return "", fmt.Errorf("%s", reasons(r.Execute(ctx, step("wait"))))
		}},
		{"a tool under a context that the loop made", func(_ context.Context, r *task.Request) (string, error) {
			return "", fmt.Errorf("%s", reasons(r.Execute(context.Background(), step("wait"))))
		}},
		{"a loop that ignores its context", func(_ context.Context, r *task.Request) (string, error) {
			time.Sleep(time.Hour / 2)
			if got := reasons(r.Execute(context.Background(), step("tell"))); got != task.ReasonEnded {
				t.Errorf("long after the end: %s", got)
			}
			return "too late", nil
		}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				got := newFixture(t, test.agent, &task.Options{Budget: task.Budget{Time: time.Minute}}).run(t.Context(), nil, anyTask)
				if took := time.Since(start); took != time.Minute || got.Reason != task.ReasonTime || got.Code != runtime.ExecutionFailed {
					t.Errorf("after %s: %+v", took, got)
				}
				time.Sleep(time.Hour) // until the last loop has returned
			})
		})
	}
}

// TestCancel checks that cancelling a call cancels its sub-agents.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stopped atomic.Int64
		agent := script(func(ctx context.Context, r *task.Request) (string, error) {
			defer stopped.Add(1)
			if r.Depth == 1 {
				return nestedAnswer(r.Execute(ctx, one("task", anyTask))[0]), nil
			}
			return reasons(r.Execute(ctx, step("wait", "wait"))), nil
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		w := newFixture(t, agent, nil)
		if got := w.run(ctx, nil, anyTask); got.OK {
			t.Errorf("%+v", got)
		}
		synctest.Wait()
		if stopped.Load() != 2 {
			t.Errorf("%d of 2 loops have returned", stopped.Load())
		}
		if stats := w.registry.Stats(); stats.Abandoned != 0 {
			t.Errorf("%+v", stats)
		}
	})
}

// TestParallel checks the limit of sub-agents at each depth. Abandoned sub-agents count, and nested sub-agents
// do not wait for their callers.
func TestParallel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var atOnce, most [3]int64
		count := func(depth int, change int64) {
			mu.Lock()
			defer mu.Unlock()
			atOnce[depth] += change
			most[depth] = max(most[depth], atOnce[depth])
		}
		agent := script(func(ctx context.Context, r *task.Request) (string, error) {
			count(r.Depth, +1)
			defer count(r.Depth, -1)
			time.Sleep(time.Second)
			if r.Depth == 1 {
				calls := append(one("task", anyTask), one("task", anyTask)...)
				return reasons(r.Execute(ctx, append(calls, calls...))), nil
			}
			return "ok", nil
		})
		w := newFixture(t, agent, &task.Options{Parallel: 2})
		calls := append(one("task", anyTask), one("task", anyTask)...)
		results := w.registry.ExecuteParallel(t.Context(), append(append(calls, calls...), calls...), nil)
		for _, result := range results {
			if !result.Result.OK || report(t, result.Result).Answer != "ok ok ok ok" {
				t.Errorf("%+v", result.Result)
			}
		}
		if diff := cmp.Diff([3]int64{0, 2, 2}, most); diff != "" {
			t.Error(diff)
		}
	})
}

func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		agent := script(func(context.Context, *task.Request) (string, error) { <-release; return "late", nil })
		w := newFixture(t, agent, &task.Options{Parallel: 1, Budget: task.Budget{Time: time.Second}})
		if got := w.run(t.Context(), nil, anyTask); got.Reason != task.ReasonTime {
			t.Errorf("%+v", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if got := w.run(ctx, nil, anyTask); got.OK {
			t.Errorf("a second sub-agent ran together with one that ignores its context: %+v", got)
		}
		close(release)
		synctest.Wait()
		if got := w.run(t.Context(), nil, anyTask); !got.OK {
			t.Errorf("the slot was not released: %+v", got)
		}
	})
}

// TestShutdown checks that Shutdown ends running, nested and waiting sub-agents, and does not wait for a loop
// that ignores its context.
func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		agent := script(func(ctx context.Context, r *task.Request) (string, error) {
			switch {
			case r.Depth == 2:
				<-release
				return "late", r.Charge(1)
			case r.Prompt == "wait":
				<-ctx.Done()
				if err := r.Charge(1); err == nil {
					t.Error("a run that was ended may spend")
				}
				return "", ctx.Err()
			}
			answer := nestedAnswer(r.Execute(ctx, one("task", anyTask))[0])
			<-ctx.Done() // the sub-agent that it waited for may have ended first
			return answer, ctx.Err()
		})
		w := newFixture(t, agent, &task.Options{Parallel: 2})
		calls := append(one("task", anyTask), append(one("task", `{"prompt":"wait"}`), one("task", anyTask)...)...)
		done := make(chan []runtime.CallResult, 1)
		go func() { done <- w.registry.ExecuteParallel(t.Context(), calls, nil) }()
		synctest.Wait() // two sub-agents run, one waits
		start := time.Now()
		if err := w.registry.Close(t.Context()); err != nil || time.Since(start) > 0 {
			t.Errorf("closed after %s: %v", time.Since(start), err)
		}
		for _, result := range <-done {
			if result.Result.Reason != task.ReasonEnded || result.Result.Code != runtime.NotAvailable {
				t.Errorf("%+v", result.Result)
			}
		}
		close(release)
	})
}

// TestAfterShutdown checks that a runner starts nothing after Shutdown, also for another registry.
func TestAfterShutdown(t *testing.T) {
	runner := task.New(loopOf(), nil)
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(task.RunnerTools(runner)...); err != nil {
		t.Fatal(err)
	}
	runner.Use(registry)
	for range 2 {
		if err := runner.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if got := registry.ExecuteParallel(t.Context(), one("task", anyTask), nil)[0].Result; got.Reason != task.ReasonEnded {
		t.Errorf("%+v", got)
	}
}
