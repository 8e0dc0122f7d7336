package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// obedientTools returns tools that return after the end of their context, in
// different ways.
func obedientTools() []runtime.Tool {
	after := func(result func(error) runtime.Result) runtime.Handler {
		return func(ctx context.Context, _ *runtime.Call) runtime.Result {
			<-ctx.Done()
			return result(ctx.Err())
		}
	}
	return []runtime.Tool{
		{Name: "passes_on", Invoke: after(runtime.FromError)},
		{Name: "wraps", Invoke: after(func(err error) runtime.Result { return runtime.FromError(fmt.Errorf("page 3 of 7: %w", err)) })},
		{Name: "partial", Invoke: after(func(error) runtime.Result { return runtime.Text("the first 2 pages") })},
		{Name: "fails", Invoke: after(func(error) runtime.Result { return runtime.FromError(errors.New("disk full")) })},
		{Name: "panics", Invoke: after(func(error) runtime.Result { panic("boom") })},
	}
}

// The result or error of a tool that returns within the grace period is used,
// whether its own deadline, the batch's deadline or the end of the caller's
// context interrupted it.
func TestResultsWithinGrace(t *testing.T) {
	ends := []struct {
		reason, what string
		options      runtime.Options
		cancel       time.Duration
		cause        error
	}{
		{runtime.ReasonTimeout, "did not finish within 1s", runtime.Options{Timeout: time.Second}, 0, context.DeadlineExceeded},
		{runtime.ReasonBatchTimeout, "did not finish within the 1s of its batch", runtime.Options{BatchTimeout: time.Second}, 0, context.DeadlineExceeded},
		{runtime.ReasonCancelled, "was cancelled", runtime.Options{}, time.Second, context.Canceled},
	}
	for _, end := range ends {
		t.Run(end.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				o := end.options
				o.Logger = quiet(&log).Logger
				registry := newRegistry(t, &o, obedientTools()...)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if end.cancel > 0 {
					time.AfterFunc(end.cancel, cancel)
				}
				got := registry.ExecuteParallel(ctx, calls("passes_on", "wraps", "partial", "fails", "panics"), nil)
				want := []outcome{
					{"Tool passes_on " + end.what, end.reason, time.Second},
					{"page 3 of 7: " + end.cause.Error(), end.reason, time.Second},
					{"the first 2 pages", "", time.Second},
					{"disk full", "", time.Second},
					{"Tool panics panicked: boom", runtime.ReasonPanic, time.Second},
				}
				if diff := cmp.Diff(want, outcomes(got)); diff != "" {
					t.Errorf("outcomes (-want +got):\n%s", diff)
				}
				if !errors.Is(got[0].Result.Cause, end.cause) {
					t.Errorf("the cause is %v", got[0].Result.Cause)
				}
				if diff := cmp.Diff(runtime.Stats{}, registry.Stats()); diff != "" || strings.Contains(log.String(), "abandoned") {
					t.Errorf("stats (-want +got):\n%s\nlog: %s", diff, &log)
				}
			})
		})
	}
}

// A tool that returns within the grace period blocks neither calls with its key
// nor exclusive calls.
func TestToolsWithinGraceBlockNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d diary
		obeys := d.tool("obeys", 0)
		obeys.Invoke = func(ctx context.Context, c *runtime.Call) runtime.Result {
			<-ctx.Done()
			time.Sleep(300 * time.Millisecond) // it writes what it has
			return runtime.Text("partial")
		}
		only := runtime.Tool{Name: "only", Decode: decodeWord, Exclusive: true, Invoke: d.handler(0)}
		registry := newRegistry(t, &runtime.Options{Timeout: time.Second}, obeys, d.tool("keyed", 0), only)
		for i, result := range registry.ExecuteParallel(t.Context(), plannedCalls(strings.Repeat("obeys:a keyed:a only ", 20)), nil) {
			if !result.Result.OK {
				t.Errorf("call %d: %+v", i, result.Result)
			}
		}
	})
}

