package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// behaviour is a tool and what every answer to it must be, unless the batch
// was stopped before.
type behaviour struct {
	name   string
	invoke func(ctx context.Context, call *runtime.Call) runtime.Result
	value  string // of a success
	reason string // of a failure
}

var behaviours = []behaviour{
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
	{name: "obeys", reason: runtime.ReasonTimeout, invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
		<-ctx.Done()
		return runtime.FromError(ctx.Err())
	}},
}

// Two thousand random batches: every call gets the one right answer, every
// abandoned tool is accounted for, and in the end nothing is left running
// (synctest fails when a goroutine of the bubble is blocked for ever).
func TestRandomBatches(t *testing.T) {
	for seed := range uint64(2000) {
		synctest.Test(t, func(t *testing.T) { randomBatch(t, rand.New(rand.NewPCG(seed, 3))) })
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func randomBatch(t *testing.T, random *rand.Rand) {
	options := runtime.Options{Concurrency: 1 + random.IntN(6), Timeout: time.Second, Logger: quiet(io.Discard).Logger}
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
		tools = append(tools, runtime.Tool{Name: b.name, Invoke: b.invoke})
	}
	registry := newRegistry(t, &options, tools...)
	chosen, picked := make([]behaviour, 1+random.IntN(20)), []string{}
	for i := range chosen {
		chosen[i] = behaviours[random.IntN(len(behaviours))]
		picked = append(picked, chosen[i].name)
	}
	events := 0
	results := registry.ExecuteParallel(ctx, calls(picked...), &runtime.Turn{Emit: func(runtime.ProgressEvent) { events++ }})
	timeouts := 0
	for i, result := range results {
		if problem := chosen[i].check(result, fmt.Sprint("c", i), stop); problem != "" {
			t.Error(problem)
		}
		if result.Result.Reason != "" && strings.Contains(result.Result.Error, "still be running") {
			timeouts++
		}
	}
	time.Sleep(time.Minute)
	synctest.Wait()
	if stats := registry.Stats(); stats.Abandoned != 0 || stats.Late != timeouts {
		t.Errorf("the stats are %+v, want %d late", stats, timeouts)
	}
}

// check says what is wrong with the answer to a call of the tool; stop is the
// other reason that it may give.
func (b behaviour) check(result runtime.CallResult, id, stop string) string {
	got := result.Result
	switch {
	case result.ID != id || result.Name != b.name:
		return fmt.Sprintf("the answer to %s of %s is for %s of %s", id, b.name, result.ID, result.Name)
	case stop != "" && got.Reason == stop:
		if stop == runtime.ReasonCancelled && !errors.Is(got.Cause, context.Canceled) {
			return fmt.Sprintf("the cause is %v", got.Cause)
		}
		return ""
	case got.Value != b.value, got.Reason != b.reason, got.OK != (b.reason == ""):
		return fmt.Sprintf("%s answers %+v", b.name, got)
	}
	return ""
}

// Real goroutines, without fake time: batches of a registry that changes
// meanwhile, and no goroutine more in the end than there was.
func TestConcurrentUseLeavesNothing(t *testing.T) {
	before := goruntime.NumGoroutine()
	registry := newRegistry(t, quiet(io.Discard), numbered(20)...)
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

// expectGoroutines waits for goroutines that are just ending, and shows those
// that are not.
func expectGoroutines(t *testing.T, most int) {
	t.Helper()
	for range 1000 {
		if goruntime.NumGoroutine() <= most {
			return
		}
		goruntime.Gosched()
		time.Sleep(time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines are left, there were %d:\n%s", goruntime.NumGoroutine(), most, stacks[:goruntime.Stack(stacks, true)])
}
