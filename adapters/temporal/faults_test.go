package temporal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"github.com/toolgen/toolgen/runtime"
)

// plainTool is a tool that changes something and returns its text.
func plainTool() runtime.Tool {
	return newTool(runtime.Tool{Name: "a", Hints: runtime.Hints{SideEffects: true}}, func(_ context.Context, _ *runtime.Call, a args) runtime.Result {
		return runtime.Text(strings.Repeat("x", a.Size))
	})
}

// Each failure outside of the tool is a failed result with a clear text.
func TestFaults(t *testing.T) {
	down := func(operation, prefix string) func(string, string) error {
		return func(o, key string) error {
			if o == operation && strings.HasPrefix(key, prefix) {
				return errDown
			}
			return nil
		}
	}
	tests := []struct {
		reason       string
		fail         func(operation, key string) error
		session      string
		turn         func(context.Context, Turn) (*runtime.Turn, error)
		want, detail string
	}{
		{"the session cannot be read", down("get", sessionPrefix), "", nil, ReasonUnavailable, `the state of the session "s" cannot be read; the log of the worker has the error`},
		{"the session is unreadable", nil, `{"snapshot":`, nil, ReasonUnavailable, `the state of the session "s" in the store is unreadable`},
		{"the session is another one", nil, otherRecord(t), nil, ReasonUnavailable, `it is the state of the session "other"`},
		{"the session has a newer form", nil, `{"snapshot":{"version":9},"batches":[]}`, nil, ReasonUnavailable, "unreadable"},
		{"the session cannot be saved", down("update", sessionPrefix), "", nil, ReasonUnavailable, errDown.Error()},
		{"the result cannot be stored", down("update", dataPrefix), "", nil, ReasonNotStored, "its result could not be stored"},
		{"the stored result cannot be read", down("get", dataPrefix), "", nil, ReasonNotStored, "its result could not be stored"},
		{"there is no turn", nil, "", func(context.Context, Turn) (*runtime.Turn, error) { return nil, errors.New("no such user") }, ReasonUnavailable, "no such user"},
		{"the turn is nil", nil, "", func(context.Context, Turn) (*runtime.Turn, error) { return nil, nil }, ReasonUnavailable, "returned no turn"},
		{"the turn panics", nil, "", func(context.Context, Turn) (*runtime.Turn, error) { panic("oh") }, ReasonUnavailable, "Options.Turn panicked: oh"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			store := newMemoryStore()
			if test.session != "" {
				if err := put(t.Context(), store, sessionPrefix+"s", farFuture, []byte(test.session)); err != nil {
					t.Fatal(err)
				}
			}
			store.fail = test.fail
			h := newHost(t, newRegistry(t, nil, plainTool()), Options{Store: store, Turn: test.turn})
			results := runBatch(t, newEnvironment(t, h), Turn{Session: "s"}, call("1", "a", args{Size: 50_000}))
			if got := reasons(results); got != test.want {
				t.Errorf("got the reason %q, want %q: %+v", got, test.want, results)
			}
			if !strings.Contains(results[0].Result.Error, test.detail) || len(results[0].Result.Error) > 700 {
				t.Errorf("got the text %q, want %q in it", results[0].Result.Error, test.detail)
			}
		})
	}
}

// otherRecord returns the record of a session with the id "other".
func otherRecord(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(sessionRecord{Snapshot: runtime.NewSession("other", "").Snapshot()})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Every result has the id of its call, even if the store has lost all data of the call
// or returns that of another one.
func TestLostData(t *testing.T) {
	other, err := runtime.Outcome{ID: "2", Name: "other", Result: runtime.Text("forged")}.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for want, data := range map[string][]byte{ReasonNotStored: nil, "ok": other} {
		store := newMemoryStore()
		h := newHost(t, newRegistry(t, nil, plainTool()), Options{Store: store})
		environment := newEnvironment(t, h)
		environment.OnActivity(executeActivity, anything, anything).Return(func(ctx context.Context, r executeRequest) (executeAnswer, error) {
			answer, err := h.execute(ctx, r)
			for key := range store.all() {
				store.records[key] = data
			}
			return answer, err
		})
		results := runBatch(t, environment, Turn{}, call("1", "a", args{Size: 50_000, Text: strings.Repeat("x", 50_000)}))
		if got := reasons(results); got != want || results[0].ID != "1" || results[0].Name != "a" {
			t.Errorf("want %q of the call 1 of a, got %q of the call %q of %q", want, got, results[0].ID, results[0].Name)
		}
	}
}

// The arguments of a workflow may come from anyone: too many calls and an id that no
// store can have as a key are refused at once.
func TestHostileArguments(t *testing.T) {
	many := make([]runtime.ToolCall, maxCalls+1)
	for i := range many {
		many[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: "a"}
	}
	one := []runtime.ToolCall{call("1", "a", args{})}
	for want, test := range map[string]struct {
		calls   []runtime.ToolCall
		session string
	}{
		"the batch has 8193 calls, of at most 8192": {many, "s"}, "the id of the session has 901 bytes": {one, strings.Repeat("s", maxSessionID+1)},
	} {
		loads := 0
		h := newHost(t, newRegistry(t, nil, plainTool()), Options{Turn: func(context.Context, Turn) (*runtime.Turn, error) {
			loads++
			return &runtime.Turn{}, nil
		}})
		results := runBatch(t, newEnvironment(t, h), Turn{Session: test.session}, test.calls...)
		if got := results[0].Result; got.Reason != ReasonUnavailable || !strings.Contains(got.Error, want) || loads > 0 {
			t.Errorf("%d turns, %+v", loads, got)
		}
	}
}

// A workflow on a worker without the plugin gets failed results.
func TestNoPlugin(t *testing.T) {
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quietLogger{})
	environment := suite.NewTestWorkflowEnvironment()
	environment.RegisterWorkflow(oneBatch)
	results := runBatch(t, environment, Turn{}, call("1", "a", args{}))
	if got := reasons(results); got != ReasonUnavailable || !strings.Contains(results[0].Result.Error, "does not have the plugin") {
		t.Errorf("got %+v", results)
	}
}

