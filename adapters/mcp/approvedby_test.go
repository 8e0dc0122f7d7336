package mcp_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// answering returns the options of a client whose user gives this answer.
func answering(action string, asked *atomic.Int64) *sdk.ClientOptions {
	return &sdk.ClientOptions{ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		asked.Add(1)
		return &sdk.ElicitResult{Action: action, Content: map[string]any{"approve": true}}, nil
	}}
}

// approverOf returns an approver with this decision.
func approverOf(approves bool) runtime.Approver {
	return func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
		return runtime.Decision{Approved: approves, Reason: "the application decided"}, nil
	}
}

// TestApprovedBy checks who can approve a call, in the versions of the protocol
// with and without sessions.
func TestApprovedBy(t *testing.T) {
	for _, test := range []struct {
		reason   string
		by       mcp.ApprovedBy
		approver runtime.Approver
		client   string // the answer of the user; empty for a client that cannot ask
		runs     bool
		asks     bool
	}{
		{"the client's answer alone is not enough if there is an approver", mcp.ApprovedByDefault, approverOf(false), "accept", false, false},
		{"the approver decides by default", mcp.ApprovedByDefault, approverOf(true), "decline", true, false},
		{"the client decides if there is no approver", mcp.ApprovedByDefault, nil, "accept", true, true},
		{"there is no one to decide", mcp.ApprovedByDefault, nil, "", false, false},
		{"the client decides", mcp.ApprovedByClient, approverOf(false), "accept", true, true},
		{"the client denies", mcp.ApprovedByClient, approverOf(true), "decline", false, true},
		{"the approver decides for a client that cannot ask", mcp.ApprovedByClient, approverOf(true), "", true, false},
		{"the application has no approver", mcp.ApprovedByApplication, nil, "accept", false, false},
		{"the application approves", mcp.ApprovedByApplication, approverOf(true), "", true, false},
		{"both approve", mcp.ApprovedByBoth, approverOf(true), "accept", true, true},
		{"only the client approves", mcp.ApprovedByBoth, approverOf(false), "accept", false, true},
		{"only the approver approves", mcp.ApprovedByBoth, approverOf(true), "decline", false, true},
		{"the client cannot ask", mcp.ApprovedByBoth, approverOf(true), "", false, false},
	} {
		for _, stateless := range []bool{false, true} {
			var runs, asked atomic.Int64
			registry := newRegistry(t, &runtime.Options{Approver: test.approver}, dangerous(&runs))
			server, err := mcp.NewServer(registry, &mcp.Options{ApprovedBy: test.by})
			if err != nil {
				t.Fatal(err)
			}
			web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: stateless}))
			client := &sdk.ClientOptions{}
			if test.client != "" {
				client = answering(test.client, &asked)
			}
			session := dial(t, web.URL, client)
			r := call(t, session, "remove", nil)
			if (runs.Load() == 1) != test.runs || r.IsError == test.runs || (asked.Load() == 1) != test.asks {
				t.Errorf("%s, stateless %v: the tool ran %d times, the user was asked %d times: %q", test.reason, stateless, runs.Load(), asked.Load(), text(r))
			}
			_ = session.Close()
			_ = server.Close()
			web.Close()
		}
	}
}

// TestApprovalOfAnotherCall checks that an approval of one call does not approve a
// call with other arguments, also if the application approves it.
func TestApprovalOfAnotherCall(t *testing.T) {
	yes := sdk.InputResponseMap{"approval": &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}}
	for _, by := range []mcp.ApprovedBy{mcp.ApprovedByClient, mcp.ApprovedByBoth} {
		var runs, asked atomic.Int64
		tool := dangerous(&runs)
		tool.Input = `{"type":"object","properties":{"path":{"type":"string"}}}`
		made, err := runtime.NewTool(*tool)
		if err != nil {
			t.Fatal(err)
		}
		server, err := mcp.NewServer(newRegistry(t, &runtime.Options{Approver: approverOf(true)}, made), &mcp.Options{ApprovedBy: by})
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: true}))
		t.Cleanup(func() { _ = server.Close(); web.Close() })
		client := answering("accept", &asked)
		client.MultiRoundTrip = &sdk.MultiRoundTripOptions{Disabled: true}
		session := dial(t, web.URL, client)
		state := call(t, session, "remove", map[string]any{"path": "a"}).RequestState
		for _, test := range []struct {
			path string
			runs int64
		}{{"b", 0}, {"a", 1}} {
			r, err := session.CallTool(t.Context(), &sdk.CallToolParams{
				Name: "remove", Arguments: map[string]any{"path": test.path}, RequestState: state, InputResponses: yes,
			})
			if err != nil || runs.Load() != test.runs || (r.RequestState != "") != (test.runs == 0) {
				t.Errorf("%d: a call of %s is answered with %+v, %v after %d runs", by, test.path, r, err, runs.Load())
			}
		}
		_ = session.Close()
	}
}

