package models_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// apis are all APIs by a short name.
var apis = map[string]*models.API{
	"chat": models.OpenAIChat, "responses": models.OpenAIResponses, "anthropic": models.Anthropic, "gemini": models.Gemini,
}

// call is a call as tests write it.
func call(id, name, args string) runtime.ToolCall {
	return runtime.ToolCall{ID: id, Name: name, Args: json.RawMessage(args)}
}

func raw(texts ...string) []json.RawMessage {
	var all []json.RawMessage
	for _, text := range texts {
		all = append(all, json.RawMessage(text))
	}
	return all
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
			Stop: "length", Truncated: true, Text: "I try", Calls: []runtime.ToolCall{call("1", "add", `{"a": `)},
			Messages: raw(`{"role":"assistant","content":"I try","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{}"}}]}`),
		},
	},
	{
		"arguments as an object", "chat",
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"add","arguments":{"a":1}}}]}}]}`,
		models.Reply{
			Stop: "stop", Calls: []runtime.ToolCall{call("1", "add", `{"a":1}`)},
			Messages: raw(`{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"add","arguments":"{\"a\":1}"}}]}`),
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
			Stop: "max_output_tokens", Truncated: true, Calls: []runtime.ToolCall{call("1", "add", `{"a`)},
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
		"a blocked prompt", "gemini", `{"promptFeedback":{"blockReason":"SAFETY"}}`, models.Reply{Stop: "SAFETY", Refused: true},
	},
	{
		"a call that the provider could not read", "gemini", `{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}`, models.Reply{Stop: "MALFORMED_FUNCTION_CALL"},
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

// streams are streamed responses, and the whole response that says the same.
var streams = []struct {
	name, api string
	events    []string
	whole     string
	text      string // that the deltas have together
}{
	{
		"two calls in pieces", "chat",
		[]string{
			`{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`,
			`{"choices":[{"index":0,"delta":{"content":"Wait"}}]}`,
			`{"choices":[{"index":0,"delta":{"content":"."}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"add","arguments":""}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"a\":"}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"2","type":"function","function":{"name":"sub","arguments":"{}"}}]}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}`,
			`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
			`{"choices":[],"usage":{"total_tokens":1}}`,
		},
		`{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":"Wait.","tool_calls":[` +
			`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{}"}}]}}]}`,
		"Wait.",
	},
	{
		"calls that all have the index 0", "chat",
		[]string{
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"1","function":{"name":"add","arguments":"{}"}}]}}]}`,
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"2","function":{"name":"sub","arguments":"{}"}}]},"finish_reason":"stop"}]}`,
		},
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[` +
			`{"id":"1","type":"function","function":{"name":"add","arguments":"{}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{}"}}]}}]}`,
		"",
	},
	{
		"items and an empty last response", "responses",
		[]string{
			`{"type":"response.created","response":{"status":"in_progress","output":[]}}`,
			`{"type":"response.output_text.delta","delta":"He"}`, `{"type":"response.output_text.delta","delta":"llo"}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"1","name":"add","arguments":"{}"}}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"Hello"}]}}`,
			`{"type":"response.completed","response":{"status":"completed","output":[]}}`,
		},
		`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"Hello"}]},{"type":"function_call","call_id":"1","name":"add","arguments":"{}"}]}`,
		"Hello",
	},
	{
		"thinking, text and calls, one cut off", "anthropic",
		[]string{
			`{"type":"message_start","message":{"role":"assistant","content":[]}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"ping"}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"No"}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"w."}}`,
			`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"1","name":"now","input":{}}}`,
			`{"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"2","name":"add","input":{}}}`,
			`{"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"a\""}}`,
			`{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`, `{"type":"message_stop"}`,
		},
		`{"stop_reason":"max_tokens","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"Now."},` +
			`{"type":"tool_use","id":"1","name":"now","input":{}},{"type":"tool_use","id":"2","name":"add","input":"{\"a\""}]}`,
		"Now.",
	},
	{
		"texts, a thought and a call", "gemini",
		[]string{
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"h","thought":true}]}}]}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"m","thought":true},{"text":"No"}]}}]}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"w."}]}}]}`,
			`{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"1","name":"add","args":{"a":1}},"thoughtSignature":"s"}]},"finishReason":"STOP"}]}`,
		},
		`{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":"hm","thought":true},{"text":"Now."},{"functionCall":{"id":"1","name":"add","args":{"a":1}},"thoughtSignature":"s"}],"role":"model"}}]}`,
		"Now.",
	},
}

