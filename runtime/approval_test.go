package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// approvalTool returns a tool whose calls need approval.
func approvalTool(name string, when func(args any) (string, bool)) runtime.Tool {
	return runtime.Tool{Name: name, Decode: decodeWord, Approval: &runtime.Approval{When: when}, Invoke: textHandler(name + " ran")}
}

// constantApprover returns an approver that always returns the same answer.
func constantApprover(d runtime.Decision, err error) runtime.Approver {
	return func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) { return d, err }
}

// A call runs only if the approver returns an approving decision.
func TestApproval(t *testing.T) {
	yes := runtime.Decision{Approved: true}
	tests := []struct {
		reason   string
		approver runtime.Approver
		want     string // of the error; empty: it ran
	}{
		{"an approval", constantApprover(yes, nil), ""},
		{"no approver", nil, "Tool a was not approved: no approver is configured"},
		{"a denial", constantApprover(runtime.Decision{}, nil), "Tool a was not approved"},
		{"a denial with a reason", constantApprover(runtime.Decision{Reason: "too late"}, nil), "Tool a was not approved: too late"},
		{"an error has priority over an approval, and is not shown", constantApprover(yes, errors.New("secret")), "Tool a was not approved: the approver failed"},
		{"a panic", func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) { panic("secret") }, "Tool a was not approved: the approver failed"},
		{"runtime.Goexit", func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			goruntime.Goexit()
			return yes, nil
		}, "Tool a was not approved: the approver failed"},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			o := quiet(io.Discard)
			o.Approver = test.approver
			registry := newRegistry(t, o, approvalTool("a", nil), approvalTool("b", func(any) (string, bool) { return "", false }))
			results := registry.ExecuteParallel(t.Context(), plannedCalls("a b a"), nil)
			for _, result := range []runtime.CallResult{results[0], results[2]} {
				got := result.Result
				if got.Error != test.want || got.OK != (test.want == "") {
					t.Errorf("the result is %+v, want the error %q", got, test.want)
				}
				if !got.OK && (got.Code != runtime.NotAvailable || got.Reason != runtime.ReasonDenied) {
					t.Errorf("a denial has the code %s and the reason %s", got.Code, got.Reason)
				}
			}
			if got := results[1].Result.Value; got != "b ran" {
				t.Errorf("a call that needs no approval: %+v", results[1].Result)
			}
		})
	}
}

// A call that waits for approval uses no worker, and its timeout is paused.
func TestWaitingForApproval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := quiet(io.Discard)
		o.Concurrency, o.Timeout = 1, time.Second
		o.Approver = func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			time.Sleep(time.Hour)
			return runtime.Decision{Approved: true}, nil
		}
		slow := approvalTool("slow", nil)
		slow.Invoke = sleepingTool("slow", 900*time.Millisecond).Invoke
		late := approvalTool("late", nil)
		late.Invoke = sleepingTool("late", time.Minute).Invoke
		registry := newRegistry(t, o, slow, late, runtime.Tool{Name: "free", Decode: decodeWord})
		results := registry.ExecuteParallel(t.Context(), plannedCalls("slow free late slow free"), nil)
		want := []outcome{
			{"slow ran", "", 900 * time.Millisecond}, {"free ran", "", 0},
			{"Tool late did not finish within 1s; it may still be running", runtime.ReasonTimeout, time.Second},
			{"slow ran", "", 900 * time.Millisecond}, {"free ran", "", 0},
		}
		if diff := cmp.Diff(want, outcomes(results)); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		time.Sleep(time.Hour)
	})
}

// The end of the batch answers calls that wait for approval, and ends the
// context of the approver. A later answer of the approver has no effect.
func TestApprovalEndsWithTheBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var causes []error
		o := quiet(io.Discard)
		o.BatchTimeout = time.Minute
		o.Approver = func(ctx context.Context, _ runtime.ApprovalRequest) (runtime.Decision, error) {
			<-ctx.Done()
			causes = append(causes, ctx.Err())
			time.Sleep(time.Minute)
			return runtime.Decision{Approved: true}, nil
		}
		a := approvalTool("a", nil)
		a.Invoke = func(context.Context, *runtime.Call) runtime.Result { t.Error("it ran"); return runtime.Text("") }
		registry := newRegistry(t, o, a)
		results := registry.ExecuteParallel(t.Context(), plannedCalls("a"), nil)
		want := []outcome{{"Tool a did not finish within the 1m0s of its batch; it had not started", runtime.ReasonBatchTimeout, 0}}
		if diff := cmp.Diff(want, outcomes(results)); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		if got := registry.Stats(); got.Abandoned != 1 {
			t.Errorf("the stats are %+v, want the approver", got)
		}
		time.Sleep(time.Hour)
		if got := registry.Stats(); got.Abandoned != 0 || got.Late != 1 || len(causes) != 1 {
			t.Errorf("the stats are %+v, the causes %v", got, causes)
		}
	})
}

