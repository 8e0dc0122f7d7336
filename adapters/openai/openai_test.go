package openai_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toolgen/toolgen/adapters/openai"
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

// model is a server that sends one answer for each request, and records the
// requests.
type model struct {
	answers  []string
	requests []string
}

// start starts the server and returns a client for it.
func (m *model) start(t *testing.T) sdk.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(m.requests) == len(m.answers) {
			http.Error(w, "no answer is left", http.StatusInternalServerError)
			return
		}
		answer := m.answers[len(m.requests)]
		m.requests = append(m.requests, string(body))
		w.Header().Set("Content-Type", "application/json")
		if strings.HasPrefix(answer, "data:") || strings.HasPrefix(answer, "event:") {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	return sdk.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("k"), option.WithMaxRetries(0))
}

// checkRequest checks that a request has the texts.
func (m *model) checkRequest(t *testing.T, request int, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(m.requests[request], text) {
			t.Errorf("request %d has no %s:\n%s", request, text, m.requests[request])
		}
	}
}

const (
	chatCalls = `{"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"x":"kept","tool_calls":[` +
		`{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1,\"b\":2}"}},{"id":"2","type":"function","function":{"name":"add","arguments":"{\"a\":1,\"b\""}}]}}]}`
	chatEnd = `{"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"It is 3."}}]}`
)

// The loop of an agent with chat completions: two calls at once, one of them cut off.
func TestChat(t *testing.T) {
	m := &model{answers: []string{chatCalls, chatEnd}}
	client, registry, turn := m.start(t), newRegistry(t), &runtime.Turn{}
	tools, err := openai.ChatTools(registry, turn, false)
	if err != nil {
		t.Fatal(err)
	}
	params := sdk.ChatCompletionNewParams{Model: "m", Tools: tools, Messages: openai.Messages{sdk.UserMessage("1 + 2?")}}
	text := ""
	for range 2 {
		completion, err := client.Chat.Completions.New(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		reply, messages, err := openai.ChatReply(completion)
		if err != nil {
			t.Fatal(err)
		}
		text = reply.Text
		params.Messages = append(params.Messages, messages...)
		params.Messages = append(params.Messages, openai.ChatResults(registry.ExecuteParallel(t.Context(), reply.Calls, turn))...)
	}
	if text != "It is 3." {
		t.Errorf("the last text is %q", text)
	}
	m.checkRequest(t, 0, `"parameters":`+input)
	m.checkRequest(t, 1, `"x":"kept"`, `{"role":"tool","tool_call_id":"1","content":"3"}`, `{"role":"tool","tool_call_id":"2","content":"input_invalid: `, `"name":"add","arguments":"{}"`)
}

func TestChatStream(t *testing.T) {
	events := []string{
		`{"choices":[{"index":0,"delta":{"role":"assistant","content":"Wait."}}]}`,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1,"}}]}}]}`,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"b\":2}"}}]},"finish_reason":"tool_calls"}]}`, `[DONE]`,
	}
	m := &model{answers: []string{"data: " + strings.Join(events, "\n\ndata: ") + "\n\n"}}
	client := m.start(t)
	stream := client.Chat.Completions.NewStreaming(t.Context(), sdk.ChatCompletionNewParams{Model: "m"})
	collected, text := openai.NewChatStream(), ""
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

// The loop of an agent with responses.
func TestResponses(t *testing.T) {
	m := &model{answers: []string{
		`{"id":"r","status":"completed","error":null,"output":[{"type":"reasoning","id":"x","summary":[],"encrypted_content":"e"},{"type":"function_call","id":"f","call_id":"1","name":"add","arguments":"{\"a\":1,\"b\":2}"}]}`,
		`{"id":"r","status":"completed","error":null,"output":[{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"It is 3.","annotations":[]}]}]}`,
	}}
	client, registry, turn := m.start(t), newRegistry(t), &runtime.Turn{}
	tools, err := openai.ResponseTools(registry, turn, false)
	if err != nil {
		t.Fatal(err)
	}
	conversation := openai.Items{responses.ResponseInputItemParamOfMessage("1 + 2?", responses.EasyInputMessageRoleUser)}
	text := ""
	for range 2 {
		response, err := client.Responses.New(t.Context(), responses.ResponseNewParams{
			Model: "m", Tools: tools, Input: responses.ResponseNewParamsInputUnion{OfInputItemList: conversation},
		})
		if err != nil {
			t.Fatal(err)
		}
		reply, items, err := openai.ResponseReply(response)
		if err != nil {
			t.Fatal(err)
		}
		text = reply.Text
		conversation = append(conversation, items...)
		conversation = append(conversation, openai.ResponseResults(registry.ExecuteParallel(t.Context(), reply.Calls, turn))...)
	}
	if text != "It is 3." {
		t.Errorf("the last text is %q", text)
	}
	m.checkRequest(t, 0, `"parameters":`+input, `"strict":false`)
	m.checkRequest(t, 1, `"encrypted_content":"e"`, `{"type":"function_call_output","call_id":"1","output":"3"}`)
}

// An empty completion, and more tools than the API accepts, are errors.
func TestEmptyResponse(t *testing.T) {
	if _, _, err := openai.ChatReply(&sdk.ChatCompletion{}); err == nil {
		t.Error("an empty completion is not an error")
	}
	if _, err := openai.ChatTools(manyTools(t, 129), &runtime.Turn{}, false); err == nil {
		t.Error("129 tools are not an error")
	}
}

func manyTools(t *testing.T, n int) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(nil)
	for i := range n {
		if err := registry.Register(&runtime.Tool{Name: fmt.Sprint("t", i), Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("") }}); err != nil {
			t.Fatal(err)
		}
	}
	return registry
}