// Options.Grace limits the grace period.
func TestGraceLimit(t *testing.T) {
	tests := []struct {
		reason  string
		grace   time.Duration
		after   time.Duration // the tool takes that long after its deadline
		want    outcome
		batch   time.Duration
		stopped bool // by the end of the context
	}{
		{"just within the default", 0, 999 * time.Millisecond, outcome{"done", "", 1999 * time.Millisecond}, 1999 * time.Millisecond, false},
		{"longer than the default", 0, time.Minute,
			outcome{"Tool a did not finish within 1s; it may still be running", runtime.ReasonTimeout, 2 * time.Second}, 2 * time.Second, false},
		{"a longer one", time.Hour, time.Minute, outcome{"done", "", 61 * time.Second}, 61 * time.Second, false},
		{"none", -1, time.Millisecond,
			outcome{"Tool a did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second}, time.Second, false},
		{"a batch that ends", 3 * time.Second, time.Minute,
			outcome{"Tool a was cancelled; it may still be running", runtime.ReasonCancelled, 3500 * time.Millisecond}, 3500 * time.Millisecond, true},
		{"a batch that ends, and a tool that returns in time", 3 * time.Second, 2 * time.Second,
			outcome{"done", "", 2500 * time.Millisecond}, 2500 * time.Millisecond, true},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				o := quiet(io.Discard)
				o.Timeout, o.Grace = time.Second, test.grace
				if test.stopped {
					time.AfterFunc(500*time.Millisecond, cancel)
				}
				registry := newRegistry(t, o, runtime.Tool{Name: "a", Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
					<-ctx.Done()
					time.Sleep(test.after)
					return runtime.Text("done")
				}})
				start := time.Now()
				got := registry.ExecuteParallel(ctx, calls("a"), nil)
				if took := time.Since(start); took != test.batch {
					t.Errorf("the batch took %s, want %s", took, test.batch)
				}
				if diff := cmp.Diff([]outcome{test.want}, outcomes(got)); diff != "" {
					t.Errorf("outcomes (-want +got):\n%s", diff)
				}
				time.Sleep(time.Hour)
			})
		})
	}
}

// A tool does not start if the deadline passes in a check or while its call
// waits for an equal call.
func TestNothingStartsAfterTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := func(context.Context, *runtime.Call) runtime.Result {
			t.Error("the tool started after its deadline")
			return runtime.Text("")
		}
		check := wordTool(func(any) error { time.Sleep(1500 * time.Millisecond); return nil })
		check.Invoke = never
		keyed := check
		keyed.Name, keyed.Key = "keyed", func(any) string { return "k" }
		registry := newRegistry(t, &runtime.Options{Timeout: time.Second}, check, keyed)
		batch := calls("say", "keyed")
		for i := range batch {
			batch[i].Args = []byte(`{"text":"a"}`)
		}
		for _, result := range registry.ExecuteParallel(t.Context(), batch, nil) {
			if got := result.Result; got.Reason != runtime.ReasonTimeout || !strings.HasSuffix(got.Error, "; it had not started") {
				t.Errorf("%s: %+v", result.Name, got)
			}
		}
	})
}

// A result after the deadline may be incomplete, and is not cached.
func TestPartialResultsAreNotCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		registry := newRegistry(t, &runtime.Options{Timeout: time.Second}, runtime.Tool{Name: "a", Cache: &runtime.Cache{}, Invoke: func(ctx context.Context, _ *runtime.Call) runtime.Result {
			if runs++; runs > 1 {
				return runtime.Text("full")
			}
			<-ctx.Done()
			return runtime.Text("partial")
		}})
		turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
		var got []string
		for range 3 {
			got = append(got, registry.ExecuteParallel(t.Context(), calls("a"), turn)[0].Result.Value)
		}
		if diff := cmp.Diff([]string{"partial", "full", "full"}, got); diff != "" || runs != 2 {
			t.Errorf("%d runs, results (-want +got):\n%s", runs, diff)
		}
	})
}
