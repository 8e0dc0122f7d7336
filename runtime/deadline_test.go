package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/runtime"
)

// sleepingTool returns a tool that ignores its context.
func sleepingTool(name string, d time.Duration) runtime.Tool {
	return runtime.Tool{Name: name, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		time.Sleep(d)
		return runtime.Text(name + " ran")
	}}
}

// waitingTool returns a tool that returns when its context ends, with the error of
// the context.
func waitingTool(name string) runtime.Tool {
	return runtime.Tool{Name: name, Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
		<-ctx.Done()
		return runtime.FromError(ctx.Err())
	}}
}

// outcome has the parts of a result that a test compares.
type outcome struct {
	Text, Reason string
	Duration     time.Duration
}

func outcomes(results []runtime.CallResult) []outcome {
	all := make([]outcome, len(results))
	for i, r := range results {
		all[i] = outcome{r.Result.Value + r.Result.Error, r.Result.Reason, r.Duration}
	}
	return all
}

// withFakeTime runs the test with fake time. synctest fails if a goroutine is still
// blocked at the end.
func withFakeTime(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

func TestDeadlines(t *testing.T) {
	late := sleepingTool("late", time.Minute)
	late.Timeout = time.Second
	free := sleepingTool("free", time.Hour)
	free.Timeout = -1
	tests := []struct {
		reason  string
		options runtime.Options
		batch   []string
		want    []outcome
		took    time.Duration
		left    int
	}{
		{"the tool's own deadline, which the tool ignores", runtime.Options{}, []string{"late", "ok"},
			[]outcome{{"Tool late did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second}, {"ok ran", "", 0}},
			time.Second, 1},
		{"the deadline of the options", runtime.Options{Timeout: 3 * time.Second}, []string{"slow"},
			[]outcome{{"Tool slow did not finish within 3s; it may still be running", runtime.ReasonTimeout, 3 * time.Second}},
			3 * time.Second, 1},
		{"the default deadline", runtime.Options{}, []string{"free", "waits"},
			[]outcome{{"free ran", "", time.Hour}, {"Tool waits did not finish within 2m0s; it may still be running", runtime.ReasonTimeout, 2 * time.Minute}},
			time.Hour, 0},
		{"no deadline", runtime.Options{Timeout: -1}, []string{"slow"}, []outcome{{"slow ran", "", 10 * time.Minute}}, 10 * time.Minute, 0},
		{"the time of a call begins when it starts, and a new worker replaces one that hangs",
			runtime.Options{Concurrency: 1}, []string{"late", "late", "ok"},
			[]outcome{
				{"Tool late did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second},
				{"Tool late did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second},
				{"ok ran", "", 0},
			}, 2 * time.Second, 2},
		{"the deadline of the batch ends the remaining calls", runtime.Options{Concurrency: 2, BatchTimeout: 5 * time.Second}, []string{"ok", "slow", "late", "waits", "waits", "slow"},
			[]outcome{
				{"ok ran", "", 0},
				{"Tool slow did not finish within the 5s of its batch; it may still be running", runtime.ReasonBatchTimeout, 5 * time.Second},
				{"Tool late did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second},
				{"Tool waits did not finish within the 5s of its batch; it may still be running", runtime.ReasonBatchTimeout, 4 * time.Second},
				{"Tool waits did not finish within the 5s of its batch; it had not started", runtime.ReasonBatchTimeout, 0},
				{"Tool slow did not finish within the 5s of its batch; it had not started", runtime.ReasonBatchTimeout, 0},
			}, 5 * time.Second, 2},
		{"the deadline of the batch holds without any other", runtime.Options{Timeout: -1, BatchTimeout: time.Second}, []string{"slow"},
			[]outcome{{"Tool slow did not finish within the 1s of its batch; it may still be running", runtime.ReasonBatchTimeout, time.Second}},
			time.Second, 1},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			withFakeTime(t, func(t *testing.T) {
				test.options.Logger, test.options.Grace = quiet(io.Discard).Logger, -1
				registry := newRegistry(t, &test.options, late, free, waitingTool("waits"), sleepingTool("slow", 10*time.Minute), runtime.Tool{Name: "ok"})
				start := time.Now()
				got := execute(t, registry, test.batch...)
				if took := time.Since(start); took != test.took {
					t.Errorf("the batch took %s, want %s", took, test.took)
				}
				if diff := cmp.Diff(test.want, outcomes(got)); diff != "" {
					t.Errorf("outcomes (-want +got):\n%s", diff)
				}
				synctest.Wait()
				if left := registry.Stats().Abandoned; left != test.left {
					t.Errorf("%d abandoned tools are running, want %d", left, test.left)
				}
				time.Sleep(time.Hour) // until the last of them has returned
				synctest.Wait()
				if left := registry.Stats().Abandoned; left != 0 {
					t.Errorf("%d abandoned tools are running in the end", left)
				}
			})
		})
	}
}

// A late result is dropped: only the caller has the results.
func TestLateResultIsDropped(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		late := sleepingTool("late", time.Minute)
		late.Timeout = time.Second
		goes := runtime.Tool{Name: "panics", Timeout: time.Second, Invoke: func(context.Context, *runtime.Call) runtime.Result {
			time.Sleep(time.Minute)
			panic("late")
		}}
		registry := newRegistry(t, quiet(io.Discard), late, goes)
		got := execute(t, registry, "late", "panics")
		before := outcomes(got)
		clear(got) // a late tool that writes here is a race
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if diff := cmp.Diff(make([]runtime.CallResult, 2), got); diff != "" {
			t.Errorf("a late tool wrote a result:\n%s", diff)
		}
		for _, o := range before {
			if o.Reason != runtime.ReasonTimeout {
				t.Errorf("the outcome is %+v, want a timeout", o)
			}
		}
		if diff := cmp.Diff(runtime.Stats{Late: 2}, registry.Stats()); diff != "" {
			t.Errorf("stats (-want +got):\n%s", diff)
		}
	})
}

// The caller may change its calls and its turn while an abandoned tool still
// runs.
func TestAbandonedToolReadsCopies(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		var seen string
		tool := wordTool(nil)
		tool.Timeout = time.Second
		tool.Invoke = func(_ context.Context, call *runtime.Call) runtime.Result {
			time.Sleep(time.Minute)
			seen = strings.Join([]string{call.ID(), call.AgentID(), string(call.Arguments()), call.Args().(*word).Text}, " ")
			return runtime.Text("")
		}
		registry := newRegistry(t, quiet(io.Discard), tool)
		args := []byte(`{"text":"a"}`)
		batch, turn := []runtime.ToolCall{{ID: "c", Name: "say", Args: args}}, &runtime.Turn{AgentID: "ada"}
		registry.ExecuteParallel(t.Context(), batch, turn)
		copy(args, `{"text":"b"}`)
		*turn, batch[0] = runtime.Turn{AgentID: "bob"}, runtime.ToolCall{ID: "d"}
		time.Sleep(time.Hour)
		synctest.Wait()
		if want := `c ada {"text":"a"} a`; seen != want {
			t.Errorf("the abandoned tool saw %q, want %q", seen, want)
		}
	})
}