// The request has the decoded arguments and the repairs.
func TestApprovalRequest(t *testing.T) {
	var got runtime.ApprovalRequest
	o := &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		got = r
		return runtime.Decision{}, nil
	}}
	registry := newRegistry(t, o, approvalTool("a", func(args any) (string, bool) { return "", args.(*word).Size == 5 }))
	session := runtime.NewSession("s", "k")
	batch := []runtime.ToolCall{{ID: "c7", Name: "a", Args: json.RawMessage(`{"text":"x","size":"5"}`)}}
	result := registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Session: session, DryRun: true})[0]
	if got.Session != session || got.CallID != "c7" || got.Tool.Name != "a" || got.Decoded.(*word).Size != 5 || len(got.Repairs) != 1 || !got.DryRun ||
		string(got.Args) != `{"text":"x","size":"5"}` {
		t.Errorf("the request is %+v", got)
	}
	if len(result.Repairs) != 1 || result.Result.OK {
		t.Errorf("the result is %+v, want a denial with its repair", result)
	}
}

// The approvers of all calls are asked at once, even for calls that wait for
// other calls. A denial lets the next call start.
func TestApprovalOfOrderedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d diary
		keyed := d.tool("keyed", time.Second)
		keyed.Approval = &runtime.Approval{}
		only := d.tool("only", time.Second)
		only.Approval, only.Exclusive = &runtime.Approval{}, true
		o := &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
			time.Sleep(10 * time.Second)
			return runtime.Decision{Approved: !strings.Contains("2 4", r.CallID)}, nil
		}}
		registry := newRegistry(t, o, keyed, only, d.tool("free", time.Second))
		start := time.Now()
		results := registry.ExecuteParallel(t.Context(), plannedCalls("keyed:a free:z keyed:a keyed:a only only keyed:a"), nil)
		if took := time.Since(start); took != 14*time.Second {
			t.Errorf("it took %s, want 10s for all approvals at once and 4s for calls 0, 3, 5 and 6", took)
		}
		for i, result := range results {
			if result.Result.OK == (i == 2 || i == 4) {
				t.Errorf("call %d: %+v", i, result.Result)
			}
		}
		if got, want := strings.Join(d.read(), " "), "+1 -1 +0 -0 +3 -3 +5 -5 +6 -6"; got != want {
			t.Errorf("the diary is %q, want %q", got, want)
		}
	})
}

// pendingApprover returns an approver that cannot decide, and records the
// requests.
func pendingApprover(got *[]runtime.ApprovalRequest) runtime.Approver {
	return func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		*got = append(*got, r)
		return runtime.Decision{Pending: true, Approved: true, Reason: "ask Ada"}, nil
	}
}

