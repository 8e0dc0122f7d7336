package runtime_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// TestRewrite checks what calls do with Options.Rewrite: it is used only for arguments that are not
// valid, its text is decoded as the model's, and the call fails as without it if it does not help.
func TestRewrite(t *testing.T) {
	for _, test := range []struct{ reason, given, rewritten, want string }{
		{"valid arguments are not rewritten", `{"n":1}`, "never", `{"n":1}`},
		{"a translation", `{"number":1}`, `{"n":1}`, `{"n":1} rewritten {"number":1} {"n":1}`},
		{"a translation with a repair", `{"number":1}`, `{"n":"1"}`, `{"n":1} rewritten {"number":1} {"n":"1"} number_in_string "1" 1`},
		{"repaired syntax", `{number:1}`, `{"n":1}`, `{"n":1} rewritten {"number":1} {"n":1}`},
		{"no translation", `{"number":1}`, "", "number: unknown argument"},
		{"one that is not valid", `{"number":1}`, `{"m":1}`, "number: unknown argument"},
		{"one that is not JSON", `{"number":1}`, `{`, "number: unknown argument"},
		{"one that is too long", `{"number":1}`, `{"n":1` + strings.Repeat(" ", 100) + `}`, "number: unknown argument"},
	} {
		tool, err := runtime.NewTool(runtime.Tool{
			Name: "count", Input: `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`,
			Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
				return runtime.Result{OK: true, Value: string(call.RawArgs())}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		registry := runtime.NewRegistry(&runtime.Options{MaxArgumentBytes: 100, Rewrite: func(tool *runtime.Tool, args string) string {
			if test.rewritten == "never" || tool.Name != "count" || args != strings.ReplaceAll(test.given, "{number", `{"number"`) {
				t.Errorf("%s: Rewrite gets %s", test.reason, args)
			}
			return test.rewritten
		}})
		if err := registry.Register(tool); err != nil {
			t.Fatal(err)
		}
		result := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "1", Name: "count", Args: []byte(test.given)}}, &runtime.Turn{})[0]
		got := result.Result.Value + result.Result.Error
		for _, repair := range result.Repairs {
			if repair.Kind != arguments.RepairName {
				got += " " + string(repair.Kind) + " " + repair.From + " " + repair.To
			}
		}
		if result.Result.OK && got != test.want || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}
