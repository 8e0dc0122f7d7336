package models_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// The decoder adds missing brackets at the end of arguments, but a call of a truncated
// reply never runs with a part of its arguments.
func TestTruncatedCallIsRefused(t *testing.T) {
	tool, err := runtime.NewTool(runtime.Tool{Name: "write", Input: `{"type":"object"}`, Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("") }})
	if err != nil {
		t.Fatal(err)
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(tool); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range []string{`{"a":"b"`, `{"a":["b"]`, `{"a":1 `, "```json\n{\"a\":\"b\"}", `{"a":"b" /* c */`, `{"a":true`, `{a:'b'`, ``, ` `} {
		text, _ := json.Marshal(arguments)
		body := `{"choices":[{"finish_reason":"length","message":{"tool_calls":[{"id":"1","function":{"name":"write","arguments":` + string(text) + `}}]}}]}`
		reply, err := models.OpenAIChat.ReadReply([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if got := registry.ExecuteParallel(t.Context(), reply.Calls, nil)[0].Result; got.Code != runtime.InputInvalid {
			t.Errorf("%s: the result is %+v", arguments, got)
		}
	}
}

// replies are responses and what is read from them.
var replies = []struct {
	name, api, body string
	want            models.Reply
}{
	{
		"two calls", "chat",
		`{"id":"c","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"x_reasoning":"a<b","tool_calls":[` +
			`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\": 1}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{}"}}]}}]}`,
		models.Reply{
			Stop: "tool_calls", Calls: []runtime.ToolCall{call("1", "add", `{"a": 1}`), call("2", "sub", `{}`)},
			Messages: raw(`{"role":"assistant","content":null,"x_reasoning":"a<b","tool_calls":[` +
				`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\": 1}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{}"}}]}`),
		},
	},
	{
		"cut off arguments", "chat",
		`{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":"I try","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\": "}}]}}]}`,
		models.Reply{
			Stop: "length", Truncated: true, Text: "I try", Calls: []runtime.ToolCall{call("1", "add", `{"a": ,`)},
			Messages: raw(`{"role":"assistant","content":"I try","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{}"}}]}`),
		},
	},
	{
		"arguments as an object", "chat",
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"add","arguments":{"a":1}}}]}}]}`,
		models.Reply{
			Stop: "stop", Calls: []runtime.ToolCall{call("1", "add", `{"a":1}`)},
			Messages: raw(`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"add","arguments":"{\"a\":1}"},"type":"function"}]}`),
		},
	},
	{
		"a call of a tool of another type", "chat",
		`{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[{"id":"1","type":"custom","custom":{"name":"sql","input":"SELECT"}}]}}]}`,
		models.Reply{Stop: "tool_calls", Messages: raw(`{"role":"assistant","tool_calls":[{"id":"1","type":"custom","custom":{"name":"sql","input":"SELECT"}}]}`)},
	},
	{
		"a message without a role", "chat", `{"choices":[{"finish_reason":"stop","message":{"content":"Hi"}}]}`,
		models.Reply{Stop: "stop", Text: "Hi", Messages: raw(`{"content":"Hi","role":"assistant"}`)},
	},
	{
		"a call that is cut off before its arguments", "chat",
		`{"choices":[{"finish_reason":"length","message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":""}}]}}]}`,
		models.Reply{
			Stop: "length", Truncated: true, Calls: []runtime.ToolCall{call("1", "add", `{`)},
			Messages: raw(`{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{}"}}]}`),
		},
	},
	{
		"a refusal", "chat",
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I cannot."}}]}`,
		models.Reply{Stop: "stop", Refused: true, Text: "I cannot.", Messages: raw(`{"role":"assistant","content":null,"refusal":"I cannot."}`)},
	},
	{
		"reasoning, text and a call", "responses",
		`{"status":"completed","error":null,"output":[{"type":"reasoning","id":"r","encrypted_content":"x"},` +
			`{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Let me see."}]},{"type":"function_call","id":"f","call_id":"1","name":"add","arguments":"{\"a\":1}"}]}`,
		models.Reply{
			Stop: "completed", Text: "Let me see.", Calls: []runtime.ToolCall{call("1", "add", `{"a":1}`)},
			Messages: raw(`{"type":"reasoning","id":"r","encrypted_content":"x"}`, `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Let me see."}]}`,
				`{"type":"function_call","id":"f","call_id":"1","name":"add","arguments":"{\"a\":1}"}`),
		},
	},
	{
		"cut off arguments", "responses",
		`{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"function_call","call_id":"1","name":"add","arguments":"{\"a"}]}`,
		models.Reply{
			Stop: "max_output_tokens", Truncated: true, Calls: []runtime.ToolCall{call("1", "add", `{"a,`)},
			Messages: raw(`{"type":"function_call","call_id":"1","name":"add","arguments":"{}"}`),
		},
	},
	{
		"thinking, text and two calls", "anthropic",
		`{"type":"message","role":"assistant","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"Now."},` +
			`{"type":"tool_use","id":"1","name":"add","input":{"b":2,"a":1}},{"type":"tool_use","id":"2","name":"now","input":{}}]}`,
		models.Reply{
			Stop: "tool_use", Text: "Now.", Calls: []runtime.ToolCall{call("1", "add", `{"b":2,"a":1}`), call("2", "now", `{}`)},
			Messages: raw(`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"Now."},` +
				`{"type":"tool_use","id":"1","name":"add","input":{"b":2,"a":1}},{"type":"tool_use","id":"2","name":"now","input":{}}]}`),
		},
	},
	{
		"a blank text and a call that is cut off", "anthropic",
		`{"stop_reason":"max_tokens","content":[{"type":"text","text":"\n"},{"type":"tool_use","id":"1","name":"add","input":{"a":1}}]}`,
		models.Reply{
			Stop: "max_tokens", Truncated: true, Text: "\n", Calls: []runtime.ToolCall{call("1", "add", `{"a":1,`)},
			Messages: raw(`{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"add","input":{"a":1}}]}`),
		},
	},
	{
		"nothing", "anthropic", `{"type":"message","content":[],"stop_reason":"end_turn"}`, models.Reply{Stop: "end_turn"},
	},
	{
		"a thought, a signature and two calls without ids", "gemini",
		`{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Now."},` +
			`{"functionCall":{"name":"add","args":{"a":1}},"thoughtSignature":"s"},{"functionCall":{"name":"now"}}]}}]}`,
		models.Reply{
			Stop: "STOP", Text: "Now.", Calls: []runtime.ToolCall{call("", "add", `{"a":1}`), {Name: "now"}},
			Messages: raw(`{"role":"model","parts":[{"text":"hm","thought":true},{"text":"Now."},` +
				`{"functionCall":{"name":"add","args":{"a":1}},"thoughtSignature":"s"},{"functionCall":{"name":"now"}}]}`),
		},
	},
	{
		"a call that is cut off", "gemini", `{"candidates":[{"finishReason":"MAX_TOKENS","content":{"role":"model","parts":[{"functionCall":{"name":"now","args":{}}}]}}]}`,
		models.Reply{
			Stop: "MAX_TOKENS", Truncated: true, Calls: []runtime.ToolCall{call("", "now", "{,")},
			Messages: raw(`{"role":"model","parts":[{"functionCall":{"name":"now","args":{}}}]}`),
		},
	},
	{
		"an empty text", "gemini",
		`{"candidates":[{"finishReason":"STOP","content":{"parts":[{"functionCall":{"name":"now","args":null}},{"text":""}]}}]}`,
		models.Reply{
			Stop: "STOP", Calls: []runtime.ToolCall{call("", "now", "")},
			Messages: raw(`{"parts":[{"functionCall":{"name":"now","args":{}}}],"role":"model"}`),
		},
	},
	{
		"a blocked prompt", "gemini", `{"promptFeedback":{"blockReason":"SAFETY"}}`, models.Reply{Stop: "SAFETY", Refused: true},
	},
	{
		"a call that the provider could not read", "gemini", `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`, models.Reply{Stop: "MALFORMED_FUNCTION_CALL", Malformed: true},
	},
}

