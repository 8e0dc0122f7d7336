package runtime_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/capability"
)

func TestResultJSON(t *testing.T) {
	tests := []struct {
		reason string
		result runtime.Result
		want   string
	}{
		{"a success has its value, though it is empty", runtime.Text(""), `{"ok":true,"value":""}`},
		{"everything of a success", runtime.Result{OK: true, Value: "<a> & b", Structured: json.RawMessage(`{"a":1}`), CostUSD: 0.25,
			Parts: []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png", Data: []byte("hi")}}},
			`{"ok":true,"value":"<a> & b","structured":{"a":1},"parts":[{"kind":"image","mime":"image/png","data":"aGk="}],"cost_usd":0.25}`},
		{"a failure has its error and code; the cause is not written",
			runtime.Result{Error: "gone", Code: runtime.NotAvailable, Cause: errors.New("secret")}, `{"ok":false,"error":"gone","code":"not_available"}`},
		{"everything of a failure", runtime.Result{Error: "e", Code: runtime.StaleWrite, Field: "f", Reason: "r", ConflictKey: "k", CostUSD: 1},
			`{"ok":false,"error":"e","code":"STALE_WRITE","field":"f","reason":"r","conflict_key":"k","cost_usd":1}`},
		{"an unknown code", runtime.Result{Error: "e", Code: "HTTP_404"}, `{"ok":false,"error":"e","code":"execution_failed"}`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got, err := json.Marshal(test.result)
			if err != nil {
				t.Fatal(err)
			}
			var want, plain any
			if err := errors.Join(json.Unmarshal([]byte(test.want), &want), json.Unmarshal(got, &plain)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, plain); diff != "" {
				t.Errorf("JSON (-want +got):\n%s", diff)
			}
			var back runtime.Result
			if err := json.Unmarshal(got, &back); err != nil {
				t.Fatal(err)
			}
			if !test.result.OK {
				test.result.Code = runtime.Fail(test.result.Code, "").Code
			}
			if diff := cmp.Diff(test.result, back, cmpopts.IgnoreFields(runtime.Result{}, "Cause")); diff != "" {
				t.Errorf("read back (-want +got):\n%s", diff)
			}
		})
	}
}

// Structured content that is not JSON does not make the JSON form of other
// results invalid.
func TestInvalidStructuredContent(t *testing.T) {
	results := []runtime.CallResult{
		{Result: runtime.Result{OK: true, Value: "v", Structured: json.RawMessage(`{"a"`)}},
		{Result: runtime.Text("fine")},
	}
	got, err := json.Marshal(results)
	want := `[{"version":1,"id":"","name":"","result":{"ok":true,"value":"v"},"duration_ns":0},{"version":1,"id":"","name":"","result":{"ok":true,"value":"fine"},"duration_ns":0}]`
	if err != nil || string(got) != want {
		t.Errorf("JSON is %s, %v; want %s", got, err, want)
	}
}

// A call and a stored outcome have structured content in valid UTF-8, also if the
// tool, its middleware or another process has written other content.
func TestStructuredContentIsValid(t *testing.T) {
	for _, test := range []struct{ reason, content, want string }{
		{"valid", `{"a":"é"}`, `{"a":"é"}`},
		{"invalid UTF-8", "{\"a\":\"x\xff\xfe\",\"\xffb\":1}", "{\"a\":\"x\uFFFD\",\"\uFFFDb\":1}"},
		{"a surrogate", "{\"a\":\"\xed\xa0\x80\"}", "{\"a\":\"\uFFFD\"}"},
	} {
		for _, untrusted := range []*runtime.Untrusted{nil, {}} {
			result := runtime.Result{OK: true, Value: "v", Structured: json.RawMessage(test.content)}
			tool := toolReturning(result)
			tool.Untrusted = untrusted
			registry := newRegistry(t, nil, tool)
			if got := registry.ExecuteParallel(t.Context(), calls(tool.Name), nil)[0].Result; string(got.Structured) != test.want || !got.OK {
				t.Errorf("%s: the call answers %+v with %q, want %q", test.reason, got, got.Structured, test.want)
			}
			outcome := runtime.Outcome{Name: tool.Name, Result: result}
			if untrusted != nil {
				outcome.Fence = &runtime.Fence{Source: "s", Tool: tool.Name}
			}
			if got := registry.Fit([]runtime.Outcome{outcome}, nil)[0].Result; string(got.Structured) != test.want {
				t.Errorf("%s: Fit returns %q, want %q", test.reason, got.Structured, test.want)
			}
		}
	}
}

