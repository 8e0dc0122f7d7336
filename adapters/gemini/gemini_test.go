package gemini_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/adapters/gemini"
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
func start(t *testing.T, requests *[]string, answers ...string) *genai.Client {
	t.Helper()
	return startWith(t, &gemini.Transport{}, requests, answers...)
}

// startWith starts a server for a client with the transport.
func startWith(t *testing.T, transport http.RoundTripper, requests *[]string, answers ...string) *genai.Client {
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
		if strings.HasPrefix(answer, "data:") {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(server.Close)
	client, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		APIKey: "k", Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: server.URL},
		HTTPClient: &http.Client{Transport: transport},
	})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// The loop of an agent: two calls at once, one of them with invalid arguments.
func TestContents(t *testing.T) {
	var requests []string
	client := start(t, &requests,
		`{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"id":"1","name":"add","args":{"b":2,"a":1}},"thoughtSignature":"c2ln"},{"functionCall":{"id":"2","name":"add","args":{"a":"x"}}}]}}]}`,
		`{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"text":"It is 3."}]}}]}`)
	registry, turn := newRegistry(t), &runtime.Turn{}
	config := &genai.GenerateContentConfig{}
	if err := gemini.AddTools(config, registry, turn); err != nil {
		t.Fatal(err)
	}
	conversation := genai.Text("1 + 2?")
	text := ""
	for range 2 {
		response, err := client.Models.GenerateContent(t.Context(), "m", conversation, config)
		if err != nil {
			t.Fatal(err)
		}
		reply, contents, err := gemini.Reply(response)
		if err != nil {
			t.Fatal(err)
		}
		text = reply.Text
		results, err := gemini.Results(registry.ExecuteParallel(t.Context(), reply.Calls, turn))
		if err != nil {
			t.Fatal(err)
		}
		conversation = append(append(conversation, contents...), results...)
	}
	if text != "It is 3." {
		t.Errorf("the last text is %q", text)
	}
	for request, texts := range [][]string{
		{`"parametersJsonSchema":` + input},
		{`"thoughtSignature":"c2ln"`, `"response":{"output":"3"}`, `"error":"input_invalid: `},
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
	client := start(t, &requests, "data: "+strings.Join([]string{
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Wa"}]}}]}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"it."}]}}]}`,
		`{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"name":"add","args":{"a":1,"b":2}}}]}}]}`,
	}, "\n\ndata: ")+"\n\n")
	collected, text := gemini.NewStream(), ""
	for chunk, err := range client.Models.GenerateContentStream(t.Context(), "m", genai.Text("1 + 2?"), nil) {
		if err != nil {
			t.Fatal(err)
		}
		delta, err := collected.Add(chunk)
		if err != nil {
			t.Fatal(err)
		}
		text += delta.Text
	}
	reply, contents, err := collected.Reply()
	if err != nil || text != "Wait." || reply.Text != text || len(contents) != 1 || len(contents[0].Parts) != 2 || len(reply.Calls) != 1 || string(reply.Calls[0].Args) != `{"a":1,"b":2}` {
		t.Errorf("the reply is %+v, %v", reply, err)
	}
}

// An empty response is an error.
func TestEmptyResponse(t *testing.T) {
	if _, _, err := gemini.Reply(&genai.GenerateContentResponse{}); err == nil {
		t.Error("an empty response is not an error")
	}
}