func TestReadReply(t *testing.T) {
	for _, test := range replies {
		t.Run(test.api+"/"+test.name, func(t *testing.T) {
			got, err := apis[test.api].ReadReply([]byte(test.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&test.want, got, cmp.Transformer("text", func(m json.RawMessage) string { return string(m) })); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFaultyResponses(t *testing.T) {
	for _, test := range []struct{ body, wantType, want string }{
		{`<html>502</html>`, "", "cannot be read"},
		{``, "", "cannot be read"},
		{`{`, "", "cannot be read"},
		{`[]`, "", "cannot be read"},
		{`null`, "", "it has no"},
		{`{}`, "", "it has no"},
		{`{"error":{"type":"rate_limit_error","message":"slow down"}}`, "rate_limit_error", "slow down"},
		{`{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}`, "UNAVAILABLE", "overloaded"},
		{`{"error":"model not found"}`, "error", "model not found"},
		{`{"error":{"code":429}}`, "429", `begins with "{\"error\"`},
		{`[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow down"}}]`, "RESOURCE_EXHAUSTED", "slow down"},
		{`{"choices":[{"message":null}],"candidates":[{"content":[]}],"content":7,"output":[7]}`, "", "cannot be read"},
	} {
		for name, api := range apis {
			_, err := api.ReadReply([]byte(test.body))
			var response *models.ResponseError
			if !errors.As(err, &response) || response.Type != test.wantType || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %s gives %v, want type %q and %q", name, test.body, err, test.wantType, test.want)
			}
		}
	}
}

// Calls without an id, and calls with the id of an earlier call, get an id of
// their own. The message has the same ids, so that each result has its call.
func TestCallsWithoutUniqueIDs(t *testing.T) {
	for name, body := range map[string]string{
		"chat": `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"","function":{"name":"add"}},{"function":{"name":"add"}},` +
			`{"id":"1","function":{"name":"add"}},{"id":"1","function":{"name":"add"}}]}}]}`,
		"responses": `{"output":[{"type":"function_call","name":"add"},{"type":"function_call","name":"add"},` +
			`{"type":"function_call","call_id":"1","name":"add"},{"type":"function_call","call_id":"1","name":"add"}]}`,
		"anthropic": `{"content":[{"type":"tool_use","name":"add"},{"type":"tool_use","name":"add"},{"type":"tool_use","id":"1","name":"add"},{"type":"tool_use","id":"1","name":"add"}]}`,
	} {
		reply, err := apis[name].ReadReply([]byte(body))
		if err != nil || len(reply.Calls) != 4 {
			t.Errorf("%s: %+v, %v", name, reply, err)
			continue
		}
		messages, ids := fmt.Sprintf("%s", reply.Messages), map[string]bool{}
		for _, call := range reply.Calls {
			ids[call.ID] = true
			if !strings.Contains(messages, `"`+call.ID+`"`) {
				t.Errorf("%s: the messages have no call %q: %s", name, call.ID, messages)
			}
		}
		if len(ids) != 4 || !ids["1"] || ids[""] {
			t.Errorf("%s: the ids are %v", name, ids)
		}
	}
}

// A response that is not final is an error, so that a loop does not take it for
// an answer without calls.
func TestResponseThatIsNotFinal(t *testing.T) {
	for _, status := range []string{"queued", "in_progress", "failed", "cancelled"} {
		_, err := models.OpenAIResponses.ReadReply([]byte(`{"status":"` + status + `","output":[]}`))
		if err == nil || !strings.Contains(err.Error(), status) {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// Answer has an error for every reply that is not a complete answer.
func TestAnswer(t *testing.T) {
	for _, test := range []struct {
		reply models.Reply
		want  string // a part of the error
	}{
		{models.Reply{Text: "3", Stop: "stop"}, ""},
		{models.Reply{Stop: "STOP"}, "no text"},
		{models.Reply{Text: "3", Stop: "length", Truncated: true}, "cut off"},
		{models.Reply{Text: "No.", Stop: "refusal", Refused: true}, "declined"},
		{models.Reply{Stop: "MALFORMED_FUNCTION_CALL", Malformed: true}, "could not read"},
	} {
		text, err := test.reply.Answer()
		isExpected := err == nil
		if test.want != "" {
			isExpected = err != nil && strings.Contains(err.Error(), test.want) && strings.Contains(err.Error(), test.reply.Stop)
		}
		if text != test.reply.Text || !isExpected {
			t.Errorf("%+v: %q, %v", test.reply, text, err)
		}
	}
}
