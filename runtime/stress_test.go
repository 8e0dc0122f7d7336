package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime"
)

// toolResult is a tool with the result that it must have, unless the batch was
// stopped.
type toolResult struct {
	name   string
	invoke func(ctx context.Context, call *runtime.Call) runtime.Result
	value  string // of a success
	reason string // of a failure
}

var huge = strings.Repeat("x", 100_000)

var behaviours = []toolResult{
	{name: "quick", value: "quick", invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("quick") }},
	{name: "slow", value: "slow", invoke: func(context.Context, *runtime.Call) runtime.Result {
		time.Sleep(300 * time.Millisecond)
		return runtime.Text("slow")
	}},
	{name: "panics", reason: runtime.ReasonPanic, invoke: func(context.Context, *runtime.Call) runtime.Result { panic("x") }},
	{name: "exits", reason: runtime.ReasonExited, invoke: func(context.Context, *runtime.Call) runtime.Result {
		goruntime.Goexit()
		return runtime.Result{}
	}},
	{name: "nothing", reason: runtime.ReasonNoResult, invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Result{} }},
	{name: "hangs", reason: runtime.ReasonTimeout, invoke: func(context.Context, *runtime.Call) runtime.Result {
		time.Sleep(5 * time.Second)
		return runtime.Text("too late")
	}},
	{name: "late_panic", reason: runtime.ReasonTimeout, invoke: func(context.Context, *runtime.Call) runtime.Result {
		time.Sleep(5 * time.Second)
		panic("too late")
	}},
	{name: "late_exit", reason: runtime.ReasonTimeout, invoke: func(context.Context, *runtime.Call) runtime.Result {
		time.Sleep(5 * time.Second)
		goruntime.Goexit()
		return runtime.Result{}
	}},
	{name: "reports", value: "reported", invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		for range 5 {
			call.Progress(runtime.ProgressEvent{Message: "m"})
			time.Sleep(10 * time.Millisecond)
		}
		return runtime.Text("reported")
	}},
	{name: "huge", value: huge, invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(huge) }},
	{name: "obeys", reason: runtime.ReasonTimeout, invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
		<-ctx.Done()
		return runtime.FromError(ctx.Err())
	}},
}

// In ten thousand random batches of tools with random properties, each call has
// the correct result, each abandoned tool and approver is counted, and no
// goroutine is left at the end.
func TestRandomBatches(t *testing.T) {
	batches := racetest.Fewer(10_000, 4)
	if testing.Short() {
		batches = 500
	}
	for seed := range uint64(batches) {
		synctest.Test(t, func(t *testing.T) {
			randomBatch(t, rand.New(rand.NewPCG(seed, 3)))
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		})
	}
}

// randomTool returns a tool with the behaviour and with random properties.
func randomTool(random *rand.Rand, b toolResult) runtime.Tool {
	tool := runtime.Tool{Name: b.name, Invoke: b.invoke}
	one := func(in int) bool { return random.IntN(in) == 0 }
	tool.Exclusive = one(15)
	if one(4) {
		tool.Key = func(any) string { return b.name[:1] }
	}
	if one(6) {
		tool.Approval = &runtime.Approval{}
	}
	if one(5) {
		tool.Cache = &runtime.Cache{}
	}
	if one(5) {
		tool.Hints.Idempotent, tool.Retry = true, &runtime.Retry{Count: 1, Backoff: 10 * time.Millisecond}
	}
	return tool
}

// approvers decide at random. Those that have not returned at the end of a
// batch are abandoned.
type approvers struct {
	mu      sync.Mutex
	random  *rand.Rand
	pending int
}

func (a *approvers) decide(ctx context.Context, _ runtime.ApprovalRequest) (runtime.Decision, error) {
	a.mu.Lock()
	kind := a.random.IntN(6)
	a.pending++
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.pending--
	}()
	switch kind {
	case 0:
		return runtime.Decision{}, nil
	case 1:
		panic("approver")
	case 2:
		goruntime.Goexit()
	case 3:
		time.Sleep(1500*time.Millisecond + time.Microsecond) // never at the time when the batch ends
	case 4:
		select {
		case <-ctx.Done():
		case <-time.After(2500 * time.Millisecond):
		}
		time.Sleep(time.Second)
	}
	return runtime.Decision{Approved: true}, nil
}

