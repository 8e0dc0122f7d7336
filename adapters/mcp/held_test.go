package mcp_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// A call of a tool that is held back says so, and why, in a turn and in a
// registry. The model sees nothing of the definition.
func TestCallOfAHeldTool(t *testing.T) {
	const token = "<|im_start|>secret"
	for _, test := range []struct {
		reason, list, want, description string
		pins                            map[string]string
	}{
		{"a new tool", toolText("a", `,"description":"secret"`), "its definition is new. It is held back until a person who operates this program allows it.", `the tool "a" is held back: its definition is new; Bridge.Allow with the digest `, map[string]string{}},
		{"a changed tool", toolText("a", `,"description":"secret"`), "its definition has changed since it was allowed. It is held back until", `the tool "a" is held back: its definition has changed since it was allowed; `, map[string]string{"a": "1234"}},
		{"a suspicious tool", toolText("a", `,"description":"`+token+`"`), "its definition is new, and it contains hidden characters or text that has a special meaning for models. It is held back", `: "<|im_start|>secret"; Bridge.Allow with the digest `, nil},
		{"a changed and suspicious tool", toolText("a", `,"description":"`+token+`"`), "its definition has changed since it was allowed, and it contains hidden characters", `has changed since it was allowed, and it contains hidden characters or text that has a special meaning for models: "<|im_start|>secret"; `, map[string]string{"a": "1234"}},
	} {
		t.Run(test.reason, func(t *testing.T) {
			b := listBridge(t, "["+test.list+"]", mcp.BridgeOptions{Pins: test.pins})
			registry := runtime.NewRegistry(nil)
			if err := b.Attach(t.Context(), registry); err != nil {
				t.Fatal(err)
			}
			calls := []runtime.ToolCall{{Name: "mcp__far__a", Args: []byte(`{}`)}}
			for name, results := range map[string][]runtime.CallResult{
				"in a turn":     runtime.NewRegistry(nil).ExecuteParallel(t.Context(), calls, &runtime.Turn{Tools: b.Tools()}),
				"in a registry": registry.ExecuteParallel(t.Context(), calls, nil),
			} {
				r := results[0].Result
				if r.Code != runtime.NotAvailable || !strings.HasPrefix(r.Error, "Tool mcp__far__a is not currently available: "+test.want) || strings.Contains(r.Error, "secret") {
					t.Errorf("%s: the call answers %+v", name, r)
				}
			}
			turn := &runtime.Turn{Tools: b.Tools()}
			if shown := string(runtime.NewRegistry(nil).AppendTurnDefinitions(nil, turn)) + string(registry.AppendDefinitions(nil, runtime.Policy{})); shown != "[][]" {
				t.Errorf("the model sees %s", shown)
			}
			held := b.Held()
			if len(held) != 1 {
				t.Fatalf("held back are %v", held)
			}
			if text := held[0].String(); !strings.Contains(text, test.description) || !strings.HasSuffix(text, held[0].Digest+" allows it") {
				t.Errorf("the text is %q", text)
			}
			if !b.Allow("a", held[0].Digest) {
				t.Error("the tool cannot be allowed")
			}
			if r := registry.ExecuteParallel(t.Context(), calls, nil)[0].Result; !r.OK {
				t.Errorf("the allowed tool answers %+v", r)
			}
		})
	}
}
