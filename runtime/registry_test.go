package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	goruntime "runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

func names(tools []*runtime.Tool) []string {
	all := []string{}
	for _, tool := range tools {
		all = append(all, tool.Name)
	}
	return all
}

// Register registers all tools or none.
func TestRegisterIsAtomic(t *testing.T) {
	good, other := runtime.Tool{Name: "good", Invoke: noop}, runtime.Tool{Name: "other", Invoke: noop}
	tests := []struct {
		reason, want string
		bad          *runtime.Tool
	}{
		{"nil", "is nil", nil},
		{"no name", "not portable", &runtime.Tool{Invoke: noop}},
		{"a space", "not portable", &runtime.Tool{Name: "a b", Invoke: noop}},
		{"a dot", "not portable", &runtime.Tool{Name: "a.b", Invoke: noop}},
		{"a digit first", "not portable", &runtime.Tool{Name: "1a", Invoke: noop}},
		{"a letter beyond ASCII", "not portable", &runtime.Tool{Name: "größe", Invoke: noop}},
		{"65 characters", "not portable", &runtime.Tool{Name: strings.Repeat("a", 65), Invoke: noop}},
		{"nothing to invoke", "no Invoke", &runtime.Tool{Name: "a"}},
		{"a negative maximum", "negative MaxResultChars", &runtime.Tool{Name: "a", Invoke: noop, MaxResultChars: -1}},
		{"a key that panics when compared", "cannot be compared", &runtime.Tool{Name: "a", Invoke: noop, ShutdownKey: map[string]int{}}},
		{"a name registered before", "two tools", &runtime.Tool{Name: "taken", Invoke: noop}},
		{"a name twice in one call", "two tools", &runtime.Tool{Name: "good", Invoke: noop}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			registry := newRegistry(t, nil, runtime.Tool{Name: "taken"})
			err := registry.Register(&good, test.bad, &other)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, want one that says %q", err, test.want)
			}
			if diff := cmp.Diff([]string{"taken"}, names(registry.Tools())); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if err := registry.Register(&other, &good); err != nil {
				t.Errorf("registering the good ones after that: %v", err)
			}
			if diff := cmp.Diff([]string{"taken", "other", "good"}, names(registry.Tools())); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDuplicateErrorNamesBoth(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", ID: "example.com/one.a"})
	err := registry.Register(&runtime.Tool{Name: "a", ID: "example.com/two.a", Invoke: noop})
	var duplicate *runtime.DuplicateError
	if !errors.As(err, &duplicate) {
		t.Fatalf("the error is %v, want a *DuplicateError", err)
	}
	want := &runtime.DuplicateError{Name: "a", IDs: [2]string{"example.com/one.a", "example.com/two.a"}}
	if diff := cmp.Diff(want, duplicate); diff != "" {
		t.Errorf("error (-want +got):\n%s", diff)
	}
}

// TestRegisterKeepsTools checks that a registry copies only tools that it changes, or by which sessions cache results.
func TestRegisterKeepsTools(t *testing.T) {
	approves := func(runtime.Tool) *runtime.Approval { return &runtime.Approval{Reason: "always"} }
	ignores := func(runtime.Tool) *runtime.Approval { return nil }
	for _, test := range []struct {
		reason string
		tool   runtime.Tool
		rule   runtime.ApprovalRule
		copied bool
	}{
		{"a tool", runtime.Tool{}, nil, false},
		{"a rule that requires nothing", runtime.Tool{}, ignores, false},
		{"a rule that requires approval", runtime.Tool{}, approves, true},
		{"a tool with a cache", runtime.Tool{Cache: &runtime.Cache{}}, nil, true},
	} {
		tool := &test.tool
		tool.Name, tool.Invoke = "a", noop
		registry := runtime.NewRegistry(&runtime.Options{ApprovalRule: test.rule})
		if err := registry.Register(tool); err != nil {
			t.Fatal(err)
		}
		registered, _ := registry.Tool("a")
		if copied := registered != tool; copied != test.copied {
			t.Errorf("%s: copied: %v, want %v", test.reason, copied, test.copied)
		}
		if tool.Approval != nil {
			t.Errorf("%s: the registry changed the tool", test.reason)
		}
	}
}

// TestRegistriesDoNotShareResults checks that a session does not use a result of one registry for a call of another one:
// the same tool can have other backends there.
func TestRegistriesDoNotShareResults(t *testing.T) {
	count := 0
	tool := &runtime.Tool{Name: "a", Cache: &runtime.Cache{}, Invoke: func(context.Context, *runtime.Call) runtime.Result {
		count++
		return runtime.Result{OK: true, Value: "text"}
	}}
	session := runtime.NewSession("s", "k")
	for range 2 {
		registry := runtime.NewRegistry(nil)
		if err := registry.Register(tool); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Session: session})
		}
	}
	if count != 2 {
		t.Errorf("the tool ran %d times, want once for each registry", count)
	}
}

