package temporal

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/activity"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"github.com/toolgen/toolgen/runtime"
)

// A call whose worker is lost starts again only if its tool is read-only or
// idempotent. Otherwise its outcome is unknown, and later calls that it may still
// disturb are held.
func TestLostWorkers(t *testing.T) {
	tests := []struct {
		reason string
		tools  []string
		want   string
		starts int32
	}{
		{"idempotent calls start again", []string{"idempotent"}, "outcome_unknown", 3},
		{"read-only calls start again", []string{"reads"}, "outcome_unknown", 3},
		{"other calls start once", []string{"plain"}, "outcome_unknown", 1},
		{"a later writer is held, a free call is not", []string{"writes", "writes2", "free"}, "outcome_unknown held ok", 1},
		{"nothing runs next to a lost exclusive call", []string{"only", "free"}, "outcome_unknown held", 1},
		{"equal keys are held", []string{"keyed", "keyed2"}, "outcome_unknown held", 1},
	}
	key := func(any) string { return "k" }
	ok := func(context.Context, *runtime.Call, args) runtime.Result { return runtime.Text("done") }
	lost := map[string]bool{"idempotent": true, "reads": true, "plain": true, "writes": true, "only": true, "keyed": true}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var tools []runtime.Tool
			for _, tool := range []runtime.Tool{
				{Name: "idempotent", Hints: runtime.Hints{Idempotent: true, SideEffects: true}}, {Name: "reads", Hints: runtime.Hints{ReadOnly: true}}, {Name: "plain"}, {Name: "free"},
				{Name: "writes", Hints: runtime.Hints{SideEffects: true}}, {Name: "writes2", Hints: runtime.Hints{SideEffects: true}},
				{Name: "only", Exclusive: true}, {Name: "keyed", Key: key}, {Name: "keyed2", Key: key},
			} {
				tools = append(tools, newTool(tool, ok))
			}
			h := newHost(t, newRegistry(t, nil, tools...), Options{})
			environment := newEnvironment(t, h)
			var starts atomic.Int32
			environment.OnActivity(executeActivity, anything, anything).Return(func(ctx context.Context, r executeRequest) (executeAnswer, error) {
				if lost[r.Tool] {
					starts.Add(1)
					return executeAnswer{}, sdk.NewHeartbeatTimeoutError()
				}
				return h.execute(ctx, r)
			})
			var batch []runtime.ToolCall
			for _, name := range test.tools {
				batch = append(batch, call(name, name, args{}))
			}
			if got := reasons(runBatch(t, environment, Turn{}, batch...)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if starts.Load() != test.starts {
				t.Errorf("it started %d times, want %d", starts.Load(), test.starts)
			}
		})
	}
}

// A call that no worker takes, or that a worker without the plugin takes, fails, and
// was not started.
func TestNoWorker(t *testing.T) {
	for want, err := range map[string]error{
		ReasonNoWorker:               sdk.NewTimeoutError(enums.TIMEOUT_TYPE_SCHEDULE_TO_START, nil),
		ReasonUnavailable:            sdk.NewApplicationError("unable to find activityType", "ActivityNotRegisteredError"),
		runtime.ReasonOutcomeUnknown: sdk.NewTimeoutError(enums.TIMEOUT_TYPE_START_TO_CLOSE, nil),
	} {
		registry := newRegistry(t, nil, newTool(runtime.Tool{Name: "a"}, func(context.Context, *runtime.Call, args) runtime.Result { return runtime.Text("") }))
		environment := newEnvironment(t, newHost(t, registry, Options{}))
		environment.OnActivity(executeActivity, anything, anything).Return(executeAnswer{}, err)
		if got := reasons(runBatch(t, environment, Turn{}, call("1", "a", args{}))); got != want {
			t.Errorf("%v: got %q, want %q", err, got, want)
		}
	}
}

// Each attempt knows its number, all have the same idempotency key, and the key has the
// run of the workflow and the id of the call.
func TestAttempts(t *testing.T) {
	var attempts []int
	keys := map[string]bool{}
	tool := newTool(runtime.Tool{Name: "a", Hints: runtime.Hints{Idempotent: true}}, func(_ context.Context, c *runtime.Call, _ args) runtime.Result {
		attempts, keys[c.IdempotencyKey()] = append(attempts, c.Attempt()), true
		return runtime.Text("done")
	})
	h := newHost(t, newRegistry(t, nil, tool), Options{Attempts: 2})
	environment := newEnvironment(t, h)
	environment.OnActivity(executeActivity, anything, anything).Return(func(ctx context.Context, r executeRequest) (executeAnswer, error) {
		answer, err := h.execute(ctx, r)
		if activity.GetInfo(ctx).Attempt == 1 { // the worker is lost after the tool has run
			return executeAnswer{}, sdk.NewHeartbeatTimeoutError()
		}
		return answer, err
	})
	if got := reasons(runBatch(t, environment, Turn{}, call("call-1", "a", args{}))); got != "ok" {
		t.Errorf("got %q", got)
	}
	if len(attempts) != 2 || attempts[0] != 1 || attempts[1] != 2 || !keys["default-test-run-id:call-1"] || len(keys) != 1 {
		t.Errorf("attempts %v, keys %v", attempts, keys)
	}
}

// An attempt whose heartbeat the server refuses does not start its tool, if it began long
// ago. The clocks of worker and server may differ.
func TestStaleAttempt(t *testing.T) {
	h := newHost(t, newRegistry(t, nil), Options{HeartbeatTimeout: 2 * time.Second})
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quietLogger{})
	for _, test := range []struct {
		reason string
		answer error
		age    time.Duration
		ok     bool
	}{
		{"a current attempt", nil, 0, true}, {"a late but current attempt", nil, time.Minute, true},
		{"the server does not answer", context.DeadlineExceeded, time.Minute, false},
		{"an attempt that was given up", serviceerror.NewNotFound("activity not found"), time.Minute, false},
		{"the workflow was cancelled, and needs the result", sdk.NewCanceledError(), time.Minute, true},
	} {
		h.record = func(context.Context, beat) error { return test.answer }
		environment := suite.NewTestActivityEnvironment()
		environment.RegisterActivityWithOptions(func(ctx context.Context) (bool, error) {
			info := activity.GetInfo(ctx)
			info.StartedTime = time.Now().Add(-test.age)
			return h.checkOwner(ctx, &info) == nil, nil
		}, activity.RegisterOptions{Name: "check"})
		value, err := environment.ExecuteActivity("check")
		var ok bool
		if err != nil || value.Get(&ok) != nil || ok != test.ok {
			t.Errorf("%s: got %v, %v", test.reason, ok, err)
		}
	}
}