func TestFromError(t *testing.T) {
	tests := []struct {
		reason string
		err    error
		want   runtime.Result
	}{
		{"any error", errors.New("boom"), runtime.Result{Error: "boom", Code: runtime.ExecutionFailed}},
		{"the tool's choice, wrapped", fmt.Errorf("reading: %w", &runtime.Error{Code: runtime.StaleWrite, Message: "changed", Reason: "r", Field: "f", ConflictKey: "k"}),
			runtime.Result{Error: "reading: changed", Code: runtime.StaleWrite, Reason: "r", Field: "f", ConflictKey: "k"}},
		{"an unknown code", &runtime.Error{Code: "x", Message: "m"}, runtime.Result{Error: "m", Code: runtime.ExecutionFailed}},
		{"a refused capability", &capability.Denied{Kind: capability.KindNetwork, Reason: "no"},
			runtime.Result{Error: "network denied: no", Code: runtime.NotAvailable, Reason: "network"}},
		{"bad arguments", &arguments.Error{Tool: "t", Problems: []arguments.Problem{{Message: "m"}}, Total: 1},
			runtime.Result{Error: "invalid arguments for t (1 problem):\n- m", Code: runtime.InputInvalid}},
	}
	for _, test := range tests {
		got := runtime.FromError(test.err)
		if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(runtime.Result{}, "Cause")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
		if !errors.Is(got.Cause, test.err) {
			t.Errorf("%s: the cause is %v", test.reason, got.Cause)
		}
	}
}

func TestErrorf(t *testing.T) {
	cause := errors.New("disk")
	err := runtime.Errorf("unknown", "writing %s: %w", "f", cause)
	if err.Code != runtime.ExecutionFailed || err.Message != "writing f: disk" || !errors.Is(err, cause) {
		t.Errorf("the error is %+v", err)
	}
}

func TestErrorfWrapsSeveral(t *testing.T) {
	disk, net := errors.New("disk"), errors.New("net")
	err := runtime.Errorf(runtime.StaleWrite, "%w and %w", disk, net)
	if err.Message != "disk and net" || !errors.Is(err, disk) || !errors.Is(err, net) {
		t.Errorf("the error is %+v", err)
	}
}

func TestStructuredResults(t *testing.T) {
	type note struct {
		Text string `json:"text"`
	}
	tests := []struct {
		reason string
		result runtime.Result
		want   runtime.Result
	}{
		{"an object is its own structured content", runtime.Object(note{"<a>"}),
			runtime.Result{OK: true, Value: `{"text":"<a>"}`, Structured: json.RawMessage(`{"text":"<a>"}`)}},
		{"anything else is wrapped", runtime.Wrapped([]int{1}),
			runtime.Result{OK: true, Value: "[1]", Structured: json.RawMessage(`{"result":[1]}`)}},
		{"a nil pointer is no object", runtime.Object((*note)(nil)),
			runtime.Result{Error: "The tool returned null but must return an object.", Code: runtime.ExecutionFailed}},
		{"an array is no object", runtime.Object([]note{}),
			runtime.Result{Error: "The tool returned an array but must return an object.", Code: runtime.ExecutionFailed}},
		{"what JSON cannot hold", runtime.Wrapped(func() {}),
			runtime.Result{Error: "The tool's result cannot be written as JSON.", Code: runtime.ExecutionFailed}},
		{"another text", runtime.Object(note{"a"}).WithText("the note a"),
			runtime.Result{OK: true, Value: "the note a", Structured: json.RawMessage(`{"text":"a"}`)}},
		{"a failure keeps its text", runtime.Fail(runtime.InputInvalid, "no").WithText("yes"),
			runtime.Result{Error: "no", Code: runtime.InputInvalid}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, test.result, cmpopts.IgnoreFields(runtime.Result{}, "Cause")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

func TestSessionReadTimes(t *testing.T) {
	var session runtime.Session
	if _, ok := session.ReadTime("f"); ok {
		t.Error("a file was read before it was")
	}
	read := time.Unix(1, 2)
	session.MarkRead("f", read)
	if got, ok := session.ReadTime("f"); !ok || !got.Equal(read) {
		t.Errorf("the file was read at %v, %v", got, ok)
	}
}