func TestLookup(t *testing.T) {
	registry := policyRegistry(t)
	if diff := cmp.Diff([]string{"read_file", "hidden"}, names(registry.Toolset("file"))); diff != "" {
		t.Errorf("toolset (-want +got):\n%s", diff)
	}
	if got := names(registry.Toolset("absent's")); len(got) != 0 {
		t.Errorf("an unknown toolset has %v", got)
	}
	for _, tool := range registry.Available() {
		if tool.Name == "hidden" {
			t.Error("an unavailable tool is listed as available")
		}
	}
	for name, plugin := range map[string]string{"plug_a": "acme", "plug_b": "other", "read_file": "", "absent": ""} {
		if got := registry.PluginOf(name); got != plugin {
			t.Errorf("the plugin of %s is %q, want %q", name, got, plugin)
		}
	}
	if tool, ok := registry.Tool("terminal"); !ok || tool.Toolset != "terminal" {
		t.Errorf("Tool returns %v, %v", tool, ok)
	}
	if _, ok := registry.Tool("absent"); ok {
		t.Error("Tool finds what is not there")
	}
}

func TestDefinitions(t *testing.T) {
	registry := newRegistry(t, nil,
		runtime.Tool{Name: "a", Description: "Says \"<hi>\" & more.", Input: `{"type":"object"}`},
		runtime.Tool{Name: "b"})
	const nothing = `{"type":"object","properties":{},"additionalProperties":false}`
	want := []runtime.Definition{
		{Name: "a", Description: "Says \"<hi>\" & more.", Parameters: json.RawMessage(`{"type":"object"}`)},
		{Name: "b", Parameters: json.RawMessage(nothing)},
	}
	if diff := cmp.Diff(want, registry.Definitions(runtime.Policy{})); diff != "" {
		t.Errorf("definitions (-want +got):\n%s", diff)
	}
	for _, p := range []runtime.Policy{{}, {Tools: runtime.AllowOnly()}} {
		full, err := json.Marshal(registry.Definitions(p))
		if err != nil {
			t.Fatal(err)
		}
		var fromValues, fromCache any
		if err := errors.Join(json.Unmarshal(full, &fromValues), json.Unmarshal(registry.AppendDefinitions(nil, p), &fromCache)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fromValues, fromCache); diff != "" {
			t.Errorf("encoded definitions (-one by one +appended):\n%s", diff)
		}
	}
	encoded := `x[{"name":"a","description":"Says \"<hi>\" & more.","parameters":{"type":"object"}},{"name":"b","description":"","parameters":` + nothing + `}]`
	for range 2 { // the second time from the cache
		if got := string(registry.AppendDefinitions([]byte("x"), runtime.Policy{})); got != encoded {
			t.Errorf("the encoding is %s, want %s", got, encoded)
		}
	}
}

// A check that fails hides only its tool.
func TestDefinitionsWithFailingChecks(t *testing.T) {
	panics := &runtime.Availability{Check: func() bool { panic("no") }}
	exits := &runtime.Availability{Check: func() bool { goruntime.Goexit(); return true }}
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Available: panics}, runtime.Tool{Name: "b", Available: exits}, runtime.Tool{Name: "c"})
	if diff := cmp.Diff([]string{"c"}, shownNames(registry, runtime.Policy{})); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"c"}, names(registry.Available())); diff != "" {
		t.Errorf("available (-want +got):\n%s", diff)
	}
}

func TestDefinitionsDoNotAllocate(t *testing.T) {
	registry := newRegistry(t, nil, numberedTools(50)...)
	buffer := registry.AppendDefinitions(nil, runtime.Policy{})
	allocations := testing.AllocsPerRun(20, func() { buffer = registry.AppendDefinitions(buffer[:0], runtime.Policy{}) })
	if allocations != 0 {
		t.Errorf("appending definitions allocates %v times", allocations)
	}
}

func TestValidate(t *testing.T) {
	registry := newRegistry(t, nil,
		runtime.Tool{Name: "broken", Input: `{"type":`},
		runtime.Tool{Name: "fine"},
		runtime.Tool{Name: "grant", Requires: []string{"ops"}},
		runtime.Tool{Name: "guarded", Approval: &runtime.Approval{}},
		runtime.Tool{Name: "sometimes", Approval: &runtime.Approval{When: func(any) (string, bool) { return "", false }}},
		runtime.Tool{Name: "net", Needs: &capability.Needs{Kinds: capability.KindNetwork}},
	)
	problems := func(p runtime.Policy) map[string]int {
		found := map[string]int{}
		for _, err := range registry.Validate(p) {
			var problem *runtime.PolicyError
			if !errors.As(err, &problem) {
				t.Errorf("%v is no *PolicyError", err)
				continue
			}
			found[problem.Tool]++
		}
		return found
	}
	tests := []struct {
		reason string
		policy runtime.Policy
		want   map[string]int
	}{
		{"tools that cannot work are reported, tools without a grant are not", runtime.Policy{}, map[string]int{"broken": 1, "guarded": 1, "net": 2}},
		{"tools that are not allowed are not checked", runtime.Policy{Tools: runtime.AllowOnly("fine")}, map[string]int{}},
		{"excluded tools are not checked", runtime.Policy{Exclude: []string{"broken", "guarded", "net"}}, map[string]int{}},
		{"a tool that is allowed by name needs its grants", runtime.Policy{Tools: runtime.AllowOnly("grant")}, map[string]int{"grant": 1}},
		{"names that no tool has", runtime.Policy{Tools: runtime.AllowOnly("fine", "fin"), Exclude: []string{"gone"}}, map[string]int{"fin": 1, "gone": 1}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, problems(test.policy)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}