// TestApprovedByBothNeedsApprover checks the options.
func TestApprovedByBothNeedsApprover(t *testing.T) {
	for _, by := range []mcp.ApprovedBy{mcp.ApprovedByBoth, 9, -1} {
		if _, err := mcp.NewServer(newRegistry(t, nil), &mcp.Options{ApprovedBy: by}); err == nil || !strings.Contains(err.Error(), "ApprovedBy") {
			t.Errorf("%d: %v", by, err)
		}
	}
}

// TestUnansweredApprovalsAreLimited checks the limits of requests for approval per
// session and of all sessions. The waiting calls do not prevent other calls.
func TestUnansweredApprovalsAreLimited(t *testing.T) {
	var runs atomic.Int64
	s := newServer(t, &mcp.Options{MaxSessionApprovals: 2, MaxApprovals: 3, MaxCalls: 1}, dangerous(&runs), newTool("hello", say("hi")))
	var clients []*rawClient
	for range 2 {
		c, _ := startRaw(t.Context(), t, s)
		c.send(t, initializeWithForms)
		c.read(t, `"id":1`)
		clients = append(clients, c)
	}
	ask := func(c *rawClient, id string, want string) {
		t.Helper()
		c.send(t, strings.Replace(callRemove, `"id":2`, `"id":`+id, 1))
		c.read(t, want)
	}
	ask(clients[0], "10", "elicitation/create")
	ask(clients[0], "11", "elicitation/create")
	ask(clients[0], "12", "2 calls of this session wait for the user's approval, which is the limit")
	ask(clients[1], "20", "elicitation/create")
	ask(clients[1], "21", "3 calls of all clients wait for approval, which is the limit")
	for _, c := range clients {
		c.send(t, `{"jsonrpc":"2.0","id":30,"method":"tools/call","params":{"name":"hello"}}`)
		c.read(t, `"hi"`)
	}
	clients[0].send(t, `{"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"approve":true}}}`)
	clients[0].read(t, "removed")
	ask(clients[1], "22", "elicitation/create")
	for _, c := range clients {
		go c.discard()
	}
	endsWithinASecond(t, "Close", func() { _ = s.Close() })
}

// sharedStore is a store for several processes.
type sharedStore struct {
	used map[string]bool
	err  error
}

func (s *sharedStore) Use(_ context.Context, id string, _ time.Time) (bool, error) {
	if s.used[id] {
		return false, s.err
	}
	s.used[id] = true
	return true, s.err
}

// TestUsedApprovals checks that an approval is valid once for all processes that
// share a store, and that an error of the store refuses it.
func TestUsedApprovals(t *testing.T) {
	yes := sdk.InputResponseMap{"approval": &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}}
	var runs, asked atomic.Int64
	client := answering("accept", &asked)
	client.MultiRoundTrip = &sdk.MultiRoundTripOptions{Disabled: true}
	start := func(o mcp.Options) *sdk.ClientSession {
		o.Key = []byte("0123456789abcdef")
		server := newServer(t, &o, dangerous(&runs))
		web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: true}))
		t.Cleanup(func() { _ = server.Close(); web.Close() })
		return dial(t, web.URL, client)
	}
	answer := func(session *sdk.ClientSession, state string) string {
		t.Helper()
		r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "remove", RequestState: state, InputResponses: yes})
		if err != nil {
			t.Fatal(err)
		}
		return text(r)
	}
	store := &sharedStore{used: make(map[string]bool)}
	one, two := start(mcp.Options{UsedApprovals: store}), start(mcp.Options{UsedApprovals: store})
	state := call(t, one, "remove", nil).RequestState
	if got := answer(two, state); got != "removed" || runs.Load() != 1 {
		t.Errorf("the other process answers %q after %d runs", got, runs.Load())
	}
	if got := answer(one, state); !strings.Contains(got, "was used before") || runs.Load() != 1 {
		t.Errorf("the second use answers %q after %d runs", got, runs.Load())
	}
	store.err = errors.New("the store is down")
	if got := answer(one, call(t, one, "remove", nil).RequestState); !strings.Contains(got, "cannot be recorded") || strings.Contains(got, "down") || runs.Load() != 1 {
		t.Errorf("without the store the answer is %q after %d runs", got, runs.Load())
	}
	time.Sleep(5 * time.Millisecond)
	before := start(mcp.Options{})
	state = call(t, before, "remove", nil).RequestState
	time.Sleep(5 * time.Millisecond)
	if got := answer(start(mcp.Options{}), state); !strings.Contains(got, "was used before or is not known") || runs.Load() != 1 {
		t.Errorf("an approval from before the restart is answered with %q after %d runs", got, runs.Load())
	}
}