// A call with a pending decision ends with a request that can be stored. With
// the decision, it runs once.
func TestPendingApproval(t *testing.T) {
	var asked []runtime.ApprovalRequest
	ran := 0
	tool := approvalTool("a", nil)
	tool.Approval.Reason = "it removes files"
	tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { ran++; return runtime.Text("ran") }
	registry := newRegistry(t, &runtime.Options{Approver: pendingApprover(&asked)}, tool)
	session := runtime.NewSession("s", "k")
	batch := plannedCalls("a:x")
	run := func(decisions ...runtime.Decision) runtime.CallResult {
		return registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Session: session, Decisions: decisions})[0]
	}
	first := run()
	if r := first.Result; ran != 0 || r.Code != runtime.NotAvailable || r.Reason != runtime.ReasonApprovalPending ||
		r.Error != "Tool a waits for approval and was not run: ask Ada. This call needs approval because: it removes files" {
		t.Errorf("ran %d times: %+v", ran, r)
	}
	request := encodeAndDecode(t, *first.Approval)
	if request.Why != "it removes files" || request.ToolName != "a" || request.CallID != "0" || request.SessionID != "s" || string(request.Args) != `{"text":"x"}` || len(asked) != 1 {
		t.Errorf("the request is %+v", request)
	}
	yes := encodeAndDecode(t, request.Decide(true, ""))
	if got := run(yes); got.Result.Value != "ran" || ran != 1 || got.Approval != nil {
		t.Errorf("with an approval: %+v", got)
	}
	if got := run(yes); got.Result.Reason != runtime.ReasonDenied || ran != 1 {
		t.Errorf("with the same approval again: %+v", got)
	}
	if got := run(request.Decide(false, "too risky")); got.Result.Error != "Tool a was not approved: too risky. This call needs approval because: it removes files" {
		t.Errorf("with a denial: %+v", got)
	}
	if len(asked) != 1 {
		t.Errorf("the approver was asked %d times", len(asked))
	}
}

// A decision applies only to the call with its id, tool and arguments.
func TestDecisionMatchesCall(t *testing.T) {
	a, b := approvalTool("a", nil), approvalTool("b", nil)
	o := &runtime.Options{Approver: constantApprover(runtime.Decision{}, nil)}
	registry := newRegistry(t, o, a, b)
	request := registry.Prepare(t.Context(), plannedCalls("a:x"), nil)[0].Approval
	yes := request.Decide(true, "")
	tests := []struct {
		reason  string
		batch   string
		id      string
		change  func(*runtime.Decision)
		allowed bool
	}{
		{"other arguments", "a:y", "0", nil, false},
		{"another tool", "b:x", "0", nil, false},
		{"another id", "a:x", "1", nil, false},
		{"another digest", "a:x", "0", func(d *runtime.Decision) { d.Digest = strings.Repeat("0", 64) }, false},
		{"without the request's id it could be used twice", "a:x", "0", func(d *runtime.Decision) { d.RequestID = "" }, false},
		{"a pending decision does not approve", "a:x", "0", func(d *runtime.Decision) { d.Pending = true }, false},
		{"the zero value", "a:x", "0", func(d *runtime.Decision) { *d = runtime.Decision{Approved: true} }, false},
		{"the same call", "a:x", "0", nil, true},
	}
	for _, test := range tests {
		decision := yes
		if test.change != nil {
			test.change(&decision)
		}
		batch := plannedCalls(test.batch)
		batch[0].ID = test.id
		got := registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Decisions: []runtime.Decision{decision}})[0].Result
		if got.OK != test.allowed {
			t.Errorf("%s: %+v", test.reason, got)
		}
	}
	changed := a
	changed.Version = "2"
	got := newRegistry(t, o, changed).ExecuteParallel(t.Context(), plannedCalls("a:x"), &runtime.Turn{Decisions: []runtime.Decision{request.Decide(true, "")}})[0].Result
	if got.OK {
		t.Error("a decision counts for another version of the tool")
	}
}

// One decision allows one of two equal calls. A dry run does not use it.
func TestDecisionIsUsedOnce(t *testing.T) {
	ran := 0
	tool := approvalTool("a", nil)
	tool.Hints.SideEffects = true // one after the other
	tool.Invoke = func(context.Context, *runtime.Call) runtime.Result { ran++; return runtime.Text("ran") }
	registry := newRegistry(t, nil, tool)
	batch := plannedCalls("a:x a:x")
	batch[1].ID = "0"
	turn := &runtime.Turn{Decisions: []runtime.Decision{registry.Prepare(t.Context(), batch, nil)[0].Approval.Decide(true, "")}}
	turn.DryRun = true
	for _, result := range registry.ExecuteParallel(t.Context(), batch, turn) {
		if !strings.HasPrefix(result.Result.Value, "[dry-run]") {
			t.Errorf("dry run: %+v", result.Result)
		}
	}
	turn.DryRun = false
	allowed := 0
	for _, result := range registry.ExecuteParallel(t.Context(), batch, turn) {
		if result.Result.OK {
			allowed++
		}
	}
	if allowed != 1 || ran != 1 {
		t.Errorf("%d were allowed, the tool ran %d times", allowed, ran)
	}
}

