package temporal

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"github.com/toolgen/toolgen/runtime"
)

// A tool is cancelled if its workflow was, or if the server has given its attempt up. A
// server that does not answer for less than the heartbeat timeout cancels nothing.
func TestHeartbeats(t *testing.T) {
	away := serviceerror.NewUnavailable("away")
	for _, test := range []struct {
		reason  string
		timeout time.Duration
		answer  func(n int) error
		want    error
		givenUp bool
	}{
		{"the server answers", time.Hour, func(int) error { return nil }, nil, false},
		{"the server is away for a while", time.Hour, func(n int) error {
			if n < 5 {
				return away
			}
			return nil
		}, nil, false},
		{"the attempt is paused", time.Hour, func(int) error { return activity.ErrActivityPaused }, nil, false},
		{"the server is away for longer", 30 * time.Millisecond, func(int) error { return away }, errGivenUp, true},
		{"the attempt is not current", time.Hour, func(int) error { return serviceerror.NewNotFound("") }, errGivenUp, true},
		{"the workflow was cancelled", time.Hour, func(int) error { return sdk.NewCanceledError() }, sdk.NewCanceledError(), false},
	} {
		t.Run(test.reason, func(t *testing.T) {
			calls := make(chan int)
			n := 0
			h := &heartbeats{interval: time.Millisecond, timeout: test.timeout, record: func(ctx context.Context, _ beat) error {
				select {
				case calls <- n:
				case <-ctx.Done():
				}
				n++
				return test.answer(n - 1)
			}}
			h.start(t.Context())
			for range 10 {
				if <-calls; test.want == nil && h.tool.Err() != nil {
					t.Fatalf("the tool was cancelled: %v", context.Cause(h.tool))
				}
				if test.timeout < time.Hour {
					time.Sleep(test.timeout)
				}
			}
			if cause := context.Cause(h.tool); test.want != nil && (cause == nil || cause.Error() != test.want.Error()) {
				t.Errorf("the cause is %v, want %v", cause, test.want)
			}
			if h.stop(); h.isGivenUp() != test.givenUp {
				t.Errorf("given up: %v", !test.givenUp)
			}
			if !errors.Is(h.tool.Err(), context.Canceled) {
				t.Error("the context of the tool is open after the end")
			}
		})
	}
}

// The first progress is sent at once, the last one with the next heartbeat, and
// internal progress never. Reporting does not wait for the server.
func TestProgressOfHeartbeats(t *testing.T) {
	beats := make(chan beat)
	h := &heartbeats{interval: time.Hour, timeout: time.Hour, record: func(_ context.Context, b beat) error { beats <- b; return nil }}
	h.start(t.Context())
	h.report(runtime.ProgressEvent{Message: "secret", Audience: runtime.AudienceInternal})
	h.report(runtime.ProgressEvent{Message: "one", Audience: runtime.AudienceUser})
	for range 100 {
		h.report(runtime.ProgressEvent{Message: "two", Audience: runtime.AudienceUser})
	}
	if got := <-beats; got.Last == nil || got.Last.Message == "secret" {
		t.Errorf("got %+v", got.Last)
	}
	h.stop()
	select {
	case got := <-beats:
		t.Errorf("a second heartbeat in one interval: %+v", got.Last)
	default:
	}
	var none *heartbeats
	none.report(runtime.ProgressEvent{})
	none.stop()
	if none.toolContext(t.Context()) != t.Context() || none.isGivenUp() {
		t.Error("a local activity has heartbeats")
	}
}

// The SDK's test suite runs the plugin with tools that take longer than a heartbeat.
func TestHeartbeatsInSuite(t *testing.T) {
	slow := newTool(runtime.Tool{Name: "slow"}, func(ctx context.Context, c *runtime.Call, _ args) runtime.Result {
		c.Progress(runtime.ProgressEvent{Message: "half", Audience: runtime.AudienceUser})
		select {
		case <-time.After(30 * time.Millisecond):
			return runtime.Text("done")
		case <-ctx.Done():
			return runtime.FromError(ctx.Err())
		}
	})
	h := newHost(t, newRegistry(t, nil, slow), Options{Heartbeat: time.Millisecond, HeartbeatTimeout: time.Minute})
	plugin, err := NewPlugin(h.registry, &h.options)
	if err != nil {
		t.Fatal(err)
	}
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quietLogger{})
	environment := suite.NewTestWorkflowEnvironment()
	environment.SetWorkerOptions(worker.Options{Plugins: []worker.Plugin{plugin}})
	environment.RegisterWorkflow(oneBatch)
	var last beat
	environment.SetOnActivityHeartbeatListener(func(_ *activity.Info, details converter.EncodedValues) {
		if err := details.Get(&last); err != nil {
			t.Error(err)
		}
	})
	if got := reasons(runBatch(t, environment, Turn{}, call("1", "slow", args{}))); got != "ok" || last.Last == nil || last.Last.Message != "half" {
		t.Errorf("got %q, the last heartbeat %+v", got, last)
	}
}

// The heartbeats continue until the result of a call is stored: a slow store does not make
// a worker look lost.
func TestHeartbeatsWhileStoring(t *testing.T) {
	var stored, storing atomic.Bool
	beats := make(chan bool, 1)
	store := newMemoryStore()
	store.fail = func(operation, key string) error {
		if operation == "update" && strings.HasPrefix(key, dataPrefix) {
			storing.Store(true)
			select {
			case <-beats:
				stored.Store(true)
			case <-time.After(10 * time.Second):
			}
		}
		return nil
	}
	h := newHost(t, newRegistry(t, nil, bigTool()), Options{Store: store, Heartbeat: time.Millisecond, HeartbeatTimeout: time.Minute})
	h.record = func(context.Context, beat) error {
		if storing.Load() {
			select {
			case beats <- true:
			default:
			}
		}
		return nil
	}
	results := runBatch(t, newEnvironment(t, h), Turn{}, call("1", "big", args{Size: 200_000}))
	if got := reasons(results); got != "ok" || !stored.Load() {
		t.Errorf("got %q; a heartbeat while the result was stored: %v", got, stored.Load())
	}
}