func randomBatch(t *testing.T, random *rand.Rand) {
	asked := approvers{random: rand.New(rand.NewPCG(random.Uint64(), 4))}
	options := runtime.Options{
		Concurrency: 1 + random.IntN(6), Timeout: time.Second, Logger: quiet(io.Discard).Logger, Approver: asked.decide,
		Reducers: newReducers(t, &reducerFunc{"huge", func(runtime.Result, runtime.ReduceContext) runtime.Result { panic("reducer") }}),
	}
	if random.IntN(4) == 0 {
		options.Hooks = []runtime.Hook{new(watcher), hookFunc(func() { panic("hook") })}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := ""
	switch random.IntN(4) {
	case 0:
		stop = runtime.ReasonCancelled
		time.AfterFunc(time.Duration(random.IntN(2000))*time.Millisecond, cancel)
	case 1:
		stop = runtime.ReasonBatchTimeout
		options.BatchTimeout = time.Duration(1+random.IntN(2000)) * time.Millisecond
	}
	var tools []runtime.Tool
	for _, b := range behaviours {
		tools = append(tools, randomTool(random, b))
	}
	registry := newRegistry(t, &options, tools...)
	chosen, picked := make([]int, 1+random.IntN(20)), []string{}
	for i := range chosen {
		chosen[i] = random.IntN(len(behaviours))
		picked = append(picked, behaviours[chosen[i]].name)
	}
	events := 0
	turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), ResultBudgetChars: 5000, Emit: func(runtime.ProgressEvent) { events++ }}
	results := registry.ExecuteParallel(ctx, calls(picked...), turn)
	synctest.Wait()
	asked.mu.Lock()
	left, held, total := asked.pending, 0, 0
	asked.mu.Unlock()
	for i, result := range results {
		if problem := behaviours[chosen[i]].check(&tools[chosen[i]], result, fmt.Sprint("c", i), stop); problem != "" {
			t.Error(problem)
		}
		if strings.HasSuffix(result.Result.Error, "; it may still be running") {
			left++
		}
		if result.Result.Reason == runtime.ReasonHeld || tools[chosen[i]].Approval != nil && strings.HasSuffix(result.Result.Error, "; it had not started") {
			held++ // an approver may have been asked, and may have returned when the batch ended
		}
		total += utf8.RuneCountInString(result.Result.Value + result.Result.Error)
	}
	if total > turn.ResultBudgetChars {
		t.Errorf("the results have %d code points", total)
	}
	time.Sleep(time.Minute)
	synctest.Wait()
	if stats := registry.Stats(); stats.Abandoned != 0 || stats.Late < left || stats.Late > left+held {
		t.Errorf("the stats are %+v, want %d late, and %d may be", stats, left, held)
	}
	if got := turn.Session.Totals().Calls; got != len(results) {
		t.Errorf("the session counts %d calls, want %d", got, len(results))
	}
}

// check returns what is wrong with the result of a call of the tool. stop is
// the reason that the result may also have if the batch was stopped.
func (b toolResult) check(tool *runtime.Tool, result runtime.CallResult, id, stop string) string {
	got := result.Result
	switch {
	case result.ID != id || result.Name != b.name:
		return fmt.Sprintf("the answer to %s of %s is for %s of %s", id, b.name, result.ID, result.Name)
	case stop != "" && got.Reason == stop:
		if stop == runtime.ReasonCancelled && !errors.Is(got.Cause, context.Canceled) {
			return fmt.Sprintf("the cause is %v", got.Cause)
		}
		return ""
	case got.Reason == runtime.ReasonDenied && tool.Approval != nil && got.Code == runtime.NotAvailable:
		return ""
	case got.Reason == runtime.ReasonHeld && got.Code == runtime.ExecutionFailed:
		return ""
	case result.Truncated != nil && strings.HasPrefix(b.value, got.Value[:result.Truncated.Kept]):
		return ""
	case got.Value != b.value, got.Reason != b.reason, got.OK != (b.reason == ""):
		return fmt.Sprintf("%s answers %+v", b.name, got)
	}
	return ""
}

// Batches run with real time while the registry changes. At the end, there are
// no more goroutines than at the start.
func TestConcurrentUseLeavesNoGoroutines(t *testing.T) {
	before := goruntime.NumGoroutine()
	registry := newRegistry(t, quiet(io.Discard), numberedTools(20)...)
	session := runtime.NewSession("s", "k")
	stop := make(chan bool)
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				registry.Unregister("tool_3")
				_ = registry.Register(&runtime.Tool{Name: "tool_3", Invoke: noop})
				registry.AppendDefinitions(nil, runtime.Policy{})
			}
		}
	}()
	picked := names(registry.Tools())
	for range 300 {
		for _, result := range registry.ExecuteParallel(t.Context(), calls(picked...), &runtime.Turn{Session: session}) {
			if !result.Result.OK && result.Name != "tool_3" {
				t.Fatalf("%s failed: %s", result.Name, result.Result.Error)
			}
		}
	}
	close(stop)
	<-done
	if got := session.Totals().Calls; got != 300*len(picked) {
		t.Errorf("the session counts %d calls, want %d", got, 300*len(picked))
	}
	expectGoroutines(t, before)
}

// expectGoroutines waits for goroutines that are ending, and reports the stacks
// of the others.
func expectGoroutines(t *testing.T, limit int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if goruntime.NumGoroutine() <= limit {
			return
		}
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines are left, there were %d:\n%s", goruntime.NumGoroutine(), limit, stacks[:goruntime.Stack(stacks, true)])
}
