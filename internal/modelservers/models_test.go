package modelservers_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// clients are all clients by the name of their API and of their library.
var clients = map[string]func(*setup) (conversation, error){
	"chat/sdk": newChatClient, "responses/sdk": newResponsesClient, "anthropic/sdk": newAnthropicClient, "gemini/sdk": newGeminiClient,
	"chat/plain": newPlainClient("chat"), "responses/plain": newPlainClient("responses"),
	"anthropic/plain": newPlainClient("anthropic"), "gemini/plain": newPlainClient("gemini"),
}

// scenarios are conversations that end with an answer. The name is that of the
// model, which selects the answers of the mock server.
var scenarios = []struct {
	model, text string
	replies     int
	isOK        []bool // for each call
}{
	{"parallel", "9007199254740993 and 7", 2, []bool{true, true}},
	{"malformed", "It is 3.", 3, []bool{false, true}},
	{"cutoff", "It is 3.", 3, []bool{false, true}},
	{"unknown", "Sorry.", 2, []bool{false}},
	{"long", "It is long.", 2, []bool{true}},
	{"image", "A dot.", 2, []bool{true}},
}

// failures are models for which the mock server returns an error or loses the
// connection.
var failures = []struct {
	model, want   string
	isForStreamed bool // only a streamed response fails
}{
	{"ratelimit", "429", false},
	{"garbage", "", false},
	{"disconnect", "", false},
	{"dropped", "", true},
}

// Each client runs the loop of an agent, and each of its requests is valid by the
// description of the provider.
func TestModelServers(t *testing.T) {
	server := startModelServer(t)
	for name, newClient := range clients {
		for _, isStreamed := range []bool{false, true} {
			suffix := "/complete"
			if isStreamed {
				suffix = "/streamed"
			}
			t.Run(name+suffix, func(t *testing.T) {
				testScenarios(t, server, newClient, isStreamed)
				testFailures(t, server, newClient, isStreamed)
			})
		}
	}
	for _, v := range validators {
		t.Run("requests/"+v.name, func(t *testing.T) {
			requests := server.withPath(v.path)
			if len(requests) < 40 {
				t.Errorf("there are only %d requests", len(requests))
			}
			for i, problem := range v.validate(t, requests) {
				t.Errorf("%s\n%.2000s", problem, requests[i])
			}
		})
	}
}

// testScenarios runs the conversations that end with an answer.
func testScenarios(t *testing.T, server *modelServer, newClient func(*setup) (conversation, error), isStreamed bool) {
	for _, test := range scenarios {
		s := &setup{url: server.url, model: test.model, registry: newRegistry(t), turn: &runtime.Turn{}, isStreamed: isStreamed}
		o, err := run(t.Context(), s, newClient)
		if err != nil {
			t.Errorf("%s: %v", test.model, err)
			continue
		}
		if o.text != test.text || o.replies != test.replies || len(o.results) != len(test.isOK) {
			t.Errorf("%s: the text is %q after %d replies and %d calls", test.model, o.text, o.replies, len(o.results))
			continue
		}
		if isStreamed && !strings.HasSuffix(o.shown, test.text) {
			t.Errorf("%s: the deltas are %q", test.model, o.shown)
		}
		for i, r := range o.results {
			if r.Result.OK != test.isOK[i] {
				t.Errorf("%s: call %d: %+v", test.model, i, r.Result)
			}
		}
		checkLastRequest(t, test.model, server.last(), o)
	}
}

// checkLastRequest checks the last request of a conversation.
func checkLastRequest(t *testing.T, model, body string, o *outcome) {
	switch {
	case model == "image" && !strings.Contains(body, png):
		t.Errorf("the request has no image: %.500s", body)
	case model == "parallel" && (!strings.Contains(body, "9007199254740991") || !strings.Contains(body, "😀")):
		t.Errorf("the request does not have the message of the model: %.2000s", body)
	case model == "long" && (len(body) > longResult/10 || o.results[0].Truncated == nil):
		t.Errorf("the request with the long result has %d bytes", len(body))
	}
}

// testFailures checks that each failure is one error.
func testFailures(t *testing.T, server *modelServer, newClient func(*setup) (conversation, error), isStreamed bool) {
	for _, test := range failures {
		if test.isForStreamed && !isStreamed {
			continue
		}
		s := &setup{url: server.url, model: test.model, registry: newRegistry(t), turn: &runtime.Turn{}, isStreamed: isStreamed}
		o, err := run(t.Context(), s, newClient)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v", test.model, o, err)
		}
	}
	s := &setup{url: "http://127.0.0.1:1", model: "m", registry: newRegistry(t), turn: &runtime.Turn{}, isStreamed: isStreamed}
	if _, err := run(t.Context(), s, newClient); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("an unreachable server: %v", err)
	}
}
