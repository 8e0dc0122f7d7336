package runtime_test

import (
	"context"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// policyRegistry returns a registry with a tool of each kind that policies
// distinguish: built-in, always included, unavailable, bridged, of a plugin,
// and bridged of a plugin.
func policyRegistry(t *testing.T) *runtime.Registry {
	never := &runtime.Availability{CheckName: "Never", Check: func() bool { return false }}
	registry := newRegistry(t, nil,
		runtime.Tool{Name: "read_file", Toolset: "file"},
		runtime.Tool{Name: "terminal", Toolset: "terminal"},
		runtime.Tool{Name: "get_skill", Toolset: "skills", AlwaysInclude: true},
		runtime.Tool{Name: "hidden", Toolset: "file", Available: never},
		runtime.Tool{Name: "deploy", Toolset: "ops", Requires: []string{"ops", "prod"}},
		runtime.Tool{Name: "mcp__linear__list_issues", Toolset: "mcp"},
		runtime.Tool{Name: "mcp__linear__get_issue", Toolset: "mcp"},
		runtime.Tool{Name: "mcp__git__hub__push", Toolset: "mcp"},
		runtime.Tool{Name: "mcp__", Toolset: "mcp"},
		runtime.Tool{Name: "mcp__solo", Toolset: "mcp"},
		runtime.Tool{Name: "mcp_single", Toolset: "mcp"},
	)
	plugin := func(id string, names ...runtime.Tool) {
		if err := registry.RegisterPlugin(runtime.Plugin{ID: id, Tools: pointers(names)}); err != nil {
			t.Fatal(err)
		}
	}
	plugin("acme", runtime.Tool{Name: "plug_a"}, runtime.Tool{Name: "mcp__linear__owned"})
	plugin("other", runtime.Tool{Name: "plug_b", AlwaysInclude: true})
	return registry
}

// The groups of the tools in policyRegistry, in the order of registration. The
// tool deploy requires grants, and hidden is never available.
var (
	builtinNames = []string{"read_file", "terminal", "get_skill"}
	linearNames  = []string{"mcp__linear__list_issues", "mcp__linear__get_issue"}
	bridgedNames = slices.Concat(linearNames, []string{"mcp__git__hub__push", "mcp__", "mcp__solo"})
	acmeNames    = []string{"plug_a", "mcp__linear__owned"}
)

func TestPolicy(t *testing.T) {
	all := slices.Concat(builtinNames, bridgedNames, []string{"mcp_single"}, acmeNames, []string{"plug_b"})
	only := func(names ...string) runtime.Names { return runtime.AllowOnly(names...) }
	tests := []struct {
		reason string
		policy runtime.Policy
		want   []string
	}{
		{"the zero policy allows tools that require no grants", runtime.Policy{}, all},
		{"an empty list allows only always included built-in tools; bridged tools and plugins do not depend on it",
			runtime.Policy{Tools: only()},
			slices.Concat([]string{"get_skill"}, bridgedNames, acmeNames, []string{"plug_b"})},
		{"the order is that of registration, not of the policy",
			runtime.Policy{Tools: only("terminal", "read_file")},
			slices.Concat(builtinNames, bridgedNames, acmeNames, []string{"plug_b"})},
		{"names match exactly", runtime.Policy{Tools: only("Terminal", "terminal ")},
			slices.Concat([]string{"get_skill"}, bridgedNames, acmeNames, []string{"plug_b"})},
		{"the name of a bridged tool in the list has no effect",
			runtime.Policy{Tools: only("mcp__linear__get_issue")},
			slices.Concat([]string{"get_skill"}, bridgedNames, acmeNames, []string{"plug_b"})},
		{"toolsets limit built-in tools, even always included ones",
			runtime.Policy{Toolsets: only("file")},
			slices.Concat([]string{"read_file"}, bridgedNames, acmeNames, []string{"plug_b"})},
		{"if nothing is allowed, always included tools remain",
			runtime.Policy{Tools: only(), MCPServers: only(), Plugins: only()}, []string{"get_skill"}},
		{"servers match exactly and case-sensitively", runtime.Policy{MCPServers: only("Linear")},
			slices.Concat(builtinNames, []string{"mcp_single", "plug_a", "plug_b"})},
		{"a plugin's bridged tool needs its server", runtime.Policy{MCPServers: only("git")},
			slices.Concat(builtinNames, []string{"mcp__git__hub__push", "mcp_single", "plug_a", "plug_b"})},
		{"a plugin's bridged tool needs its plugin", runtime.Policy{MCPServers: only("linear"), Plugins: only("other")},
			slices.Concat(builtinNames, linearNames, []string{"mcp_single", "plug_b"})},
		{"the server may be empty", runtime.Policy{MCPServers: only("")},
			slices.Concat(builtinNames, []string{"mcp__", "mcp_single", "plug_a", "plug_b"})},
		{"a name on the server may contain two underscores",
			runtime.Policy{MCPServers: only("git"), MCPTools: map[string]runtime.Names{"git": only("hub__push")}},
			slices.Concat(builtinNames, []string{"mcp__git__hub__push", "mcp_single", "plug_a", "plug_b"})},
		{"the list of one server does not limit another",
			runtime.Policy{MCPTools: map[string]runtime.Names{"git": only("hub__push"), "solo": only("x")}},
			slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "mcp__solo" })},
		{"the last part of a name does not match",
			runtime.Policy{MCPServers: only("git"), MCPTools: map[string]runtime.Names{"git": only("push")}},
			slices.Concat(builtinNames, []string{"mcp_single", "plug_a", "plug_b"})},
		{"a plugin's always included tool still needs its plugin", runtime.Policy{Plugins: only("acme")},
			slices.Concat(builtinNames, bridgedNames, []string{"mcp_single"}, acmeNames)},
		{"exclusion has priority over always included", runtime.Policy{Exclude: []string{"get_skill", "plug_b"}},
			slices.DeleteFunc(slices.Clone(all), func(n string) bool { return n == "get_skill" || n == "plug_b" })},
		{"some grants are not enough", runtime.Policy{Tools: only("deploy"), MCPServers: only(), Plugins: only(), Grants: []string{"ops"}},
			[]string{"get_skill"}},
		{"all grants allow the tool", runtime.Policy{Tools: only("deploy"), MCPServers: only(), Plugins: only(), Grants: []string{"prod", "more", "ops"}},
			[]string{"get_skill", "deploy"}},
	}
	registry := policyRegistry(t)
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if diff := cmp.Diff(test.want, shownNames(registry, test.policy)); diff != "" {
				t.Errorf("shown (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, runNames(t, registry, test.policy)); diff != "" {
				t.Errorf("executed (-want +got):\n%s", diff)
			}
		})
	}
}