// A request has the reason of the tool and the text of its dry run, without
// secrets. A dry run that fails, panics or hangs gives no preview.
func TestPreview(t *testing.T) {
	dry := func(how func(ctx context.Context, c *runtime.Call) runtime.Result) runtime.Tool {
		tool := approvalTool("a", nil)
		tool.DryRun = how
		return tool
	}
	tests := []struct {
		reason string
		tool   runtime.Tool
		want   string
	}{
		{"none", approvalTool("a", nil), ""},
		{"its text", dry(func(_ context.Context, c *runtime.Call) runtime.Result {
			return runtime.Text(fmt.Sprint("- ", c.Args().(*word).Text, c.DryRun()))
		}), "- xtrue"},
		{"without secrets", dry(func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Text("token ghp_" + strings.Repeat("a1B2", 9))
		}), "token [REDACTED:github-token]"},
		{"of bounded length", dry(func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Text(strings.Repeat("é", runtime.MaxPreviewChars+1))
		}), strings.Repeat("é", runtime.MaxPreviewChars) + "…"},
		{"a failure", dry(func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Fail(runtime.ExecutionFailed, "no")
		}), ""},
		{"a panic", dry(func(context.Context, *runtime.Call) runtime.Result { panic("no") }), ""},
		{"an exit", dry(func(context.Context, *runtime.Call) runtime.Result { goruntime.Goexit(); return runtime.Text("x") }), ""},
		{"one that hangs", dry(func(context.Context, *runtime.Call) runtime.Result { time.Sleep(time.Hour); return runtime.Text("x") }), ""},
		{"one that ends with its context", dry(func(ctx context.Context, _ *runtime.Call) runtime.Result {
			<-ctx.Done()
			return runtime.FromError(ctx.Err())
		}), ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked []runtime.ApprovalRequest
				o := quiet(io.Discard)
				o.Approver, o.Timeout = pendingApprover(&asked), 30*time.Second
				registry := newRegistry(t, o, test.tool)
				registry.ExecuteParallel(t.Context(), plannedCalls("a:x"), nil)
				prepared := registry.Prepare(t.Context(), plannedCalls("a:x"), nil)[0]
				if len(asked) != 1 || asked[0].Preview != test.want || prepared.Approval == nil || prepared.Approval.Preview != test.want {
					t.Errorf("the requests are %+v and %+v", asked, prepared)
				}
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

// A decision applies only to the session, the directory and the mode of its
// request: not to another session, to a child session or to another directory.
// A decision about a dry run does not apply to the real call.
func TestDecisionMatchesTurn(t *testing.T) {
	registry := newRegistry(t, nil, approvalTool("a", nil))
	session := runtime.NewSession("s", "k")
	turn := func(session *runtime.Session, dir string, dryRun bool) *runtime.Turn {
		return &runtime.Turn{Session: session, WorkingDir: dir, DryRun: dryRun}
	}
	batch := plannedCalls("a:x")
	asked := turn(session, "/a", false)
	tests := []struct {
		reason  string
		asked   *runtime.Turn
		used    *runtime.Turn
		allowed bool
	}{
		{"another session", asked, turn(runtime.NewSession("other", "k"), "/a", false), false},
		{"a child", asked, turn(session.Child("child"), "/a", false), false},
		{"no session", asked, turn(nil, "/a", false), false},
		{"another directory", asked, turn(session, "/b", false), false},
		{"a dry run's approval for the call", turn(session, "/a", true), asked, false},
		{"the call's approval for a dry run", asked, turn(session, "/a", true), true},
		{"the same", asked, asked, true},
	}
	for _, test := range tests {
		request := registry.Prepare(t.Context(), batch, test.asked)[0].Approval
		used := *test.used
		used.Decisions = []runtime.Decision{request.Decide(true, "")}
		for round := range 2 {
			want := test.allowed && (round == 0 || used.DryRun)
			if got := registry.ExecuteParallel(t.Context(), batch, &used)[0].Result; got.OK != want {
				t.Errorf("%s, round %d: %+v", test.reason, round, got)
			}
		}
	}
}

// A decision applies once, even without a session.
func TestDecisionIsUsedOnceWithoutSession(t *testing.T) {
	registry := newRegistry(t, nil, approvalTool("a", nil))
	batch := plannedCalls("a:x")
	turn := &runtime.Turn{Decisions: []runtime.Decision{registry.Prepare(t.Context(), batch, nil)[0].Approval.Decide(true, "")}}
	first, second := registry.ExecuteParallel(t.Context(), batch, turn)[0], registry.ExecuteParallel(t.Context(), batch, turn)[0]
	if !first.Result.OK || second.Result.OK {
		t.Errorf("first %+v, second %+v", first.Result, second.Result)
	}
}

// A denial has priority over an approval, and an unused approval over a used
// one.
func TestDenialHasPriority(t *testing.T) {
	registry := newRegistry(t, nil, approvalTool("a", nil))
	batch := plannedCalls("a:x")
	ask := func() *runtime.ApprovalRequest { return registry.Prepare(t.Context(), batch, nil)[0].Approval }
	run := func(decisions ...runtime.Decision) bool {
		return registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{Decisions: decisions})[0].Result.OK
	}
	used, fresh, no := ask().Decide(true, ""), ask().Decide(true, ""), ask().Decide(false, "")
	if !run(used) || run(used, no) || run(no, fresh) || run(fresh, no) {
		t.Error("an approval has priority over a denial")
	}
	if !run(used, fresh) || run(used, fresh) {
		t.Error("an unused approval must apply once")
	}
}

