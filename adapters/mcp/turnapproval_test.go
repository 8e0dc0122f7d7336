package mcp_test

import (
	"context"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// TestApprovalRuleOfTurnTools checks that the client's user is asked about a tool of
// the turn that needs approval by the rule of the application only.
func TestApprovalRuleOfTurnTools(t *testing.T) {
	for _, test := range []struct {
		reason   string
		by       mcp.ApprovedBy
		approver runtime.Approver
		client   string // the answer of the user
		runs     bool
	}{
		{"the client approves", mcp.ApprovedByDefault, nil, "accept", true},
		{"the client denies", mcp.ApprovedByClient, approverOf(true), "decline", false},
		{"both approve", mcp.ApprovedByBoth, approverOf(true), "accept", true},
		{"only the approver approves", mcp.ApprovedByBoth, approverOf(true), "decline", false},
	} {
		for _, stateless := range []bool{false, true} {
			var runs, asked atomic.Int64
			tool := dangerous(&runs)
			tool.Approval = nil
			registry := newRegistry(t, &runtime.Options{
				Approver: test.approver, ApprovalRule: func(runtime.Tool) *runtime.Approval { return &runtime.Approval{} },
			})
			server, err := mcp.NewServer(registry, &mcp.Options{
				ApprovedBy: test.by,
				Turn: func(context.Context, *mcp.Request) (*runtime.Turn, error) {
					return &runtime.Turn{Tools: []*runtime.Tool{tool}}, nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: stateless}))
			session := dial(t, web.URL, answering(test.client, &asked))
			r := call(t, session, "remove", nil)
			if (runs.Load() == 1) != test.runs || r.IsError == test.runs || asked.Load() != 1 {
				t.Errorf("%s, stateless %v: the tool ran %d times, the user was asked %d times: %q", test.reason, stateless, runs.Load(), asked.Load(), text(r))
			}
			_ = session.Close()
			_ = server.Close()
			web.Close()
		}
	}
}
