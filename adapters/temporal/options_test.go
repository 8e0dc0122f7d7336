package temporal

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// A plugin without what it needs is an error that says so.
func TestOptions(t *testing.T) {
	registry, store := newRegistry(t, nil), newMemoryStore()
	for want, o := range map[string]*Options{
		"Options.Turn": nil, "Options.Store": {Turn: anyTurn},
		"Options.HeartbeatTimeout": {Turn: anyTurn, Store: store, HeartbeatTimeout: time.Millisecond},
	} {
		if _, err := NewPlugin(registry, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error about %s, got %v", want, err)
		}
	}
	if _, err := NewPlugin(nil, &Options{Turn: anyTurn, Store: store}); err == nil {
		t.Error("a plugin without a registry")
	}
	plugin, err := NewPlugin(registry, &Options{Turn: anyTurn, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	var options worker.Options
	if err := plugin.ConfigureWorker(t.Context(), worker.PluginConfigureWorkerOptions{WorkerOptions: &options, WorkerRegistryOptions: &worker.PluginConfigureWorkerRegistryOptions{}}); err != nil {
		t.Fatal(err)
	}
	if options.WorkerStopTimeout != stopTimeout || len(options.Interceptors) != 1 {
		t.Errorf("got %+v", options)
	}
}

// The reference of a turn changes only what it may.
func TestTurn(t *testing.T) {
	own := runtime.Turn{CurrentTurn: 1, MessageCount: 2, ResultBudgetChars: 3, WorkingDir: "/w", RunID: "x", Policy: runtime.Policy{Tools: runtime.AllowOnly("a")}}
	h := newHost(t, newRegistry(t, nil), Options{Turn: func(context.Context, Turn) (*runtime.Turn, error) { return &own, nil }})
	session := runtime.NewSession("s", "")
	got, err := h.resolve(t.Context(), Turn{CurrentTurn: 7, ResultBudgetChars: 1 << 30, DryRun: true}, "run", session)
	if err != nil || got.CurrentTurn != 7 || got.MessageCount != 2 || got.ResultBudgetChars != maxBudget || !got.DryRun || got.RunID != "run" || got.Session != session || got.WorkingDir != "/w" {
		t.Errorf("got %+v, %v", got, err)
	}
	if own.CurrentTurn != 1 || own.DryRun {
		t.Errorf("the turn of the application was changed: %+v", own)
	}
}

// A workflow continues as new when its history is long, or its server suggests it.
func TestShouldContinueAsNew(t *testing.T) {
	for _, test := range []struct {
		events  int
		suggest bool
		want    bool
	}{{10, false, false}, {maxHistoryEvents + 1, false, true}, {10, true, true}} {
		environment := newEnvironment(t, newHost(t, newRegistry(t, nil), Options{}))
		environment.SetCurrentHistoryLength(test.events)
		environment.SetContinueAsNewSuggested(test.suggest)
		environment.ExecuteWorkflow(func(ctx workflow.Context) (bool, error) { return ShouldContinueAsNew(ctx), nil })
		var got bool
		if err := environment.GetWorkflowResult(&got); err != nil || got != test.want {
			t.Errorf("%+v: got %v, %v", test, got, err)
		}
	}
}

// A call with the id of an earlier call of the run has another idempotency key.
func TestRepeatedIDs(t *testing.T) {
	var keys []string
	tool := newTool(runtime.Tool{Name: "a"}, func(_ context.Context, c *runtime.Call, _ args) runtime.Result {
		keys = append(keys, c.IdempotencyKey())
		return runtime.Text("")
	})
	environment := newEnvironment(t, newHost(t, newRegistry(t, nil, tool), Options{}))
	environment.ExecuteWorkflow(func(ctx workflow.Context) error {
		for _, id := range []string{"1", "2", "1"} {
			ExecuteParallel(ctx, []runtime.ToolCall{call(id, "a", args{})}, Turn{})
		}
		return nil
	})
	if want := "default-test-run-id:1 default-test-run-id:2 default-test-run-id/3:1"; strings.Join(keys, " ") != want {
		t.Errorf("got %q, want %q", keys, want)
	}
}
