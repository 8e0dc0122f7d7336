package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// word is an argument type. The code below is what the generator writes for it.
type word struct {
	Text string `json:"text"`
	Size int    `json:"size,omitzero"`
}

var (
	wordType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
		{Key: `"text":`, Type: &decode.Type{Kind: decode.KindString}, Required: true},
		{Key: `"size":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "maximum=9"}},
	}}
)

func decodeWord(d *decode.D) any { return decode.Arguments(d, &wordType, readWord) }

func readWord(d *decode.D, i int, v *word) int {
	property, i, seen := d.Object(i, &wordType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &wordType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Text)
		case 1:
			i = decode.Int(d, i, &v.Size)
			i = decode.Maximum(i, v.Size, 9)
		}
	}
	if i >= 0 && seen&1 == 0 {
		return -1
	}
	return i
}

// wordTool returns a tool with arguments.
func wordTool(check func(any) error) runtime.Tool {
	return runtime.Tool{Name: "say", Decode: decodeWord, Check: check, Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
		args := call.Args().(*word)
		return runtime.Text(fmt.Sprintf("%s/%d %s", args.Text, args.Size, call.Arguments()))
	}}
}

// executeOne executes one call with the arguments.
func executeOne(t testing.TB, registry *runtime.Registry, name, args string) runtime.CallResult {
	t.Helper()
	return registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{ID: "c", Name: name, Args: json.RawMessage(args)}}, nil)[0]
}

func TestArguments(t *testing.T) {
	registry := newRegistry(t, &runtime.Options{MaxArgumentBytes: 100}, wordTool(nil))
	tests := []struct {
		reason, args string
		wantValue    string
		wantCodes    []arguments.Code
		wantField    string
	}{
		{reason: "valid arguments, with their text", args: `{"text":"a","size":3}`, wantValue: `a/3 {"text":"a","size":3}`},
		{reason: "every problem at once", args: `{"size":10,"colour":1}`, wantField: "size",
			wantCodes: []arguments.Code{arguments.CodeMaximum, arguments.CodeUnknown, arguments.CodeRequired}},
		{reason: "empty arguments are an empty object", args: "", wantField: "text", wantCodes: []arguments.Code{arguments.CodeRequired}},
		{reason: "not JSON", args: `{"text":`, wantCodes: []arguments.Code{arguments.CodeSyntax}},
		{reason: "too long", args: `{"text":"` + strings.Repeat("x", 100) + `"}`, wantCodes: []arguments.Code{arguments.CodeTooLarge}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got := executeOne(t, registry, "say", test.args)
			if got.Result.Value != test.wantValue {
				t.Errorf("the value is %q, want %q", got.Result.Value, test.wantValue)
			}
			if diff := cmp.Diff(test.wantCodes, codes(got.Result)); diff != "" {
				t.Errorf("codes of %q (-want +got):\n%s", got.Result.Error, diff)
			}
			if test.wantCodes != nil && (got.Result.Code != runtime.InputInvalid || got.Result.Field != test.wantField) {
				t.Errorf("code %s and field %q, want %s and %q", got.Result.Code, got.Result.Field, runtime.InputInvalid, test.wantField)
			}
		})
	}
}

// codes returns the codes of the decoder's problems in a failure.
func codes(result runtime.Result) (codes []arguments.Code) {
	var decoded *arguments.Error
	if errors.As(result.Cause, &decoded) {
		for _, problem := range decoded.Problems {
			codes = append(codes, problem.Code)
		}
	}
	return codes
}

func TestRepairs(t *testing.T) {
	args := `{"text":"a","size":"3"}`
	got := executeOne(t, newRegistry(t, nil, wordTool(nil)), "say", args)
	want := []arguments.Repair{{Path: "size", Kind: arguments.RepairNumber, From: `"3"`, To: "3"}}
	if diff := cmp.Diff(want, got.Repairs); diff != "" {
		t.Errorf("repairs (-want +got):\n%s", diff)
	}
	if want := "a/3 " + args; got.Result.Value != want {
		t.Errorf("the value is %q, want %q: the text is the model's", got.Result.Value, want)
	}
	strict := wordTool(nil)
	strict.NoRepair = true
	got = executeOne(t, newRegistry(t, nil, strict), "say", args)
	if got.Result.Code != runtime.InputInvalid || got.Repairs != nil {
		t.Errorf("without repairs the result is %+v", got)
	}
}

// If the model does not write JSON, tools, approvers and reducers see the JSON text.
func TestRepairsOfSyntax(t *testing.T) {
	tool := wordTool(nil)
	tool.Approval = new(runtime.Approval)
	var request runtime.ApprovalRequest
	registry := newRegistry(t, &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		request = r
		return runtime.Decision{Approved: true}, nil
	}}, tool)
	got := executeOne(t, registry, "say", "```json\n{'text': \"it's\", size: '3'}\n```")
	const text = "\n{\"text\": \"it's\", \"size\": \"3\"}\n"
	if want := "it's/3 " + text; got.Result.Value != want {
		t.Errorf("the value is %q, want %q", got.Result.Value, want)
	}
	if string(request.Args) != text || len(got.Repairs) != 4 || len(request.Repairs) != 4 {
		t.Errorf("the approver sees %q with %v, the result has %v", request.Args, request.Repairs, got.Repairs)
	}
	tool.NoRepair = true
	if got := executeOne(t, newRegistry(t, nil, tool), "say", "{'text': 'a'}"); got.Result.Code != runtime.InputInvalid {
		t.Errorf("without repairs the result is %+v", got)
	}
}

// A secret in arguments that are not JSON is redacted in repairs, also of requests, and in dry runs.
func TestSecretsInRepairedSyntax(t *testing.T) {
	const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"
	tool := wordTool(nil)
	tool.Approval = new(runtime.Approval)
	var repairs string
	registry := newRegistry(t, &runtime.Options{Approver: func(_ context.Context, r runtime.ApprovalRequest) (runtime.Decision, error) {
		repairs = fmt.Sprint(r.Repairs)
		return runtime.Decision{Approved: true}, nil
	}}, tool)
	calls := []runtime.ToolCall{{ID: "c", Name: "say", Args: json.RawMessage("{'text': 'a\\n" + key + "' /* " + key + " */}")}}
	got := registry.ExecuteParallel(t.Context(), calls, &runtime.Turn{DryRun: true})[0]
	if all := fmt.Sprint(got) + repairs; !got.Result.OK || repairs == "" || strings.Contains(all, key[8:20]) {
		t.Error(all)
	}
}

// A tool without a decoder takes no arguments.
func TestNoArguments(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "now"})
	for _, args := range []string{"", "null", "{}", " {\n} ", "\t"} {
		if got := executeOne(t, registry, "now", args); !got.Result.OK {
			t.Errorf("%q: %s", args, got.Result.Error)
		}
	}
	for _, args := range []string{`{"x":1}`, `[]`, `"x"`, `{`, `{}{}`, `nil`, `1`, "\u00a0{}", "\v", "\ufeff{}"} {
		got := executeOne(t, registry, "now", args)
		if got.Result.Code != runtime.InputInvalid || len(codes(got.Result)) == 0 {
			t.Errorf("%q: the result is %+v, want input_invalid with problems", args, got.Result)
		}
	}
}