// hangingError is an error whose methods do not return.
type hangingError struct{ how func() }

func (h hangingError) Error() string { h.how(); return "" }

// An error of an approver or of a tool whose methods hang, panic or call
// runtime.Goexit does not delay the batch.
func TestErrorMethodsThatDoNotReturn(t *testing.T) {
	for name, how := range map[string]func(){
		"hangs": func() { time.Sleep(time.Hour) }, "exits": goruntime.Goexit, "panics": func() { panic("x") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := quiet(io.Discard)
				o.Approver = constantApprover(runtime.Decision{Approved: true}, hangingError{how})
				o.BatchTimeout = time.Minute
				fails := runtime.Tool{Name: "fails", Invoke: func(context.Context, *runtime.Call) runtime.Result {
					return runtime.Result{Code: runtime.ExecutionFailed, Error: "no", Cause: hangingError{how}}
				}}
				registry := newRegistry(t, o, approvalTool("a", nil), fails)
				start := time.Now()
				for _, result := range registry.ExecuteParallel(t.Context(), plannedCalls("a fails"), nil) {
					if result.Result.OK {
						t.Errorf("%s: %+v", result.Name, result.Result)
					}
				}
				if took := time.Since(start); took > 2*time.Minute {
					t.Errorf("it took %s", took)
				}
				time.Sleep(3 * time.Hour)
			})
		})
	}
}

// CheckRequest detects a stored request that combines two requests.
func TestCheckRequest(t *testing.T) {
	registry := newRegistry(t, nil, approvalTool("a", nil), approvalTool("b", nil))
	turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), WorkingDir: "/w"}
	prepared := registry.Prepare(t.Context(), plannedCalls("a:harmless b:dangerous"), turn)
	full, other := *prepared[0].Approval, *prepared[1].Approval
	stored := encodeAndDecode(t, full)
	if err := registry.CheckRequest(&stored, turn); err != nil {
		t.Errorf("as it was: %v", err)
	}
	for reason, change := range map[string]func(*runtime.ApprovalRequest){
		"the digest of another call": func(r *runtime.ApprovalRequest) { r.Digest, r.CallID = other.Digest, other.CallID },
		"another tool":               func(r *runtime.ApprovalRequest) { r.ToolName = "b" },
		"no tool":                    func(r *runtime.ApprovalRequest) { r.ToolName = "c" },
		"other arguments":            func(r *runtime.ApprovalRequest) { r.Args = []byte(`{"text":"y"}`) },
		"a dry run":                  func(r *runtime.ApprovalRequest) { r.DryRun = true },
		"another session":            func(r *runtime.ApprovalRequest) { r.SessionID = "t" },
	} {
		forged := stored
		change(&forged)
		if registry.CheckRequest(&forged, turn) == nil {
			t.Errorf("%s: no error", reason)
		}
	}
	if registry.CheckRequest(&stored, &runtime.Turn{Session: turn.Session}) == nil {
		t.Error("another directory: no error")
	}
}
