package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	goruntime "runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// guarded is a tool whose calls want consent.
func guarded(name string, when func(args any) (string, bool)) runtime.Tool {
	return runtime.Tool{Name: name, Decode: decodeWord, Approval: &runtime.Approval{When: when}, Invoke: answer(name + " ran")}
}

// approve is an approver that always answers the same.
func approve(d runtime.Decision, err error) runtime.Approver {
	return func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) { return d, err }
}

// Whatever is not a clear yes is a no.
func TestApproval(t *testing.T) {
	yes := runtime.Decision{Approved: true}
	tests := []struct {
		reason   string
		approver runtime.Approver
		want     string // of the error; empty: it ran
	}{
		{"a yes", approve(yes, nil), ""},
		{"no approver", nil, "Tool a was not approved: no approver is configured"},
		{"a no", approve(runtime.Decision{}, nil), "Tool a was not approved"},
		{"a no with a reason", approve(runtime.Decision{Reason: "too late"}, nil), "Tool a was not approved: too late"},
		{"an error beats a yes, and is not told", approve(yes, errors.New("secret")), "Tool a was not approved: the approver failed"},
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
			registry := newRegistry(t, o, guarded("a", nil), guarded("b", func(any) (string, bool) { return "", false }))
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
				t.Errorf("a call that needs no consent: %+v", results[1].Result)
			}
		})
	}
}

// Waiting for consent holds no worker, and the call's time stands still.
func TestWaitingForApproval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := quiet(io.Discard)
		o.Concurrency, o.Timeout = 1, time.Second
		o.Approver = func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			time.Sleep(time.Hour)
			return runtime.Decision{Approved: true}, nil
		}
		slow := guarded("slow", nil)
		slow.Invoke = sleeps("slow", 900*time.Millisecond).Invoke
		late := guarded("late", nil)
		late.Invoke = sleeps("late", time.Minute).Invoke
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

// The end of the batch answers calls that wait for consent; the approver's
// context ends, and what it says after that is nobody's.
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
		a := guarded("a", nil)
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

// An approver sees what will run: the decoded arguments, and what was mended.
func TestApprovalRequest(t *testing.T) {
	var got runtime.ApprovalRequest
	o := &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		got = r
		return runtime.Decision{}, nil
	}}
	registry := newRegistry(t, o, guarded("a", func(args any) (string, bool) { return "", args.(*word).Size == 5 }))
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

// Consent is asked for at once, also where a call has to wait for its turn, and
// a denial lets the next one go.
func TestApprovalOfOrderedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d diary
		keyed := d.works("keyed", time.Second)
		keyed.Approval = &runtime.Approval{}
		only := d.works("only", time.Second)
		only.Approval, only.Exclusive = &runtime.Approval{}, true
		o := &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
			time.Sleep(10 * time.Second)
			return runtime.Decision{Approved: !strings.Contains("2 4", r.CallID)}, nil
		}}
		registry := newRegistry(t, o, keyed, only, d.works("free", time.Second))
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