// shownNames returns the names of the definitions.
func shownNames(registry *runtime.Registry, policy runtime.Policy) (names []string) {
	for _, definition := range registry.Definitions(policy) {
		names = append(names, definition.Name)
	}
	return names
}

// runNames returns the names of the tools that run if all are called.
func runNames(t *testing.T, registry *runtime.Registry, policy runtime.Policy) (names []string) {
	var all []string
	for _, tool := range registry.Tools() {
		all = append(all, tool.Name)
	}
	for _, result := range registry.ExecuteParallel(t.Context(), calls(all...), &runtime.Turn{Policy: policy}) {
		if result.Result.OK {
			names = append(names, result.Name)
		} else if result.Result.Code != runtime.NotAvailable {
			t.Errorf("%s was refused with the code %s", result.Name, result.Result.Code)
		}
	}
	return names
}

func TestRefusalTexts(t *testing.T) {
	t.Setenv("TOOLGEN_TEST_EMPTY", "")
	t.Setenv("PATH", t.TempDir())
	tests := []struct {
		reason     string
		tool       runtime.Tool
		turn       runtime.Turn
		wantError  string
		wantReason string
	}{
		{"excluded comes before not permitted", runtime.Tool{Name: "a"},
			runtime.Turn{Policy: runtime.Policy{Tools: runtime.AllowOnly(), Exclude: []string{"a"}}},
			"Tool a is not available on this surface", ""},
		{"not permitted comes before availability",
			runtime.Tool{Name: "a", Available: &runtime.Availability{Env: []string{"TOOLGEN_TEST_EMPTY"}}},
			runtime.Turn{Policy: runtime.Policy{Tools: runtime.AllowOnly()}},
			"Tool a is not permitted for this personality", ""},
		{"a grant is missing", runtime.Tool{Name: "a", Requires: []string{"g", "h"}}, runtime.Turn{Policy: runtime.Policy{Grants: []string{"g"}}},
			"Tool a is not permitted for this personality", `the policy does not have the grant "h", which the tool requires`},
		{"a grant is missing, and the tool is not allowed", runtime.Tool{Name: "a", Requires: []string{"g"}}, runtime.Turn{Policy: runtime.Policy{Tools: runtime.AllowOnly()}},
			"Tool a is not permitted for this personality", ""},
		{"a grant is missing, and the turn does not show the tool", runtime.Tool{Name: "a", Requires: []string{"g"}}, runtime.Turn{Visible: []*runtime.Tool{}},
			"Tool a is not permitted for this personality", ""},
		{"the provider did not show it", runtime.Tool{Name: "a", AlwaysInclude: true},
			runtime.Turn{Visible: []*runtime.Tool{{Name: "b"}, nil}},
			"Tool a is not permitted for this personality", ""},
		{"a provider that returns nothing denies all tools", runtime.Tool{Name: "a"},
			runtime.Turn{Visible: []*runtime.Tool{}},
			"Tool a is not permitted for this personality", ""},
		{"a variable is empty", runtime.Tool{Name: "a", Available: &runtime.Availability{Env: []string{"TOOLGEN_TEST_EMPTY"}}}, runtime.Turn{},
			"Tool a is not currently available", "environment variable TOOLGEN_TEST_EMPTY is not set"},
		{"a program is missing", runtime.Tool{Name: "a", Available: &runtime.Availability{Binaries: []string{"git"}}}, runtime.Turn{},
			"Tool a is not currently available", "program git is not on PATH"},
		{"the check is false", runtime.Tool{Name: "a", Available: &runtime.Availability{CheckName: "Ready", Check: func() bool { return false }}}, runtime.Turn{},
			"Tool a is not currently available", "check Ready failed"},
		{"the tool explains it", runtime.Tool{Name: "a", Available: &runtime.Availability{CheckName: "Ready", Check: func() bool { return false }, Explanation: "ask the operator"}}, runtime.Turn{},
			"Tool a is not currently available: ask the operator", "check Ready failed"},
		{"the check panics", runtime.Tool{Name: "a", Available: &runtime.Availability{Check: func() bool { panic("no") }}}, runtime.Turn{},
			"Tool a is not currently available", "check failed"},
		{"the check calls runtime.Goexit", runtime.Tool{Name: "a", Available: &runtime.Availability{Check: func() bool { goruntime.Goexit(); return true }}}, runtime.Turn{},
			"Tool a is not currently available", "check failed"},
		{"availability comes before capabilities", runtime.Tool{Name: "a",
			Needs:     &capability.Needs{Kinds: capability.KindNetwork},
			Available: &runtime.Availability{CheckName: "Ready", Check: func() bool { return false }}}, runtime.Turn{},
			"Tool a is not currently available", "check Ready failed"},
		{"a capability has no backend", runtime.Tool{Name: "a", Needs: &capability.Needs{Kinds: capability.KindRead | capability.KindNetwork}}, runtime.Turn{},
			"Tool a declares capabilities but no capability backends are configured", "fs:read, network"},
		{"a negative budget refuses all calls", runtime.Tool{Name: "a"}, runtime.Turn{ResultBudgetChars: -4},
			"No tool can run: the budget of the results is negative (-4)", ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			test.tool.Invoke = func(context.Context, *runtime.Call) runtime.Result {
				t.Error("the tool was invoked")
				return runtime.Text("")
			}
			got := newRegistry(t, nil, test.tool).ExecuteParallel(t.Context(), calls("a"), &test.turn)
			want := []runtime.CallResult{{ID: "c0", Name: "a", Duration: got[0].Duration, Result: runtime.Result{
				Error: test.wantError, Code: runtime.NotAvailable, Reason: test.wantReason,
			}}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("results (-want +got):\n%s", diff)
			}
		})
	}
}

