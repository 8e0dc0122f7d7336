package runtime_test

import (
	"context"
	"io"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// A call needs approval if its tool or the application requires it.
func TestApprovalRule(t *testing.T) {
	never := func(any) (string, bool) { return "", false }
	always := func(any) (string, bool) { return "the arguments", true }
	tests := []struct {
		reason string
		own    *runtime.Approval
		rule   runtime.ApprovalRule
		want   string // why approval is needed; empty: it is not needed
	}{
		{"no rule", nil, nil, ""},
		{"a rule that requires nothing", nil, func(runtime.Tool) *runtime.Approval { return nil }, ""},
		{"a rule for every call", nil, requireApproval(runtime.Approval{Reason: "the application"}), "the application"},
		{"a rule with a condition", nil, requireApproval(runtime.Approval{When: always}), "the arguments"},
		{"a condition that is false", nil, requireApproval(runtime.Approval{When: never}), ""},
		{"only the tool requires approval", &runtime.Approval{Reason: "the tool"}, func(runtime.Tool) *runtime.Approval { return nil }, "the tool"},
		{"the reason of the tool is first", &runtime.Approval{Reason: "the tool"}, requireApproval(runtime.Approval{When: always}), "the tool"},
		{"the tool's condition is false", &runtime.Approval{When: never, Reason: "the tool"}, requireApproval(runtime.Approval{When: always}), "the arguments"},
		{"a panic", nil, func(runtime.Tool) *runtime.Approval { panic("fault") }, "the application's rule for approvals failed"},
	}
	for _, test := range tests {
		tool := runtime.Tool{Name: "a", Approval: test.own, Invoke: textHandler("a ran")}
		for place, isOfTurn := range map[string]bool{"registered": false, "of the turn": true} {
			t.Run(test.reason+", "+place, func(t *testing.T) {
				why := ""
				o := quiet(io.Discard)
				o.ApprovalRule = test.rule
				o.Approver = func(_ context.Context, request runtime.ApprovalRequest) (runtime.Decision, error) {
					why = request.Why
					return runtime.Decision{Approved: true}, nil
				}
				registry, turn := runtime.NewRegistry(o), &runtime.Turn{}
				if isOfTurn {
					turn.Tools = []*runtime.Tool{&tool}
				} else if err := registry.Register(&tool); err != nil {
					t.Fatal(err)
				}
				got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "1", Name: "a"}}, turn)[0]
				if !got.Result.OK || why != test.want {
					t.Errorf("approval was needed because of %q, want %q; the result is %+v", why, test.want, got.Result)
				}
			})
		}
	}
}

// requireApproval returns a rule that requires the approval for every tool.
func requireApproval(a runtime.Approval) runtime.ApprovalRule {
	return func(runtime.Tool) *runtime.Approval { return &a }
}
