package mcp_test

import (
	"slices"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// Hints of the server count only if the application trusts them. Configure has
// the last word.
func TestHints(t *testing.T) {
	list := "[" + toolText("safe", `,"annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false,"destructiveHint":"no"}`) + "," +
		toolText("bare", "") + "," + toolText("kind", `,"annotations":{"destructiveHint":false}`) + "]"
	worst := runtime.Hints{Destructive: true, OpenWorld: true, SideEffects: true}
	for _, trust := range []bool{false, true} {
		b := listBridge(t, list, mcp.BridgeOptions{TrustHints: trust, Configure: func(name string, tool *runtime.Tool) {
			if name == "kind" {
				tool.Approval, tool.Requires = &runtime.Approval{Reason: "It writes."}, []string{"write"}
			}
		}})
		want := []runtime.Hints{worst, worst, worst}
		if trust {
			want = []runtime.Hints{{ReadOnly: true, Idempotent: true}, worst, {OpenWorld: true, SideEffects: true}}
		}
		var got []runtime.Hints
		for _, tool := range b.Tools() {
			got = append(got, tool.Hints)
		}
		if !slices.Equal(got, want) {
			t.Errorf("with TrustHints %v the hints are %+v, want %+v", trust, got, want)
		}
		if r := run(t, b, "mcp__far__kind", `{}`); r.Code != runtime.NotAvailable {
			t.Errorf("without the grant a call answers %+v", r)
		}
		turn := &runtime.Turn{Tools: b.Tools(), Policy: runtime.Policy{Grants: []string{"write"}}}
		r := runtime.NewRegistry(nil).ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "mcp__far__kind", Args: []byte(`{}`)}}, turn)[0]
		if r.Result.OK {
			t.Errorf("without approval a call answers %+v", r)
		}
	}
}

// Policies apply to servers and to their tools, in registries and in turns, and
// to lists and calls alike.
func TestServerPolicies(t *testing.T) {
	far, _ := listServer(t, "["+toolText("a", "")+","+toolText("b.c", "")+"]")
	near, _ := listServer(t, "["+toolText("a", "")+"]")
	newBridge := func(name string, s *httpServer) *mcp.Bridge {
		b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: name, Transport: mcp.HTTP(s.URL, nil)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = b.Close() })
		return b
	}
	first, second := newBridge("far", far), newBridge("far-2", near)
	registry := runtime.NewRegistry(nil)
	if err := first.Attach(t.Context(), registry); err != nil {
		t.Fatal(err)
	}
	if err := newBridge("far", near).Attach(t.Context(), registry); err == nil {
		t.Error("two servers with one name are registered")
	}
	all := []string{"mcp__far__a", "mcp__far__b_c", "mcp__far-2__a"}
	for _, test := range []struct {
		policy runtime.Policy
		want   []string
	}{
		{runtime.Policy{}, all},
		{runtime.Policy{MCPServers: runtime.AllowOnly("far")}, all[:2]},
		{runtime.Policy{MCPServers: runtime.AllowOnly()}, nil},
		{runtime.Policy{MCPServers: runtime.AllowOnly("far-2", "fa")}, all[2:]},
		{runtime.Policy{MCPTools: map[string]runtime.Names{"far": runtime.AllowOnly("b_c")}}, all[1:]},
		{runtime.Policy{MCPTools: map[string]runtime.Names{"far": runtime.AllowOnly(), "far-2": runtime.AllowOnly("b_c")}}, nil},
		{runtime.Policy{Exclude: []string{"mcp__far__a"}}, all[1:]},
		{runtime.Policy{Plugins: runtime.AllowOnly("other")}, all[2:]},
		{runtime.Policy{Tools: runtime.AllowOnly("x"), Toolsets: runtime.AllowOnly("x")}, all},
	} {
		turn := &runtime.Turn{Policy: test.policy, Tools: second.Tools()}
		if got := names(registry.TurnTools(turn)); !slices.Equal(got, test.want) {
			t.Errorf("%+v shows %v, want %v", test.policy, got, test.want)
		}
		for _, name := range all {
			r := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: name, Args: []byte(`{}`)}}, turn)[0]
			if r.Result.OK != slices.Contains(test.want, name) {
				t.Errorf("%+v: a call of %s answers %+v", test.policy, name, r.Result)
			}
		}
	}
}

// Tools of a turn with one name are refused.
func TestServersWithOneNameInATurn(t *testing.T) {
	first, second := listBridge(t, "["+toolText("a", "")+"]", mcp.BridgeOptions{}), listBridge(t, "["+toolText("a", "")+"]", mcp.BridgeOptions{})
	turn := &runtime.Turn{Tools: append(first.Tools(), second.Tools()...)}
	r := runtime.NewRegistry(nil).ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "mcp__far__a", Args: []byte(`{}`)}}, turn)[0]
	if r.Result.OK || r.Result.Code != runtime.NotAvailable {
		t.Errorf("the call answers %+v", r.Result)
	}
}
