package models_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// agent asks a model and runs the tools that it calls, until it answers with a
// text.
type agent struct {
	url      string
	registry *runtime.Registry
	turn     *runtime.Turn
}

func (a *agent) answer(ctx context.Context, question string) (string, error) {
	api := models.Anthropic
	tools, err := a.registry.AppendTurnDefinitionsFor(nil, api.Dialect(false), a.turn)
	if err != nil {
		return "", err
	}
	message, err := json.Marshal(map[string]string{"role": "user", "content": question})
	if err != nil {
		return "", err
	}
	conversation := []json.RawMessage{message}
	for {
		body, err := a.send(ctx, map[string]any{"model": "m", "max_tokens": 1000, "tools": json.RawMessage(tools), "messages": conversation})
		if err != nil {
			return "", err
		}
		reply, err := api.ReadReply(body)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return reply.Text, nil
		}
		conversation = append(conversation, reply.Messages...)
		conversation = append(conversation, api.Results(a.registry.ExecuteParallel(ctx, reply.Calls, a.turn))...)
	}
}

// send posts a request and returns the body of the response.
func (a *agent) send(ctx context.Context, request any) ([]byte, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

// The loop of an agent with Anthropic's API. A mock server calls two tools at
// once, and answers with the results that it gets.
func Example() {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Messages []struct{ Content json.RawMessage }
		}
		if requests++; requests == 1 {
			fmt.Fprint(w, `{"content":[{"type":"tool_use","id":"1","name":"now","input":{}},{"type":"tool_use","id":"2","name":"later","input":{}}],"stop_reason":"tool_use"}`)
			return
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		text, _ := json.Marshal(string(request.Messages[2].Content)) // a text always has a JSON form
		fmt.Fprintf(w, `{"content":[{"type":"text","text":%s}],"stop_reason":"end_turn"}`, text)
	}))
	defer server.Close()

	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{Name: "now", Description: "Tells the time.", Invoke: func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Text("12:00")
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := &agent{url: server.URL, registry: registry, turn: &runtime.Turn{}}
	text, err := a.answer(context.Background(), "What time is it?")
	fmt.Println(text, err)
	// Output:
	// [{"type":"tool_result","tool_use_id":"1","content":"12:00"},{"type":"tool_result","tool_use_id":"2","content":"not_available: Unknown tool: later","is_error":true}] <nil>
}
