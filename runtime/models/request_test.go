package models_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/models"
)

// The body of a request has what the API requires, and no member that is not set.
func TestBody(t *testing.T) {
	for _, test := range []struct {
		api         *models.API
		least, full string
	}{
		{
			models.OpenAIChat, `{"model":"m","messages":[{"role":"user","content":"<hi>"},{"role":"assistant","content":"yes"}]}`,
			`{"model":"m","messages":[{"role":"system","content":"s"}],"tools":[{}],"max_completion_tokens":7,"stream":true,"stream_options":{"include_usage":true}}`,
		},
		{
			models.OpenAIResponses, `{"model":"m","input":[{"role":"user","content":"<hi>"},{"role":"assistant","content":"yes"}],"store":false,"include":["reasoning.encrypted_content"]}`,
			`{"model":"m","instructions":"s","input":null,"tools":[{}],"max_output_tokens":7,"stream":true,"store":false,"include":["reasoning.encrypted_content"]}`,
		},
		{
			models.Anthropic, `{"model":"m","max_tokens":16000,"messages":[{"role":"user","content":"<hi>"},{"role":"assistant","content":"yes"}]}`,
			`{"model":"m","max_tokens":7,"system":"s","messages":null,"tools":[{}],"stream":true}`,
		},
		{
			models.Gemini, `{"contents":[{"role":"user","parts":[{"text":"<hi>"}]},{"role":"model","parts":[{"text":"yes"}]}]}`,
			`{"systemInstruction":{"role":"user","parts":[{"text":"s"}]},"contents":null,"tools":[{"functionDeclarations":[{}]}],"generationConfig":{"maxOutputTokens":7}}`,
		},
	} {
		messages := []json.RawMessage{test.api.UserMessage("<hi>"), test.api.AssistantMessage("yes")}
		if got, err := test.api.Body(&models.Request{Model: "m", Messages: messages}); err != nil || string(got) != test.least {
			t.Errorf("%s: %v, %s, want %s", test.api.Name(), err, got, test.least)
		}
		full := &models.Request{Model: "m", System: "s", Tools: json.RawMessage(`[{}]`), MaxTokens: 7, Stream: true}
		if got, err := test.api.Body(full); err != nil || string(got) != test.full {
			t.Errorf("%s: %v, %s, want %s", test.api.Name(), err, got, test.full)
		}
		if got, err := test.api.Body(&models.Request{Tools: json.RawMessage(`[`)}); err == nil || !strings.Contains(err.Error(), test.api.Name()) {
			t.Errorf("%s: tools that are not JSON: %v, %s", test.api.Name(), err, got)
		}
	}
}

// The tokens are counted, streamed and not, with those of caches and of the reasoning.
func TestUsage(t *testing.T) {
	for _, test := range []struct {
		api    *models.API
		body   string
		events []string
	}{
		{
			models.OpenAIChat, `{"choices":[{"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":12,"completion_tokens":5}}`,
			[]string{`{"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}`, `{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":5}}`, `[DONE]`},
		},
		{
			models.OpenAIResponses, `{"status":"completed","output":[],"usage":{"input_tokens":12,"output_tokens":5}}`,
			[]string{`{"type":"response.completed","response":{"status":"completed","output":[],"usage":{"input_tokens":12,"output_tokens":5}}}`},
		},
		{
			models.Anthropic, `{"content":[],"stop_reason":"end_turn","usage":{"input_tokens":2,"cache_read_input_tokens":7,"cache_creation_input_tokens":3,"output_tokens":5}}`,
			[]string{
				`{"type":"message_start","message":{"content":[],"usage":{"input_tokens":2,"cache_read_input_tokens":7,"cache_creation_input_tokens":3,"output_tokens":1}}}`,
				`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}`, `{"type":"message_stop"}`,
			},
		},
		{
			models.Gemini, `{"candidates":[{"content":{"parts":[]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":2,"thoughtsTokenCount":3}}`,
			[]string{
				`{"candidates":[{"content":{"parts":[]}}],"usageMetadata":{"promptTokenCount":12}}`,
				`{"candidates":[{"content":{"parts":[]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":2,"thoughtsTokenCount":3}}`,
			},
		},
	} {
		want := models.Usage{Input: 12, Output: 5}
		if reply, err := test.api.ReadReply([]byte(test.body)); err != nil || reply.Usage != want {
			t.Errorf("%s: %v, %+v", test.api.Name(), err, reply)
		}
		stream := "data: " + strings.Join(test.events, "\n\ndata: ") + "\n\n"
		if reply, err := test.api.ReadStream(strings.NewReader(stream), nil); err != nil || reply.Usage != want {
			t.Errorf("%s, streamed: %v, %+v", test.api.Name(), err, reply)
		}
	}
	sum := models.Usage{Input: 1, Output: 2}
	if sum.Add(models.Usage{Input: 10, Output: 20}); sum != (models.Usage{Input: 11, Output: 22}) {
		t.Errorf("the sum is %+v", sum)
	}
}