func TestCancellation(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, cancel)
		o := runtime.Options{Concurrency: 3, Timeout: -1, Grace: -1, Logger: quiet(io.Discard).Logger}
		registry := newRegistry(t, &o, waitingTool("waits"), sleepingTool("slow", time.Hour), runtime.Tool{Name: "ok"})
		start := time.Now()
		results := registry.ExecuteParallel(ctx, calls("ok", "waits", "slow", "slow", "ok", "waits"), nil)
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("the batch took %s, want 3s", took)
		}
		running, waiting := "; it may still be running", "; it had not started"
		want := []outcome{
			{"ok ran", "", 0},
			{"Tool waits was cancelled" + running, runtime.ReasonCancelled, 3 * time.Second},
			{"Tool slow was cancelled" + running, runtime.ReasonCancelled, 3 * time.Second},
			{"Tool slow was cancelled" + running, runtime.ReasonCancelled, 3 * time.Second},
			{"Tool ok was cancelled" + waiting, runtime.ReasonCancelled, 0},
			{"Tool waits was cancelled" + waiting, runtime.ReasonCancelled, 0},
		}
		if diff := cmp.Diff(want, outcomes(results)); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		for _, result := range results[1:] {
			if !errors.Is(result.Result.Cause, context.Canceled) || result.Result.Code != runtime.ExecutionFailed {
				t.Errorf("%s: code %s and cause %v, want execution_failed and context.Canceled", result.Name, result.Result.Code, result.Result.Cause)
			}
		}
		time.Sleep(2 * time.Hour)
	})
}

