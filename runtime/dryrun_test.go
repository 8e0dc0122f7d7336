package runtime_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// notRunTool returns a tool that takes any arguments and must not run.
func notRunTool(t *testing.T, dryRun runtime.Handler) runtime.Tool {
	return runtime.Tool{Name: "a", DryRun: dryRun, Decode: func(*decode.D) any { return nil },
		Invoke: func(context.Context, *runtime.Call) runtime.Result { t.Error("the tool ran"); return runtime.Text("") }}
}

func TestDryRun(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	tests := []struct{ reason, args, want string }{
		{"the arguments", `{"path":"/etc/passwd","n":1}`, `{"path":"/etc/passwd","n":1}`},
		{"white space outside strings is removed", "{ \"a\" : [ 1 ,\n 2 ] , \"b\" : \" \" }", `{"a":[1,2],"b":" "}`},
		{"order and spelling of numbers stay", `{"9":4,"10":3,"b":1e+21,"a":12345678901234567890}`, `{"9":4,"10":3,"b":1e+21,"a":12345678901234567890}`},
		{"no arguments", ``, `{}`},
		{"a string of 500 characters", `{"s":"` + x(500) + `"}`, `{"s":"` + x(500) + `"}`},
		{"a longer one is cut", `{"s":"` + x(505) + `","t":"` + x(3) + `"}`, `{"s":"` + x(500) + `...[truncated, 505 chars]","t":"xxx"}`},
		{"also in depth, and in code points", `{"a":[{"b":"` + strings.Repeat("é", 501) + `"}]}`, `{"a":[{"b":"` + strings.Repeat("é", 500) + `...[truncated, 501 chars]"}]}`},
		{"escapes are not split", `{"s":"` + x(499) + `\ud83d\ude00\n"}`, `{"s":"` + x(499) + `\ud83d\ude00...[truncated, 501 chars]"}`},
		{"escaped quotes do not end a string", `{"s":"\"` + x(500) + `\""}`, `{"s":"\"` + x(499) + `...[truncated, 502 chars]"}`},
		{"a text that is not JSON does not change", `{'a': "` + x(600), `{'a': "` + x(500) + `...[truncated, 600 chars]`},
		{"an escape at the end", `{"a":"\`, `{"a":"\`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			registry := newRegistry(t, nil, notRunTool(t, nil))
			batch := []runtime.ToolCall{{ID: "c", Name: "a", Args: []byte(test.args)}}
			got := registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{DryRun: true})[0].Result
			if want := "[dry-run] a would be called with: " + test.want; !got.OK || got.Value != want {
				t.Errorf("got  %+v\nwant %s", got, want)
			}
		})
	}
}

// A tool's own dry run is isolated, and Call.DryRun reports true in it.
func TestOwnDryRun(t *testing.T) {
	own := func(_ context.Context, c *runtime.Call) runtime.Result {
		if string(c.Arguments()) == `"panic"` {
			panic("boom")
		}
		if !c.DryRun() {
			t.Error("the call does not say that this is a dry run")
		}
		return runtime.Text("would")
	}
	o := quiet(io.Discard)
	o.Middleware = []runtime.Middleware{around("m", runtime.Middleware{})}
	registry := newRegistry(t, o, notRunTool(t, own))
	batch := calls("a", "a")
	batch[1].Args = []byte(`"panic"`)
	results := registry.ExecuteParallel(t.Context(), batch, &runtime.Turn{DryRun: true})
	if got := results[0].Result.Value; got != "would" {
		t.Errorf("the value is %q, want that of the tool, without middleware", got)
	}
	if got := results[1].Result.Reason; got != runtime.ReasonPanic {
		t.Errorf("the reason is %q", got)
	}
}

// Policy checks, decoding and approval come before a dry run.
func TestDryRunIsChecked(t *testing.T) {
	hidden := notRunTool(t, nil)
	hidden.Name, hidden.Available = "hidden", &runtime.Availability{Check: func() bool { return false }}
	strict := notRunTool(t, nil)
	strict.Name, strict.Decode = "strict", decodeWord
	asks := notRunTool(t, nil)
	asks.Name, asks.Approval = "asks", &runtime.Approval{}
	registry := newRegistry(t, nil, hidden, strict, asks)
	want := []runtime.Code{runtime.NotAvailable, runtime.InputInvalid, runtime.NotAvailable, runtime.NotAvailable}
	for i, result := range registry.ExecuteParallel(t.Context(), calls("hidden", "strict", "asks", "absent"), &runtime.Turn{DryRun: true}) {
		if result.Result.Code != want[i] {
			t.Errorf("%s: %+v", result.Name, result.Result)
		}
	}
}