// A worker with another generation of a tool, or without it, gives a clear answer and
// does not run the call.
func TestGenerations(t *testing.T) {
	ran := false
	newer := plainTool()
	newer.Version = "2"
	newer.Invoke = func(context.Context, *runtime.Call) runtime.Result { ran = true; return runtime.Text("") }
	for want, tools := range map[string][]runtime.Tool{runtime.ReasonContractChanged: {newer}, string(runtime.NotAvailable): nil} {
		store := newMemoryStore()
		first := newHost(t, newRegistry(t, nil, plainTool()), Options{Store: store})
		second := newHost(t, newRegistry(t, nil, tools...), Options{Store: store})
		environment := newEnvironment(t, first)
		environment.OnActivity(executeActivity, anything, anything).Return(second.execute)
		results := runBatch(t, environment, Turn{Session: "s"}, call("1", "a", args{}))
		if got := reasons(results); got != want || ran {
			t.Errorf("got %+v, ran %v", results, ran)
		}
	}
}

// The data of another version of this package is refused, not misread.
func TestOtherForms(t *testing.T) {
	h := newHost(t, newRegistry(t, nil, plainTool()), Options{})
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quietLogger{})
	environment := suite.NewTestActivityEnvironment()
	h.register(environment)
	for reason, r := range map[string]executeRequest{
		"a newer Prepared": {Batch: batchRef{Version: planVersion}, Tool: "a", Prepared: item{JSON: []byte(`{"version":9}`)}},
		"a newer request":  {Batch: batchRef{Version: planVersion + 1}, Tool: "a"},
		"a lost Prepared":  {Batch: batchRef{Version: planVersion}, Tool: "a", Prepared: item{Key: "data/gone"}},
	} {
		value, err := environment.ExecuteActivity(executeActivity, r)
		var answer executeAnswer
		if err != nil || value.Get(&answer) != nil || !answer.Failed || answer.Reason != ReasonUnavailable {
			t.Errorf("%s: %+v, %v", reason, answer, err)
		}
	}
}

// A workflow whose batch was planned by another version of this package gets a clear answer,
// and no tool runs.
func TestPlanOfOtherVersion(t *testing.T) {
	ran := false
	tool := newTool(runtime.Tool{Name: "a"}, func(context.Context, *runtime.Call, args) runtime.Result { ran = true; return runtime.Text("") })
	h := newHost(t, newRegistry(t, nil, tool), Options{})
	environment := newEnvironment(t, h)
	environment.OnActivity(prepareActivity, anything, anything, anything).Return(func(ctx context.Context, batch batchRef, calls []runtime.ToolCall) (plan, error) {
		made, err := h.prepare(ctx, batch, calls)
		made.Version--
		return made, err
	})
	results := runBatch(t, environment, Turn{}, call("1", "a", args{}))
	if got := reasons(results); got != ReasonUnavailable || !strings.Contains(results[0].Result.Error, "it began under another version of adapters/temporal") || ran {
		t.Errorf("got %+v, ran %v", results, ran)
	}
}

// The calls of a cancelled workflow that had not started say so. The SDK's test suite
// does not wait for the started ones; TestCancelOnServer does.
func TestCancel(t *testing.T) {
	started := make(chan struct{})
	obedient := newTool(runtime.Tool{Name: "obedient", Key: func(any) string { return "k" }}, func(ctx context.Context, _ *runtime.Call, _ args) runtime.Result {
		close(started)
		select {
		case <-ctx.Done():
		case <-t.Context().Done():
		}
		return runtime.Text("the first 2 pages")
	})
	h := newHost(t, newRegistry(t, nil, obedient), Options{})
	environment := newEnvironment(t, h)
	go func() {
		<-started
		environment.CancelWorkflow()
	}()
	results := runBatch(t, environment, Turn{}, call("1", "obedient", args{}), call("2", "obedient", args{}))
	if got := reasons(results); got != "cancelled cancelled" {
		t.Errorf("got %+v", results)
	}
	if got := results[1].Result.Error; got != "Tool obedient was cancelled; it had not started" {
		t.Errorf("got %q", got)
	}
}

// The error of an activity is shown without the texts of the server.
func TestExplain(t *testing.T) {
	for reason, err := range map[string]error{
		"an error of the activity":   sdk.NewApplicationErrorWithCause(strings.Repeat("x", 2000), "T", errDown),
		"an error of the SDK itself": errors.New(strings.Repeat("x", 2000)),
	} {
		if got := explain(err); len(got) > maxExplained+10 || !strings.HasPrefix(got, "xxx") {
			t.Errorf("%s: got %q", reason, got)
		}
	}
}