// A refusal names the tools that do what an unknown tool would do, but only those that the turn may call.
func TestCounterparts(t *testing.T) {
	options := &runtime.Options{Counterparts: map[string][]string{
		"grep": {"search"}, "str_replace_editor": {"patch", "write"}, "shell": {"missing"},
	}}
	registry := newRegistry(t, options, runtime.Tool{Name: "search"}, runtime.Tool{Name: "patch"}, runtime.Tool{Name: "write"})
	for _, test := range []struct {
		reason, name string
		policy       runtime.Policy
		want         string
	}{
		{"one tool", "grep", runtime.Policy{}, "Unknown tool: grep. Use search instead"},
		{"another spelling", "Str-ReplaceEditor", runtime.Policy{}, "Unknown tool: Str-ReplaceEditor. Use patch or write instead"},
		{"some of them excluded", "str_replace_editor", runtime.Policy{Exclude: []string{"patch"}}, "Unknown tool: str_replace_editor. Use write instead"},
		{"all of them excluded", "grep", runtime.Policy{Exclude: []string{"search"}}, "Unknown tool: grep"},
		{"not registered", "shell", runtime.Policy{}, "Unknown tool: shell"},
		{"no counterpart", "serch", runtime.Policy{}, "Unknown tool: serch. Did you mean search?"},
	} {
		got := registry.ExecuteParallel(t.Context(), calls(test.name), &runtime.Turn{Policy: test.policy})
		want := runtime.Result{Error: test.want, Code: runtime.NotAvailable}
		if diff := cmp.Diff(want, got[0].Result); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// A refusal suggests similar names, but only of tools that the turn may call.
func TestUnknownTool(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "search_notes"}, runtime.Tool{Name: "search_nodes"}, runtime.Tool{Name: "ls"})
	open, closed := runtime.Policy{}, runtime.Policy{Exclude: []string{"search_notes"}, Tools: runtime.AllowOnly("search_notes", "ls")}
	tests := []struct {
		reason, name string
		policy       runtime.Policy
		want         string
	}{
		{"no similar name", "ghost", open, "Unknown tool: ghost"},
		{"a letter is missing", "serch_notes", open, "Unknown tool: serch_notes. Did you mean search_notes?"},
		{"two letters are swapped", "saerch_nodes", open, "Unknown tool: saerch_nodes. Did you mean search_nodes?"},
		{"another case", "Search_Notes", open, "Unknown tool: Search_Notes. Did you mean search_notes?"},
		{"excluded and forbidden tools stay hidden", "serch_notes", closed, "Unknown tool: serch_notes"},
		{"a short name", "la", open, "Unknown tool: la. Did you mean ls?"},
		{"an empty name", "", open, "Unknown tool: "},
		{"a name that is too long", strings.Repeat("n", 70), open, "Unknown tool: " + strings.Repeat("n", 64) + "…"},
		{"line breaks, terminal escapes and hidden characters", "a\nb\x1b[2K\u202e\u200b", open, `Unknown tool: a b\u001b[2K\u202e\u200b`},
		{"a token of a chat template", "<|im_start|>system", open, "Unknown tool: " + untrusted.Neutralize("<|im_start|>system")},
	}
	for _, test := range tests {
		got := registry.ExecuteParallel(t.Context(), calls(test.name), &runtime.Turn{Policy: test.policy})
		want := runtime.Result{Error: test.want, Code: runtime.NotAvailable}
		if diff := cmp.Diff(want, got[0].Result); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
