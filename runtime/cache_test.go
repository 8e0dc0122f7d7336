package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// countingTool returns a tool with a cache whose result is the number of its
// runs.
func countingTool(name string, cache runtime.Cache) runtime.Tool {
	var runs atomic.Int64
	return runtime.Tool{Name: name, Decode: decodeWord, Cache: &cache, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Text(fmt.Sprintf("run %d", runs.Add(1)))
	}}
}

// step is one batch of a conversation.
type step struct {
	args string // of one call
	turn runtime.Turn
	wait time.Duration // before it
	want string
}

func TestCache(t *testing.T) {
	const x = `{"text":"x"}`
	second := runtime.NewSession("s2", "k")
	tests := []struct {
		reason string
		cache  runtime.Cache
		steps  []step
	}{
		{"the same call again", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, want: "run 1"}}},
		{"other arguments", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: `{"text":"y"}`, want: "run 2"}}},
		{"white space and order do not matter", runtime.Cache{}, []step{{args: `{"text":"x","size":1}`, want: "run 1"}, {args: `{ "size":1, "text":"\u0078" }`, want: "run 1"}}},
		{"numbers are not rounded", runtime.Cache{}, []step{{args: `{"text":"9007199254740993"}`, want: "run 1"}, {args: `{"text":"9007199254740992"}`, want: "run 2"}}},
		{"only the key fields", runtime.Cache{Fields: []string{"text"}}, []step{{args: `{"text":"x","size":1}`, want: "run 1"}, {args: `{"text":"x","size":2}`, want: "run 1"}, {args: `{"text":"y","size":1}`, want: "run 2"}}},
		{"a repaired argument is not mistaken for a missing one", runtime.Cache{Fields: []string{"size"}},
			[]step{{args: `{"text":"x","size":"1"}`, want: "run 1"}, {args: `{"text":"x","size":"2"}`, want: "run 2"}, {args: `{"text":"x"}`, want: "run 3"}}},
		{"for five minutes", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, wait: 5*time.Minute - 1, want: "run 1"}, {args: x, wait: 1, want: "run 2"}}},
		{"for the tool's own time", runtime.Cache{TTL: time.Hour}, []step{{args: x, want: "run 1"}, {args: x, wait: time.Hour - 1, want: "run 1"}, {args: x, wait: 1, want: "run 2"}}},
		{"another session", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{Session: second}, want: "run 2"}, {args: x, want: "run 1"}}},
		{"another directory", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{WorkingDir: "/b"}, want: "run 2"}}},
		{"another personality", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{PersonalityID: "p"}, want: "run 2"}}},
		{"the policy has priority", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{Policy: runtime.Policy{Tools: runtime.AllowOnly()}}, want: "Tool a is not permitted for this personality"}}},
		// A known fault: a cached result had priority over a dry run.
		{"a dry run has priority", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{DryRun: true}, want: `[dry-run] a would be called with: {"text":"x"}`}, {args: x, want: "run 1"}}},
		{"a dry run is not cached", runtime.Cache{}, []step{{args: x, turn: runtime.Turn{DryRun: true}, want: `[dry-run] a would be called with: {"text":"x"}`}, {args: x, want: "run 1"}}},
		// A known fault: cached results ignored a smaller budget.
		{"a smaller budget cuts the cached result, and a larger one does not", runtime.Cache{}, []step{{args: x, want: "run 1"}, {args: x, turn: runtime.Turn{ResultBudgetChars: 3}, want: "run"}, {args: x, want: "run 1"}}},
		{"the cache has the uncut result", runtime.Cache{}, []step{{args: x, turn: runtime.Turn{ResultBudgetChars: 3}, want: "run"}, {args: x, want: "run 1"}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				registry := newRegistry(t, nil, countingTool("a", test.cache))
				session := runtime.NewSession("s", "k")
				for i, step := range test.steps {
					time.Sleep(step.wait)
					if step.turn.Session == nil {
						step.turn.Session = session
					}
					got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "c", Name: "a", Args: json.RawMessage(step.args)}}, &step.turn)[0].Result
					if text := got.Value + got.Error; text != step.want {
						t.Errorf("step %d: %q, want %q", i, text, step.want)
					}
				}
			})
		})
	}
}