// No call runs if the context has already ended.
func TestCancelledBeforeStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		t.Error("the tool ran")
		return runtime.Text("")
	}})
	want := []outcome{
		{"Tool a was cancelled; it had not started", runtime.ReasonCancelled, 0},
		{"Unknown tool: unknown", "", 0},
	}
	if diff := cmp.Diff(want, outcomes(registry.ExecuteParallel(ctx, calls("a", "unknown"), nil))); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// A call whose context has a deadline that passes did not finish in time; it was not
// cancelled.
func TestDeadlineOfTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		waits := runtime.Tool{Name: "waits", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
			<-ctx.Done()
			return runtime.FromError(ctx.Err())
		}}
		registry := newRegistry(t, nil, waits)
		for _, state := range []string{"", "; it had not started"} { // the second batch begins after the deadline
			r := registry.ExecuteParallel(ctx, calls("waits"), nil)[0].Result
			if r.Reason != runtime.ReasonBatchTimeout || r.Error != "Tool waits did not finish before the deadline of its batch"+state ||
				!errors.Is(r.Cause, context.DeadlineExceeded) {
				t.Errorf("the call answers %+v", r)
			}
		}
	})
}

// The deadline also applies to third-party code that runs before the tool.
func TestHangingChecks(t *testing.T) {
	hang := func() bool { time.Sleep(time.Hour); return true }
	check := wordTool(func(any) error { hang(); return nil })
	check.Timeout = time.Second
	check.Invoke = func(context.Context, *runtime.Call) runtime.Result {
		t.Error("the tool ran long after its call was answered")
		return runtime.Text("")
	}
	probe := runtime.Tool{Name: "probe", Timeout: time.Second, Available: &runtime.Availability{Check: hang}}
	withFakeTime(t, func(t *testing.T) {
		registry := newRegistry(t, quiet(io.Discard), check, probe)
		batch := calls("say", "probe")
		batch[0].Args = []byte(`{"text":"a"}`)
		for _, result := range registry.ExecuteParallel(t.Context(), batch, nil) {
			if result.Result.Reason != runtime.ReasonTimeout {
				t.Errorf("%s: the result is %+v, want a timeout", result.Name, result.Result)
			}
		}
		time.Sleep(2 * time.Hour)
	})
}

