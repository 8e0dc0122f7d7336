package anthropic_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/toolgen/toolgen/adapters/anthropic"
	"github.com/toolgen/toolgen/runtime"
)

// input is the schema of the tool add, with keys that are not sorted.
const input = `{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"integer"}},"required":["b","a"],"additionalProperties":false}`

// newRegistry returns a registry with the tool add.
func newRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	tool, err := runtime.NewTool(runtime.Tool{Name: "add", Description: "Adds.", Input: input, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		var args struct{ A, B int }
		if err := json.Unmarshal(c.RawArgs(), &args); err != nil {
			return runtime.FromError(err)
		}
		return runtime.Text(fmt.Sprint(args.A + args.B))
	}})
	if err != nil {
		t.Fatal(err)
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(tool); err != nil {
		t.Fatal(err)
	}
	return registry
}

// start starts a server that sends one answer for each request, and records the
// requests.
func start(t *testing.T, requests *[]string, answers ...string) sdk.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(*requests) == len(answers) {
			http.Error(w, "no answer is left", http.StatusInternalServerError)
			return
		}
		answer := answers[len(*requests)]
		*requests = append(*requests, string(body))
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(answer, "event:") {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return sdk.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("k"), option.WithMaxRetries(0))
}

// The loop of an agent: two calls at once, one of them with invalid arguments.
func TestMessages(t *testing.T) {
	var requests []string
	client := start(t, &requests,
		`{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use","id":"1","name":"add","input":{"b":2,"a":1}},{"type":"tool_use","id":"2","name":"add","input":{"a":"x"}}]}`,
		`{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"It is 3."}]}`)
	registry, turn := newRegistry(t), &runtime.Turn{}
	tools, err := anthropic.Tools(registry, turn, false)
	if err != nil {
		t.Fatal(err)
	}
	params := sdk.MessageNewParams{Model: "m", MaxTokens: 100, Tools: tools, Messages: anthropic.Messages{sdk.NewUserMessage(sdk.NewTextBlock("1 + 2?"))}}
	text := ""
	for range 2 {
		message, err := client.Messages.New(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		reply, messages, err := anthropic.Reply(message)
		if err != nil {
			t.Fatal(err)
		}
		text = reply.Text
		params.Messages = append(params.Messages, messages...)
		params.Messages = append(params.Messages, anthropic.Results(registry.ExecuteParallel(t.Context(), reply.Calls, turn))...)
	}
	if text != "It is 3." {
		t.Errorf("the last text is %q", text)
	}
	for request, texts := range [][]string{
		{`"input_schema":` + input},
		{`{"type":"thinking","thinking":"hm","signature":"s"}`, `"input":{"b":2,"a":1}`, `{"type":"tool_result","tool_use_id":"1","content":"3"}`, `"content":"input_invalid: `, `"is_error":true`},
	} {
		for _, text := range texts {
			if !strings.Contains(requests[request], text) {
				t.Errorf("request %d has no %s:\n%s", request, text, requests[request])
			}
		}
	}
}

func TestStream(t *testing.T) {
	var requests []string
	var events strings.Builder
	for _, event := range []struct{ name, data string }{
		{"message_start", `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m"}}`},
		{"content_block_start", `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`},
		{"content_block_delta", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Wait."}}`},
		{"content_block_stop", `{"type":"content_block_stop","index":0}`},
		{"content_block_start", `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"1","name":"add","input":{}}}`},
		{"content_block_delta", `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1,"}}`},
		{"content_block_delta", `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"b\":2}"}}`},
		{"content_block_stop", `{"type":"content_block_stop","index":1}`},
		{"message_delta", `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}`},
		{"message_stop", `{"type":"message_stop"}`},
	} {
		fmt.Fprintf(&events, "event: %s\ndata: %s\n\n", event.name, event.data)
	}
	client := start(t, &requests, events.String())
	stream := client.Messages.NewStreaming(t.Context(), sdk.MessageNewParams{Model: "m", MaxTokens: 100})
	collected, text := anthropic.NewStream(), ""
	for stream.Next() {
		delta, err := collected.Add(stream.Current())
		if err != nil {
			t.Fatal(err)
		}
		text += delta.Text
	}
	reply, messages, err := collected.Reply()
	if err != nil || stream.Err() != nil || text != "Wait." || len(messages) != 1 || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"a":1,"b":2}` {
		t.Errorf("the reply is %+v, %v, %v", reply, err, stream.Err())
	}
}

// An empty message is an error.
func TestEmptyResponse(t *testing.T) {
	if _, _, err := anthropic.Reply(&sdk.Message{}); err == nil {
		t.Error("an empty message is not an error")
	}
}
