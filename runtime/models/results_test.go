package models_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

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

// Anthropic refuses an error with an image, and Gemini refuses images in GIF. A
// text describes such data.
func TestDataThatAnAPIRefuses(t *testing.T) {
	failed := runtime.Fail(runtime.ExecutionFailed, "no")
	failed.Reason = runtime.ReasonTimeout
	failed.Parts = []runtime.Part{runtime.ImagePart("image/png", []byte("PNG"))}
	gif := runtime.Mixed(runtime.ImagePart("image/gif", []byte("GIF")))
	for _, test := range []struct {
		api    string
		result runtime.Result
		want   string
	}{
		{"anthropic", failed, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"execution_failed (timeout): no\n[image of 3 bytes, image/png: this API cannot show it]","is_error":true}]}`},
		{"gemini", gif, `{"role":"user","parts":[{"functionResponse":{"id":"1","name":"draw","response":{"output":"[image of 3 bytes, image/gif: this API cannot show it]"}}}]}`},
	} {
		got := apis[test.api].Results([]runtime.CallResult{{ID: "1", Name: "draw", Result: test.result}})
		if diff := cmp.Diff([]string{test.want}, texts(got)); diff != "" {
			t.Errorf("%s:\n%s", test.api, diff)
		}
	}
}