// A streamed response gives the reply of the whole one, and the deltas have its
// text. A stream that ends before its last events gives none.
func TestStreamEqualsWhole(t *testing.T) {
	for _, test := range streams {
		t.Run(test.api+"/"+test.name, func(t *testing.T) {
			api := apis[test.api]
			want, err := api.ReadReply([]byte(test.whole))
			if err != nil {
				t.Fatal(err)
			}
			s := api.NewStream()
			var text string
			for i, event := range test.events {
				if i < 2 {
					if _, err := s.Reply(); !errors.As(err, new(*models.ResponseError)) {
						t.Errorf("after %d events the error is %v, want a *ResponseError", i, err)
					}
				}
				delta, err := s.Add([]byte(event))
				if err != nil {
					t.Fatal(err)
				}
				text += delta.Text
			}
			got, err := s.Reply()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmp.Transformer("value", func(m json.RawMessage) (v any) {
				if json.Unmarshal(m, &v) != nil {
					v = string(m)
				}
				return v
			})); diff != "" {
				t.Error(diff)
			}
			if text != test.text {
				t.Errorf("the deltas have the text %q, want %q", text, test.text)
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

// results are a success with an image and a failure.
var results = []runtime.CallResult{
	{ID: "1", Name: "draw", Result: runtime.Mixed(runtime.TextPart("a <dot>"), runtime.ImagePart("image/png", []byte("PNG")), runtime.AudioPart("audio/wav", []byte("W")))},
	{ID: "2", Name: "add", Result: runtime.Fail(runtime.InputInvalid, "a: expected an integer")},
}

func TestResults(t *testing.T) {
	for name, want := range map[string][]json.RawMessage{
		"chat": raw(
			`{"role":"tool","tool_call_id":"1","content":"a <dot>\n[audio of 1 bytes, audio/wav: this API cannot show it]"}`,
			`{"role":"tool","tool_call_id":"2","content":"input_invalid: a: expected an integer"}`,
			`{"role":"user","content":[{"type":"text","text":"An image of the result of draw:"},{"type":"image_url","image_url":{"url":"data:image/png;base64,UE5H"}}]}`),
		"responses": raw(
			`{"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"a <dot>"},{"type":"input_image","image_url":"data:image/png;base64,UE5H"},{"type":"input_text","text":"[audio of 1 bytes, audio/wav: this API cannot show it]"}]}`,
			`{"type":"function_call_output","call_id":"2","output":"input_invalid: a: expected an integer"}`),
		"anthropic": raw(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"a <dot>"},` +
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"UE5H"}},{"type":"text","text":"[audio of 1 bytes, audio/wav: this API cannot show it]"}]},` +
			`{"type":"tool_result","tool_use_id":"2","content":"input_invalid: a: expected an integer","is_error":true}]}`),
		"gemini": raw(`{"role":"user","parts":[{"functionResponse":{"id":"1","name":"draw","response":{"output":"a <dot>"}}},` +
			`{"functionResponse":{"id":"2","name":"add","response":{"error":"input_invalid: a: expected an integer"}}},` +
			`{"text":"A part of the result of draw:"},{"inlineData":{"mimeType":"image/png","data":"UE5H"}},{"text":"A part of the result of draw:"},{"inlineData":{"mimeType":"audio/wav","data":"Vw=="}}]}`),
	} {
		if diff := cmp.Diff(texts(want), texts(apis[name].Results(results))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func texts(all []json.RawMessage) []string {
	var texts []string
	for _, m := range all {
		texts = append(texts, string(m))
	}
	return texts
}

func TestReadEvents(t *testing.T) {
	broken := errors.New("connection lost")
	for _, test := range []struct {
		name string
		body io.Reader
		want string
	}{
		{"events, comments and other fields", strings.NewReader(": hi\n\nevent: a\ndata: {\"a\":1}\nid: 3\n\r\ndata:{\"b\":\ndata: 2}\n\ndata: [DONE]\n\ndata: late\n\n"), `{"a":1}|{"b":` + "\n" + `2}|`},
		{"no empty line at the end", strings.NewReader("data: 1"), "1|"},
		{"a lost connection", io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n"), iotest.ErrReader(broken)), "1|error connection lost"},
		{"not a stream", strings.NewReader(`{"error": {"message": "x"}}`), `error models: the body is not a stream of events: it has the line "{\"error\": {\"message\": \"x\"}}"`},
		{"endless", io.MultiReader(strings.NewReader("data: "), endless{}), "error " + models.ErrEventTooLong.Error()},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got strings.Builder
			for event, err := range models.ReadEvents(test.body) {
				if err != nil {
					fmt.Fprintf(&got, "error %v", err)
					continue
				}
				fmt.Fprintf(&got, "%s|", event)
			}
			if got.String() != test.want {
				t.Errorf("got %q, want %q", got.String(), test.want)
			}
		})
	}
}

// endless is a line without end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// Whatever a server sends, reading it does not panic, and what is read can be
// sent back: the messages are JSON and each call has an answer.
func FuzzReadReply(f *testing.F) {
	for _, r := range replies {
		f.Add(r.api, r.body)
	}
	f.Fuzz(func(t *testing.T, name, body string) {
		api := apis[name]
		if api == nil {
			t.Skip()
		}
		reply, err := api.ReadReply([]byte(body))
		if err != nil {
			return
		}
		for _, m := range reply.Messages {
			if !json.Valid(m) {
				t.Errorf("the message %s is not JSON", m)
			}
		}
	})
}

// Whatever a server streams, collecting it does not panic.
func FuzzStream(f *testing.F) {
	for _, s := range streams {
		f.Add(s.api, strings.Join(s.events, "\n"))
	}
	f.Fuzz(func(t *testing.T, name, events string) {
		api := apis[name]
		if api == nil {
			t.Skip()
		}
		s := api.NewStream()
		for event := range strings.SplitSeq(events, "\n") {
			_, _ = s.Add([]byte(event))
		}
		reply, err := s.Reply()
		if err != nil {
			return
		}
		for _, m := range reply.Messages {
			if !json.Valid(m) {
				t.Errorf("the message %s is not JSON", m)
			}
		}
	})
}
