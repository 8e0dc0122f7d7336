package runtime_test

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
)

// fullTool returns a tool with all fields set.
func fullTool() *runtime.Tool {
	return &runtime.Tool{
		ID: "example.com/x.a", Name: "a", Title: "A", Description: "Does a.", Input: `{"type":"object"}`, Output: `{"type":"object"}`,
		Projections: []runtime.Projection{{Dialect: "d", Parameters: "{}", Strict: true, Examples: []string{"{}"}}}, JSON: true, Toolset: "t", Category: "c", Version: "1",
		Requires: []string{"g"}, Hints: runtime.Hints{ReadOnly: true, Idempotent: true}, MaxResultChars: 10, Timeout: time.Second,
		Needs:         &capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{"example.com"}},
		Available:     &runtime.Availability{Env: []string{"HOME"}, CheckName: "c", Check: func() bool { return true }, Explanation: "e"},
		AlwaysInclude: true, Approval: &runtime.Approval{When: func(any) (string, bool) { return "", true }, Condition: "c"}, Untrusted: &runtime.Untrusted{Field: "f"},
		ReturnDirect: true, Cache: &runtime.Cache{TTL: time.Second, Fields: []string{"f"}}, Serialize: []string{"f"}, Exclusive: true,
		Retry: &runtime.Retry{Count: 1}, NoRepair: true, Strict: true, Examples: []string{"{}"},
		Decode: func(*decode.D) any { return nil }, Check: func(any) error { return nil }, Key: func(any) string { return "" },
		Source: func(any) string { return "" }, Invoke: noop, DryRun: noop,
		Shutdown: func(context.Context) error { return nil }, ShutdownKey: new(int),
	}
}

// changesOf returns the changes that result from replacing the first plugin by
// the second.
func changesOf(t *testing.T, first, second runtime.Plugin) (changes []runtime.Change) {
	t.Helper()
	registry := newRegistry(t, nil, runtime.Tool{Name: "own"})
	replace(t, registry, first)
	followed := registry.Changes(t.Context())
	replace(t, registry, second)
	if err := registry.Register(&runtime.Tool{Name: "end", Invoke: noop}); err != nil {
		t.Fatal(err)
	}
	for change := range followed {
		changes = append(changes, change)
		if change.Added[len(change.Added)-1] == "end" {
			break
		}
	}
	return changes
}

// TestEqualDeclaration checks that a new implementation of an equal declaration is
// not a change. The new implementation is called, and does not use the cached
// results of the old one.
func TestEqualDeclaration(t *testing.T) {
	plugin := func(text string, edit func(*runtime.Tool)) runtime.Plugin {
		tool := fullTool()
		tool.Needs, tool.Approval, tool.Requires, tool.Untrusted = nil, nil, nil, nil
		tool.Retry, tool.Decode, tool.MaxResultChars = nil, nil, 0
		tool.Invoke = textHandler(text)
		if edit != nil {
			edit(tool)
		}
		return runtime.Plugin{ID: "p", Version: "1", Tools: []*runtime.Tool{tool}}
	}
	registry := newRegistry(t, nil)
	replace(t, registry, plugin("one", nil))
	turn := &runtime.Turn{Session: runtime.NewSession("s", "")}
	revision := registry.Revision()
	for _, want := range []string{"one", "two", "three"} {
		replace(t, registry, plugin(want, nil))
		if got := values(registry.ExecuteParallel(t.Context(), calls("a"), turn)); got[0] != want {
			t.Errorf("the tool says %q, want %q", got, want)
		}
	}
	if registry.Revision() != revision {
		t.Error("an equal declaration is another revision")
	}
	replace(t, registry, plugin("four", func(tool *runtime.Tool) { tool.Examples = nil }))
	if registry.Revision() != revision+1 {
		t.Error("another declaration is no other revision")
	}
}

// TestDeclarationFields checks that each field of a tool is part of its
// declaration, except the ShutdownKey. Of functions, only whether they are set is.
func TestDeclarationFields(t *testing.T) {
	plugin := func(tool *runtime.Tool) runtime.Plugin {
		return runtime.Plugin{ID: "p", Version: "1", Tools: []*runtime.Tool{tool}}
	}
	equal := []runtime.Change{{Since: 3, Revision: 4, Added: []string{"end"}}}
	if diff := cmp.Diff(equal, changesOf(t, plugin(fullTool()), plugin(fullTool()))); diff != "" {
		t.Fatalf("an equal tool (-want +got):\n%s", diff)
	}
	changed := []runtime.Change{{Since: 3, Revision: 5, Added: []string{"end"}, Changed: []string{"a"}}}
	optional := map[string]bool{"Invoke": true, "Name": true, "Key": true} // others must be as they are
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runtime.Tool]()) {
		tool := fullTool()
		value := reflect.ValueOf(tool).Elem().FieldByIndex(field.Index)
		switch {
		case field.Name == "Concurrent": // fullTool is Exclusive, which excludes it
			tool.Exclusive, tool.Concurrent = false, true
		case value.IsZero():
			t.Errorf("fullTool leaves %s out", field.Name)
		case optional[field.Name]:
			continue
		default:
			value.SetZero()
		}
		if field.Name == "Hints" { // of which the retry needs one
			tool.Hints.Idempotent = true
		}
		want := changed
		if field.Name == "ShutdownKey" {
			want = equal
		}
		if diff := cmp.Diff(want, changesOf(t, plugin(fullTool()), plugin(tool))); diff != "" {
			t.Errorf("without %s (-want +got):\n%s", field.Name, diff)
		}
	}
	for reason, edit := range map[string]func(*runtime.Tool){
		"an element of a list":      func(tool *runtime.Tool) { tool.Requires = []string{"h"} },
		"one more element":          func(tool *runtime.Tool) { tool.Requires = []string{"g", "h"} },
		"a field of a structure":    func(tool *runtime.Tool) { tool.Hints.OpenWorld = true },
		"a field of a pointer":      func(tool *runtime.Tool) { tool.Needs.Hosts = nil },
		"a function in a structure": func(tool *runtime.Tool) { tool.Approval.When = nil },
		"a projection":              func(tool *runtime.Tool) { tool.Projections[0].Parameters = `{"type":"object"}` },
		"an example for a dialect":  func(tool *runtime.Tool) { tool.Projections[0].Examples = nil },
	} {
		tool := fullTool()
		edit(tool)
		if diff := cmp.Diff(changed, changesOf(t, plugin(fullTool()), plugin(tool))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", reason, diff)
		}
	}
	next := plugin(fullTool())
	next.Version = "2"
	if diff := cmp.Diff(changed, changesOf(t, plugin(fullTool()), next)); diff != "" {
		t.Errorf("another version of the plugin (-want +got):\n%s", diff)
	}
}
