package models_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime/models"
)

// streams are streamed responses.
var streams = []struct {
	name, api string
	events    []string
	complete  string // the same response without streaming
	text      string // the text of all deltas
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
		"calls out of order, one with an object as arguments", "chat",
		[]string{
			`{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"2","function":{"name":"sub","arguments":{"b":2}}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"add","arguments":"{\"a\""}}]}}]}`,
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"function":{"name":"add","arguments":":1}"}}]},"finish_reason":"stop"}]}`,
		},
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[` +
			`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{\"b\":2}"}}]}}]}`,
		"",
	},
	{
		"pieces of two calls with the index 0 in turns", "chat",
		[]string{
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"1","function":{"name":"add","arguments":"{\"a\""}},{"index":0,"id":"2","function":{"name":"sub","arguments":"{\"b\""}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"arguments":":1}"}},{"index":0,"id":"2","function":{"arguments":":2}"}}]},"finish_reason":"stop"}]}`,
		},
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[` +
			`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}},{"id":"2","type":"function","function":{"name":"sub","arguments":"{\"b\":2}"}}]}}]}`,
		"",
	},
	{
		"a new id in every piece of a call", "chat",
		[]string{
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"1","function":{"name":"add","arguments":"{\"a\""}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"arguments":":1}"}}]},"finish_reason":"stop"}]}`,
		},
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}}]}}]}`,
		"",
	},
	{
		"lists of reasoning, and a content that becomes a list", "chat",
		[]string{
			`{"choices":[{"delta":{"role":"assistant","content":"","reasoning_details":[{"text":"a"}]}}]}`,
			`{"choices":[{"delta":{"content":"Hel","reasoning_details":[{"text":"b"}],"tool_calls":null}}]}`,
			`{"choices":[{"delta":{"content":[{"type":"text","text":"lo"}]}}]}`,
			`{"choices":[{"delta":{"content":"!"},"finish_reason":"stop"}]}`,
		},
		`{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":[{"type":"text","text":"Hel"},{"type":"text","text":"lo"},{"type":"text","text":"!"}],"reasoning_details":[{"text":"a"},{"text":"b"}]}}]}`,
		"Hello!",
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
		"blocks out of order, and two with the same index", "anthropic",
		[]string{
			`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"1","name":"add","input":{}}}`,
			`{"type":"unknown_event","index":"x"}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"He"}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"llo"}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":":1}"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"unknown_delta","x":1}}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"2","name":"sub","input":{}}}`,
			`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"b\":2}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_delta","delta":{"stop_reason":null}}`, `{"type":"message_stop"}`,
		},
		`{"stop_reason":"tool_use","content":[{"type":"text","text":"Hello"},{"type":"tool_use","id":"1","name":"add","input":{"a":1}},{"type":"tool_use","id":"2","name":"sub","input":{"b":2}}]}`,
		"Hello",
	},
	{
		"citations", "anthropic",
		[]string{
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"","citations":null}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"n":1}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"A"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"n":2}}}`,
			`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_stop"}`,
		},
		`{"stop_reason":"end_turn","content":[{"type":"text","text":"A","citations":[{"n":1},{"n":2}]}]}`,
		"A",
	},
	{
		"another candidate, and calls without ids", "gemini",
		[]string{
			`{"candidates":[{"index":1,"content":{"parts":[{"text":"no"}]},"finishReason":"STOP"}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"Yes"},{"functionCall":{"name":"add","args":{"a":1}}}]}}]}`,
			`{"candidates":[{"index":0,"content":{"parts":[{"functionCall":{"name":"add","args":{"a":2}}},{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{}}`,
		},
		`{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":"Yes"},{"functionCall":{"name":"add","args":{"a":1}}},{"functionCall":{"name":"add","args":{"a":2}}}],"role":"model"}}]}`,
		"Yes",
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

// A streamed response has the same reply as the response without streaming, and
// the deltas have its text. A stream without its last events has no reply.
func TestStreamEqualsWhole(t *testing.T) {
	for _, test := range streams {
		t.Run(test.api+"/"+test.name, func(t *testing.T) {
			api := apis[test.api]
			want, err := api.ReadReply([]byte(test.complete))
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