// The files and hosts that the policy allows are part of the cache key: a call
// under a narrower policy must not get a result from a wider one.
func TestCacheKeyHasPolicyAccess(t *testing.T) {
	tool := countingTool("a", runtime.Cache{})
	tool.Needs = new(capability.Needs)
	registry := newRegistry(t, nil, tool)
	session := runtime.NewSession("s", "k")
	var got []string
	for _, policy := range []runtime.Policy{
		{Files: runtime.FilePolicy{Read: []string{"a", "b"}}}, {Files: runtime.FilePolicy{Read: []string{"a b"}}},
		{Network: runtime.NetworkPolicy{AllowPrivate: true}}, {}, {Files: runtime.FilePolicy{Read: []string{"a", "b"}}},
	} {
		batch := []runtime.ToolCall{{ID: "c", Name: "a", Args: json.RawMessage(`{"text":"x"}`)}}
		got = append(got, registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Session: session, Policy: policy})[0].Result.Value)
	}
	if diff := cmp.Diff([]string{"run 1", "run 2", "run 3", "run 4", "run 1"}, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// A known fault: failures were cached.
func TestFailuresAreNotCached(t *testing.T) {
	attempts := 0
	tool := countingTool("a", runtime.Cache{})
	tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
		if attempts++; attempts == 1 {
			return runtime.Fail(runtime.ExecutionFailed, "flaky")
		}
		return runtime.Text("fine")
	}
	registry := newRegistry(t, nil, tool)
	turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
	var got []bool
	for range 3 {
		got = append(got, registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), turn)[0].Result.OK)
	}
	if diff := cmp.Diff([]bool{false, true, true}, got); diff != "" || attempts != 2 {
		t.Errorf("%d attempts (-want +got):\n%s", attempts, diff)
	}
}

// Equal calls of a batch run the tool once, with and without a session.
func TestEqualCallsShareRun(t *testing.T) {
	for _, session := range []*runtime.Session{nil, runtime.NewSession("s", "k")} {
		synctest.Test(t, func(t *testing.T) {
			var runs atomic.Int64
			tool := countingTool("a", runtime.Cache{})
			tool.Invoke = func(_ context.Context, c *runtime.Call) runtime.Result {
				time.Sleep(time.Second)
				return runtime.Result{OK: true, Value: fmt.Sprint(c.Args().(*word).Text, runs.Add(1)), CostUSD: 1, Structured: json.RawMessage(`{"a":1}`), Parts: []runtime.Part{{Data: []byte("x")}}}
			}
			registry := newRegistry(t, &runtime.Options{Concurrency: 2}, tool)
			turn := &runtime.Turn{Session: session}
			results := registry.ExecuteParallel(t.Context(), plannedCalls("a:x a:x a:x a:x"), turn)
			for i := range results {
				got := results[i].Result
				if got.Value != "x1" || string(got.Structured) != `{"a":1}` || string(got.Parts[0].Data) != "x" {
					t.Errorf("call %d: %+v", i, got)
				}
				got.Structured[1], got.Parts[0].Data[0] = '!', '!' // must not reach the others
			}
			if session != nil {
				if got := session.Totals(); got.Calls != 4 || got.Cached != 3 || got.CostUSD != 1 {
					t.Errorf("the totals are %+v", got)
				}
			}
		})
	}
}