// The context of a call behaves as a context of package context.
func TestCallContext(t *testing.T) {
	type key struct{}
	tests := []struct {
		reason string
		probe  func(t *testing.T, ctx context.Context)
	}{
		{"values are those of the batch", func(t *testing.T, ctx context.Context) {
			if ctx.Value(key{}) != "v" {
				t.Errorf("the value is %v", ctx.Value(key{}))
			}
		}},
		{"the deadline is the tool's", func(t *testing.T, ctx context.Context) {
			deadline, ok := ctx.Deadline()
			if left := time.Until(deadline); !ok || left != time.Second {
				t.Errorf("the deadline is in %s, want 1s", left)
			}
		}},
		{"done is closed at the deadline, with its error", func(t *testing.T, ctx context.Context) {
			if ctx.Err() != nil {
				t.Errorf("the error is %v before the deadline", ctx.Err())
			}
			<-ctx.Done()
			if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				t.Errorf("the error is %v", ctx.Err())
			}
		}},
		{"done after the end", func(t *testing.T, ctx context.Context) {
			time.Sleep(2 * time.Second)
			<-ctx.Done()
		}},
		{"a derived context ends with it", func(t *testing.T, ctx context.Context) {
			child, cancel := context.WithCancel(ctx)
			defer cancel()
			<-child.Done()
			if !errors.Is(context.Cause(child), context.DeadlineExceeded) {
				t.Errorf("the cause is %v", context.Cause(child))
			}
		}},
		{"a derived context may end before", func(t *testing.T, ctx context.Context) {
			child, cancel := context.WithTimeout(ctx, time.Millisecond)
			defer cancel()
			<-child.Done()
			if ctx.Err() != nil {
				t.Errorf("the parent ended too: %v", ctx.Err())
			}
		}},
		{"a function after the end runs at once", func(t *testing.T, ctx context.Context) {
			<-ctx.Done()
			ran := make(chan bool)
			stop := context.AfterFunc(ctx, func() { close(ran) })
			<-ran
			if stop() {
				t.Error("stop reports that it stopped a function that ran")
			}
		}},
		{"a function stopped does not run", func(t *testing.T, ctx context.Context) {
			stop := context.AfterFunc(ctx, func() { t.Error("it ran") })
			if !stop() || stop() {
				t.Error("stop must be true once")
			}
			<-ctx.Done()
		}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			withFakeTime(t, func(t *testing.T) {
				probed := make(chan bool)
				registry := newRegistry(t, quiet(io.Discard), runtime.Tool{Name: "a", Timeout: time.Second, Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
					defer close(probed)
					test.probe(t, ctx)
					return runtime.Text("")
				}})
				registry.ExecuteParallel(context.WithValue(t.Context(), key{}, "v"), calls("a"), nil)
				<-probed
			})
		})
	}
}

// A tool sees the earliest of several deadlines.
func TestEarliestDeadline(t *testing.T) {
	tests := []struct {
		reason             string
		tool, batch, outer time.Duration
		want               time.Duration
	}{
		{"the tool's", time.Second, time.Minute, time.Hour, time.Second},
		{"the batch's", time.Hour, time.Second, time.Minute, time.Second},
		{"the batch's alone", -1, time.Second, 0, time.Second},
		{"the caller's", time.Hour, time.Minute, time.Second, time.Second},
		{"none", -1, 0, 0, 0},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			withFakeTime(t, func(t *testing.T) {
				ctx := t.Context()
				if test.outer > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, test.outer)
					defer cancel()
				}
				var got time.Duration
				registry := newRegistry(t, &runtime.Options{BatchTimeout: test.batch}, runtime.Tool{Name: "a", Timeout: test.tool, Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
					if deadline, ok := ctx.Deadline(); ok {
						got = time.Until(deadline)
					}
					return runtime.Text("")
				}})
				registry.ExecuteParallel(ctx, calls("a"), nil)
				if got != test.want {
					t.Errorf("the deadline is in %s, want %s", got, test.want)
				}
			})
		})
	}
}

// The maximum timeout does not overflow for a call that waited.
func TestLongestTimeout(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		o := runtime.Options{Concurrency: 1, Timeout: math.MaxInt64, BatchTimeout: math.MaxInt64}
		registry := newRegistry(t, &o, sleepingTool("slow", time.Second), runtime.Tool{Name: "a", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
			deadline, ok := ctx.Deadline()
			return runtime.Text(fmt.Sprint(ok, time.Until(deadline) > time.Hour))
		}})
		if got := execute(t, registry, "slow", "a")[1].Result; got.Value != "true true" {
			t.Errorf("the result is %+v, want a deadline far away", got)
		}
	})
}

// The context ends with the call, so that contexts derived from it are
// released.
func TestContextEndsWithCall(t *testing.T) {
	var kept context.Context
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
		kept = ctx
		return runtime.Text("")
	}})
	execute(t, registry, "a")
	if diff := cmp.Diff(context.Canceled, kept.Err(), cmpopts.EquateErrors()); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}
