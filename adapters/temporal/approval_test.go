package temporal

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/testsuite"

	"github.com/toolgen/toolgen/runtime"
)

// riskyTools returns a tool that needs approval, and a free one.
func riskyTools() []runtime.Tool {
	done := func(_ context.Context, c *runtime.Call, a args) runtime.Result { return runtime.Text("done " + a.Text) }
	return []runtime.Tool{
		newTool(runtime.Tool{Name: "risky", Approval: &runtime.Approval{Reason: "it is risky"}}, done),
		newTool(runtime.Tool{Name: "free"}, done),
	}
}

// waiting returns the requests that wait in the workflow.
func waiting(t *testing.T, environment *testsuite.TestWorkflowEnvironment) []runtime.ApprovalRequest {
	t.Helper()
	value, err := environment.QueryWorkflow(RequestsQuery)
	if err != nil {
		t.Fatal(err)
	}
	var requests []runtime.ApprovalRequest
	if err := value.Get(&requests); err != nil {
		t.Fatal(err)
	}
	return requests
}

// update sends a decision as an update, and records "accepted", or the text of the
// refusal, under the id.
func update(environment *testsuite.TestWorkflowEnvironment, answers map[string]string, id string, d runtime.Decision) {
	environment.UpdateWorkflow(DecideUpdate, id, &testsuite.TestUpdateCallback{
		OnAccept: func() { answers[id] = "accepted" }, OnReject: func(err error) { answers[id] = err.Error() }, OnComplete: func(any, error) {},
	}, d)
}

// A decision, by update or by signal, is for one call and one digest, and is good once.
func TestDecisions(t *testing.T) {
	for _, way := range []string{"update", "signal"} {
		t.Run(way, func(t *testing.T) {
			h := newHost(t, newRegistry(t, nil, riskyTools()...), Options{})
			environment := newEnvironment(t, h)
			answers := map[string]string{}
			environment.RegisterDelayedCallback(func() {
				requests := waiting(t, environment)
				if len(requests) != 2 || requests[0].CallID != "1" || requests[0].Why != "it is risky" || string(requests[1].Args) != `{"text":"b","size":0}` {
					t.Fatalf("requests: %+v", requests)
				}
				yes, no := requests[0].Decide(true, ""), requests[1].Decide(false, "not today")
				for reason, wrong := range map[string]func(d *runtime.Decision){
					"another call": func(d *runtime.Decision) { d.CallID = "2" }, "another digest": func(d *runtime.Decision) { d.Digest += "0" },
					"another request": func(d *runtime.Decision) { d.RequestID = "x" }, "pending": func(d *runtime.Decision) { d.Pending = true },
				} {
					d := yes
					wrong(&d)
					if way == "update" {
						update(environment, answers, reason, d)
					} else {
						environment.SignalWorkflow(DecideSignal, d)
					}
				}
				if way == "signal" {
					environment.SignalWorkflow(DecideSignal, yes)
					environment.SignalWorkflow(DecideSignal, no)
					return
				}
				update(environment, answers, "yes", yes)
				update(environment, answers, "yes again", yes)
				update(environment, answers, "no", no)
			}, time.Hour)
			results := runBatch(t, environment, Turn{Session: "s"}, call("1", "risky", args{Text: "a"}), call("2", "risky", args{Text: "b"}), call("3", "free", args{}))
			if got := reasons(results); got != "ok denied ok" {
				t.Errorf("got %q", got)
			}
			for id, answer := range answers {
				if accepted := answer == "accepted"; accepted != (id == "yes" || id == "no") || !accepted && id != "pending" && !strings.Contains(answer, "no call waits for this decision") {
					t.Errorf("the decision %q: %q", id, answer)
				}
			}
			if way == "update" && len(answers) != 7 {
				t.Errorf("answers: %q", answers)
			}
			if got := results[1].Result.Error; got != "Tool risky was not approved: not today. This call needs approval because: it is risky" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Without a decision in time, the call is denied with the text of a local batch.
func TestApprovalTimeout(t *testing.T) {
	local := newRegistry(t, &runtime.Options{Approver: func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
		return runtime.Decision{}, context.DeadlineExceeded
	}}, riskyTools()...)
	want := local.ExecuteParallel(t.Context(), []runtime.ToolCall{call("1", "risky", args{})}, nil)
	h := newHost(t, newRegistry(t, nil, riskyTools()...), Options{ApprovalTimeout: time.Minute})
	compareResults(t, want, runBatch(t, newEnvironment(t, h), Turn{}, call("1", "risky", args{})))
}

// An approved call of an idempotent tool starts again if its worker is lost: the
// decision is for the call, not for one attempt.
func TestDecisionOfLaterAttempt(t *testing.T) {
	tools := riskyTools()
	tools[0].Hints.Idempotent = true
	registry := newRegistry(t, nil, tools...)
	h := newHost(t, registry, Options{})
	turn := &runtime.Turn{Session: runtime.NewSession("s", "")}
	p := registry.Prepare(t.Context(), []runtime.ToolCall{call("1", "risky", args{})}, turn)[0]
	prepared, err := h.pack(t.Context(), "k", 1<<20, p)
	if err != nil {
		t.Fatal(err)
	}
	r := executeRequest{Batch: batchRef{Version: planVersion, Turn: Turn{Session: "s"}}, Prepared: prepared, Decision: new(p.Approval.Decide(true, ""))}
	for attempt, want := range []bool{true, true} {
		if outcome := (&phase{host: h, batch: r.Batch}).executeCall(t.Context(), &r, attempt+1, nil); outcome.Result.OK != want {
			t.Errorf("attempt %d: %+v", attempt+1, outcome.Result)
		}
	}
	if outcome := (&phase{host: h, batch: r.Batch}).executeCall(t.Context(), &r, 1, nil); outcome.Result.Reason != runtime.ReasonDenied {
		t.Errorf("the decision of the first attempt was used twice: %+v", outcome.Result)
	}
}