// A negative limit means the default.
func TestNegativeLimits(t *testing.T) {
	registry := newRegistry(t, &runtime.Options{MaxArgumentBytes: -1, Concurrency: -1, BatchTimeout: -1}, wordTool(nil))
	if got := executeOne(t, registry, "say", `{"text":"a"}`); !got.Result.OK {
		t.Errorf("the result is %+v, want a success", got.Result)
	}
}

// Errors of Validate have the form of the decoder's errors.
func TestCheck(t *testing.T) {
	wrapped := fmt.Errorf("%w and %w", errors.New("a"), errors.New("b"))
	tests := []struct {
		reason string
		err    error
		want   []arguments.Problem
	}{
		{"no problem", nil, nil},
		{"one problem", errors.New("too loud"), []arguments.Problem{{Code: "refused", Message: "too loud"}}},
		{"each joined error is a problem", errors.Join(errors.New("a"), errors.Join(errors.New("b"), errors.New("c"))),
			[]arguments.Problem{{Code: "refused", Message: "a"}, {Code: "refused", Message: "b"}, {Code: "refused", Message: "c"}}},
		{"an error that wraps several errors is one problem", wrapped, []arguments.Problem{{Code: "refused", Message: "a and b"}}},
		{"a field of its own", &runtime.Error{Code: runtime.StaleWrite, Message: "odd", Field: "size"},
			[]arguments.Problem{{Path: "size", Code: "refused", Message: "odd"}}},
		{"a field that the message names, too", &runtime.Error{Message: "size: odd", Field: "size"},
			[]arguments.Problem{{Path: "size", Code: "refused", Message: "odd"}}},
		{"a message with a similar prefix", &runtime.Error{Message: "sizes: odd", Field: "size"},
			[]arguments.Problem{{Path: "size", Code: "refused", Message: "sizes: odd"}}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			registry := newRegistry(t, nil, wordTool(func(any) error { return test.err }))
			got := executeOne(t, registry, "say", `{"text":"a"}`).Result
			if test.want == nil {
				if !got.OK {
					t.Errorf("the result is %+v, want a success", got)
				}
				return
			}
			want := &arguments.Error{Tool: "say", Problems: test.want, Total: len(test.want)}
			if diff := cmp.Diff(want, got.Cause); diff != "" {
				t.Errorf("cause (-want +got):\n%s", diff)
			}
			if got.Code != runtime.InputInvalid || got.Field != test.want[0].Path || got.Error != want.Error() {
				t.Errorf("the result is %+v, want input_invalid in the words of the decoder", got)
			}
		})
	}
}

