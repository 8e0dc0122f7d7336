package runtime_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

var gateNames = []string{"a", "b", "mcp__x__a", "mcp__x__b", "mcp__y__a", "mcp__", "c"}

// randomRestrictedTool returns a tool with random properties that the policy checks use.
func randomRestrictedTool(random *rand.Rand, name string) runtime.Tool {
	one := func(in int) bool { return random.IntN(in) == 0 }
	tool := runtime.Tool{Name: name, Invoke: textHandler(name + " ran"), AlwaysInclude: one(4)}
	if one(2) {
		tool.Toolset = "set"
	}
	if one(4) {
		tool.Requires = []string{"grant"}
	}
	if one(5) {
		open := one(2)
		tool.Available = &runtime.Availability{Check: func() bool { return open }}
	}
	if one(8) {
		tool.Needs = &capability.Needs{Kinds: capability.KindRead}
	}
	return tool
}

// randomRestrictedTurn returns a turn with random limits.
func randomRestrictedTurn(random *rand.Rand) runtime.Turn {
	some := func(all ...string) (picked []string) {
		for _, name := range all {
			if random.IntN(2) == 0 {
				picked = append(picked, name)
			}
		}
		return picked
	}
	limit := func(all ...string) runtime.Names {
		if random.IntN(2) == 0 {
			return runtime.Names{}
		}
		return runtime.AllowOnly(some(all...)...)
	}
	turn := runtime.Turn{Policy: runtime.Policy{
		Tools: limit("a", "b", "c"), Toolsets: limit("set", ""), MCPServers: limit("x", "y", ""), Plugins: limit("p"), Grants: some("grant"),
	}}
	if random.IntN(3) == 0 {
		turn.Policy.MCPTools = map[string]runtime.Names{"x": limit("a", "b")}
	}
	if random.IntN(3) == 0 {
		turn.Policy.Exclude = some("a", "mcp__x__b")
	}
	if random.IntN(3) == 0 {
		turn.Visible = []*runtime.Tool{}
		for _, name := range some(gateNames...) {
			turn.Visible = append(turn.Visible, &runtime.Tool{Name: name})
		}
	}
	if random.IntN(20) == 0 {
		turn.ResultBudgetChars = -1
	}
	return turn
}

// A turn's own tool has the same results as a registered tool with the same
// properties, and the definitions have exactly the tools that these checks
// permit.
func TestTurnPolicyChecks(t *testing.T) {
	outcomes := map[string]int{
		" ran": 0, " is not available on this surface": 0, " is not permitted for this personality": 0, " is not currently available": 0,
		" declares capabilities but no capability backends are configured": 0, "Unknown tool: zzzzzzzz": 0, "Did you mean mcp__x__a?": 0,
		"No tool can run: the budget of the results is negative (-1)": 0,
	}
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(seed, 5))
		registered, partly := runtime.NewRegistry(nil), runtime.NewRegistry(nil)
		turn := randomRestrictedTurn(random)
		withTools := turn
		for _, name := range gateNames {
			tool := randomRestrictedTool(random, name)
			in := registered.Register(&tool)
			if random.IntN(3) == 0 {
				in = partly.Register(&tool)
			} else {
				withTools.Tools = append(withTools.Tools, &tool)
			}
			if in != nil {
				t.Fatal(in)
			}
		}
		asked := append(slices.Clone(gateNames), "mcp__x__aa", "zzzzzzzz")
		want := registered.ExecuteParallel(t.Context(), calls(asked...), &turn)
		got := partly.ExecuteParallel(t.Context(), calls(asked...), &withTools)
		var running []string
		for i := range got {
			want[i].Duration, got[i].Duration = 0, 0
			text := got[i].Result.Value + got[i].Result.Error
			for kind := range outcomes {
				if strings.HasSuffix(text, kind) {
					outcomes[kind]++
				}
			}
			// Definitions do not depend on backends; this is also true for registered
			// tools.
			if got[i].Result.OK || strings.Contains(text, "capability backends") {
				running = append(running, asked[i])
			}
		}
		want[7], got[7] = runtime.CallResult{}, withoutSuggestions(got[7], want[7]) // the order of equally similar names may differ
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d: registered and of the turn (-registered +turn):\n%s", seed, diff)
		}
		checkListing(t, partly, &withTools, running)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for kind, n := range outcomes {
		if n < 5 {
			t.Errorf("%q came %d times", kind, n)
		}
	}
}

// withoutSuggestions returns an empty result if both results suggest a tool, or
// neither does.
func withoutSuggestions(got, want runtime.CallResult) runtime.CallResult {
	if strings.Contains(got.Result.Error, "Did you mean") == strings.Contains(want.Result.Error, "Did you mean") {
		return runtime.CallResult{}
	}
	return got
}

// checkListing compares the three forms of the list with each other, with the
// names that run, and with the order: registered tools first.
func checkListing(t *testing.T, registry *runtime.Registry, turn *runtime.Turn, running []string) {
	t.Helper()
	tools := registry.TurnTools(turn)
	order := slices.Concat(registry.Tools(), turn.Tools)
	at := -1
	var defined []runtime.Definition
	for _, tool := range tools {
		i := slices.Index(order, tool)
		if i <= at {
			t.Errorf("%s is listed out of order, or as another tool", tool.Name)
		}
		at = i
		defined = append(defined, tool.Definition())
	}
	got := names(tools)
	slices.Sort(got)
	slices.Sort(running)
	if fmt.Sprint(got) != fmt.Sprint(running) {
		t.Errorf("listed are %v, and these run: %v", got, running)
	}
	var decoded []runtime.Definition
	if err := json.Unmarshal(registry.AppendTurnDefinitions(nil, turn), &decoded); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(registry.TurnDefinitions(turn), append([]runtime.Definition{}, defined...)); diff != "" {
		t.Errorf("TurnTools and TurnDefinitions differ:\n%s", diff)
	}
	if diff := cmp.Diff(decoded, append([]runtime.Definition{}, defined...)); diff != "" {
		t.Errorf("AppendTurnDefinitions and TurnTools differ:\n%s", diff)
	}
}

// Without the turn's own tools and without Visible, the definitions of the turn
// are those of its policy.
func TestTurnDefinitions(t *testing.T) {
	registry := policyRegistry(t)
	for _, policy := range []runtime.Policy{{}, {Tools: runtime.AllowOnly("terminal")}, {Plugins: runtime.AllowOnly("acme"), Grants: []string{"ops", "prod"}}} {
		turn := &runtime.Turn{Policy: policy}
		if diff := cmp.Diff(registry.Definitions(policy), registry.TurnDefinitions(turn)); diff != "" {
			t.Errorf("definitions (-policy +turn):\n%s", diff)
		}
		if got, want := string(registry.AppendTurnDefinitions([]byte("x"), turn)), string(registry.AppendDefinitions([]byte("x"), policy)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if diff := cmp.Diff(registry.Definitions(runtime.Policy{}), registry.TurnDefinitions(nil)); diff != "" {
		t.Errorf("a nil turn (-policy +turn):\n%s", diff)
	}
	if got := string(runtime.NewRegistry(nil).AppendTurnDefinitions(nil, nil)); got != "[]" {
		t.Errorf("of an empty registry: %s", got)
	}
}