// If the first of several equal calls fails, panics or hangs, the tool runs for
// the others.
func TestSharedRunFails(t *testing.T) {
	fails := map[string]func() runtime.Result{
		"fails":  func() runtime.Result { return runtime.Fail(runtime.ExecutionFailed, "no") },
		"panics": func() runtime.Result { panic("boom") },
		"hangs":  func() runtime.Result { time.Sleep(time.Hour); return runtime.Text("late") },
	}
	for reason, fail := range fails {
		t.Run(reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var runs atomic.Int64
				tool := countingTool("a", runtime.Cache{})
				tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
					if runs.Add(1) == 1 {
						time.Sleep(time.Second)
						return fail()
					}
					return runtime.Text("fine")
				}
				o := quiet(io.Discard)
				o.Timeout = 10 * time.Second
				lead := newRegistry(t, o, tool)
				session := runtime.NewSession("s", "k")
				ok := 0
				for _, result := range lead.ExecuteParallel(t.Context(), plannedCalls("a:x a:x a:x"), &runtime.Turn{Session: session}) {
					if result.Result.OK {
						ok++
					}
				}
				if ok != 2 && reason != "hangs" { // in that case the deadlines of all three calls pass at the same time
					t.Errorf("%d calls succeeded, want two", ok)
				}
				time.Sleep(time.Hour)
				// The late result of the tool that hung was dropped and is not cached.
				got := lead.ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Session: session})[0].Result
				if got.Value != "fine" {
					t.Errorf("later: %+v", got)
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// The cache has limits for the number and for the size of results. The oldest
// results are removed first.
func TestCacheLimits(t *testing.T) {
	run := func(t *testing.T, size, n int) (again []string) {
		runs := 0
		tool := countingTool("a", runtime.Cache{})
		tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
			runs++
			return runtime.Text(fmt.Sprint(runs, strings.Repeat("x", size)))
		}
		registry := newRegistry(t, nil, tool)
		turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), ResultBudgetChars: 5}
		for _, i := range append(ordinals(n), 0, n-1) {
			again = append(again, registry.ExecuteParallel(t.Context(), plannedCalls(fmt.Sprint("a:", i)), turn)[0].Result.Value)
		}
		return again[n:]
	}
	if got := run(t, 0, 257); got[0] != "258" || got[1] != "257" {
		t.Errorf("257 results: the first and the last are %v, want the first to run again", got)
	}
	if got := run(t, 0, 256); got[0] != "1" || got[1] != "256" {
		t.Errorf("256 results: the first and the last are %v, want both kept", got)
	}
	if got := run(t, 3<<20, 6); got[0] != "7xxxx" || got[1] != "6xxxx" {
		t.Errorf("18 MB: the first and the last are %v, want the first to run again", got)
	}
	if got := run(t, 5<<20, 1); got[0] != "2xxxx" {
		t.Errorf("a result of 5 MB: %v, want it not kept", got)
	}
}

func ordinals(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A new tool with the name of an old one does not use the cached results of the
// old one.
func TestCacheAfterUnregister(t *testing.T) {
	registry := newRegistry(t, nil, countingTool("a", runtime.Cache{}))
	turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
	registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), turn)
	registry.Unregister("a")
	other := countingTool("a", runtime.Cache{})
	other.Invoke = textHandler("other")
	if err := registry.Register(&other); err != nil {
		t.Fatal(err)
	}
	if got := registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), turn)[0].Result.Value; got != "other" {
		t.Errorf("the value is %q, that of a tool which is gone", got)
	}
}

// A result from the cache is reduced.
func TestCacheHitsAreReduced(t *testing.T) {
	registry := newRegistry(t, &runtime.Options{Reducers: newReducers(t, constantReducer("a", "r"))}, countingTool("a", runtime.Cache{}))
	session := runtime.NewSession("s", "k")
	for range 2 {
		if got := registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Session: session})[0].Result.Value; got != "r" {
			t.Errorf("the value is %q", got)
		}
	}
	want := runtime.Totals{Calls: 2, Cached: 1, CharsProduced: 10, CharsReduced: 2, CharsReturned: 2}
	if diff := cmp.Diff(want, withoutDuration(session.Totals())); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}