// A panic in a decoder or in Validate fails one call.
func TestCheckPanics(t *testing.T) {
	check := func(args any) error {
		if args.(*word).Size == 1 {
			panic("check")
		}
		return nil
	}
	registry := newRegistry(t, quiet(t.Output()), wordTool(check), runtime.Tool{Name: "bad", Decode: func(*decode.D) any { panic("decode") }})
	for args, want := range map[string]string{`{"text":"a","size":1}`: runtime.ReasonPanic, `{"text":"a"}`: ""} {
		if got := executeOne(t, registry, "say", args); got.Result.Reason != want {
			t.Errorf("%s: the reason is %q, want %q", args, got.Result.Reason, want)
		}
	}
	if got := executeOne(t, registry, "bad", `{}`); got.Result.Reason != runtime.ReasonPanic {
		t.Errorf("the result is %+v, want a panic", got.Result)
	}
}

// The refusal of invalid arguments has an example, whether the decoder or
// Validate refused them.
func TestRefusalShowsAnExample(t *testing.T) {
	tool := wordTool(func(args any) error {
		if args.(*word).Size == 7 {
			return errors.New("seven is taken")
		}
		return nil
	})
	tool.Examples = []string{`{"text":"Hello"}`, `{"text":"second"}`}
	registry := newRegistry(t, nil, tool)
	tests := []struct{ reason, args, want string }{
		{"refused by the decoder", `{}`, "invalid arguments for say (1 problem):\n- text: required but missing, must be a string\nAn example of correct arguments: {\"text\":\"Hello\"}"},
		{"refused by Validate", `{"text":"a","size":7}`, "invalid arguments for say (1 problem):\n- seven is taken\nAn example of correct arguments: {\"text\":\"Hello\"}"},
		{"accepted", `{"text":"a"}`, ""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			if got := executeOne(t, registry, "say", test.args).Result.Error; got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// panickingText panics when it decodes one specific text.
type panickingText struct{ text string }

func (v *panickingText) UnmarshalText(text []byte) error {
	if string(text) == "panic" {
		panic("cannot read that")
	}
	v.text = string(text)
	return nil
}

var panickingTextType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"v":`, Type: &decode.Type{Kind: decode.KindText, Rules: &decode.Rules{Checks: []decode.Check{decode.TextOf[panickingText, *panickingText]{}}}}, Required: true},
}}

// A panic in UnmarshalText fails only its call.
func TestPanicWhileDecoding(t *testing.T) {
	tool := runtime.Tool{
		Name: "touch",
		Decode: func(d *decode.D) any {
			return decode.Arguments(d, &panickingTextType, func(d *decode.D, i int, v *panickingText) int {
				property, i, seen := d.Object(i, &panickingTextType)
				for ; property >= 0; property, i, seen = d.Property(i, property, seen, &panickingTextType) {
					i = decode.Text(d, i, v)
				}
				return i
			})
		},
		Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			return runtime.Text(call.Args().(*panickingText).text)
		},
	}
	results := newRegistry(t, nil, tool).ExecuteParallel(t.Context(), []runtime.ToolCall{
		{ID: "1", Name: "touch", Args: json.RawMessage(`{"v":"panic"}`)},
		{ID: "2", Name: "touch", Args: json.RawMessage(`{"v":"fine"}`)},
		{ID: "3", Name: "touch", Args: json.RawMessage(`{"v":"panic","x":1}`)}, // in the slow pass, too
	}, nil)
	for _, n := range []int{0, 2} {
		if got := results[n].Result; got.OK || got.Code != runtime.ExecutionFailed || got.Reason != runtime.ReasonPanic {
			t.Errorf("the result of the panic is %+v", got)
		}
	}
	if got := results[1].Result; got.Value != "fine" {
		t.Errorf("the result of the other call is %+v", got)
	}
}
