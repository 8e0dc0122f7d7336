package mcp_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// stateless serves a tool that needs approval over stateless HTTP, and counts its
// runs.
func stateless(t *testing.T, runs *int) string {
	t.Helper()
	tool := newTool("remove", func(context.Context, *runtime.Call) runtime.Result { *runs++; return runtime.Text("removed") })
	tool.Approval = &runtime.Approval{Reason: "it removes files"}
	server, err := mcp.NewServer(newRegistry(t, nil, tool, newTool("other", say("other"))), nil)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: true}))
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	return web.URL
}

// dial connects a client over HTTP.
func dial(t *testing.T, url string, o *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// TestApprovalWithoutSessions checks approval in the protocol without sessions: the
// result requires input, and the next request has the answer.
func TestApprovalWithoutSessions(t *testing.T) {
	runs := 0
	asked := ""
	session := dial(t, stateless(t, &runs), &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		asked = r.Params.Message
		return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}})
	if r := call(t, session, "remove", nil); r.IsError || runs != 1 {
		t.Errorf("it ran %d times and answers %q", runs, text(r))
	}
	if !strings.Contains(asked, "it removes files") {
		t.Errorf("the user was asked %q", asked)
	}
}

// TestApprovalState checks that an answer is valid once, and not with a changed
// state.
func TestApprovalState(t *testing.T) {
	runs := 0
	yes := sdk.InputResponseMap{"approval": &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}}
	client := &sdk.ClientOptions{
		MultiRoundTrip: &sdk.MultiRoundTripOptions{Disabled: true},
		ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: "cancel"}, nil
		},
	}
	session := dial(t, stateless(t, &runs), client)
	ask := func() string {
		t.Helper()
		r := call(t, session, "remove", nil)
		if r.RequestState == "" || runs != 0 {
			t.Fatalf("the first call answers %+v after %d runs", r, runs)
		}
		return r.RequestState
	}
	answer := func(state string) {
		t.Helper()
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "remove", RequestState: state, InputResponses: yes}); err != nil {
			t.Fatal(err)
		}
	}
	state := ask()
	answer(string(state[0]^1) + state[1:])
	answer(state[:len(state)-1])
	answer("")
	if runs != 0 {
		t.Fatalf("a changed state let the call run %d times", runs)
	}
	answer(state)
	answer(state)
	if runs != 1 {
		t.Errorf("one answer let the call run %d times", runs)
	}
}
