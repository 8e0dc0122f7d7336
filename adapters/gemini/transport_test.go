package gemini_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/adapters/gemini"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// exactArguments are arguments that the SDK sorts and rounds.
const exactArguments = `{"z":9007199254740993,"a":{"text":"<é>","d":[1.50,12345678901234567890]}}`

// exactAnswers are the same response, complete and streamed.
var exactAnswers = map[string]string{
	"complete": `{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"name":"add","args":` + exactArguments + `}},{"functionCall":{"name":"now"}}]}}]}`,
	"streamed": "data: " + `{"candidates":[{"content":{"role":"model","parts":[{"text":"Wait."}]}}]}` + "\r\n\r\n" +
		"data: " + `{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"functionCall":{"name":"add","args":` + exactArguments + `}},{"functionCall":{"name":"now"}}]}}]}` + "\r\n\r\n",
}

// ask sends one request, streamed or not.
func ask(t *testing.T, client *genai.Client, isStreamed bool, conversation []*genai.Content) (*models.Reply, []*genai.Content, error) {
	t.Helper()
	if !isStreamed {
		response, err := client.Models.GenerateContent(t.Context(), "m", conversation, nil)
		if err != nil {
			t.Fatal(err)
		}
		return gemini.Reply(response)
	}
	stream := gemini.NewStream()
	for chunk, err := range client.Models.GenerateContentStream(t.Context(), "m", conversation, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stream.Add(chunk); err != nil {
			return nil, nil, err
		}
	}
	return stream.Reply()
}

// With Transport, the tool and the next request get the arguments byte for byte.
func TestExactArguments(t *testing.T) {
	for name, answer := range exactAnswers {
		t.Run(name, func(t *testing.T) {
			var requests []string
			client := start(t, &requests, answer, answer)
			conversation := genai.Text("1 + 2?")
			for range 2 {
				reply, contents, err := ask(t, client, name == "streamed", conversation)
				if err != nil || len(reply.Calls) != 2 || string(reply.Calls[0].Args) != exactArguments || len(reply.Calls[1].Args) != 0 {
					t.Fatalf("the reply is %+v, %v", reply, err)
				}
				results, err := gemini.Results([]runtime.CallResult{{Name: "add", Result: runtime.Text("3")}, {Name: "now", Result: runtime.Text("12:00")}})
				if err != nil {
					t.Fatal(err)
				}
				conversation = append(append(conversation, contents...), results...)
			}
			if !strings.Contains(requests[1], `"args":`+exactArguments) || strings.Contains(requests[1], "toolgen") {
				t.Errorf("the second request is %s", requests[1])
			}
		})
	}
}

// Without Transport, a call with a number that may be rounded is refused; other
// calls work.
func TestRoundedArguments(t *testing.T) {
	for name, answer := range exactAnswers {
		t.Run(name, func(t *testing.T) {
			var requests []string
			client := startWith(t, nil, &requests, answer, strings.ReplaceAll(answer, exactArguments, `{"a":9007199254740991}`))
			if _, _, err := ask(t, client, name == "streamed", nil); err == nil || !strings.Contains(err.Error(), "gemini.Transport") {
				t.Errorf("the error is %v", err)
			}
			reply, contents, err := ask(t, client, name == "streamed", nil)
			if err != nil || string(reply.Calls[0].Args) != `{"a":9007199254740991}` || strings.Contains(fmt.Sprint(contents[0].Parts[len(contents[0].Parts)-2].FunctionCall.Args), "toolgen") {
				t.Errorf("the reply is %+v, %v", reply, err)
			}
		})
	}
}

// AddTools keeps other tools of the configuration, replaces only its own tools,
// and does not change options that another configuration shares.
func TestAddToolsTwice(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	var requests []string
	client := start(t, &requests, exactAnswers["complete"])
	shared := &genai.HTTPOptions{ExtraBody: map[string]any{"labels": map[string]any{"a": "b"}}}
	config := &genai.GenerateContentConfig{HTTPOptions: shared, Tools: []*genai.Tool{{GoogleSearch: &genai.GoogleSearch{}}}}
	for range 2 {
		if err := gemini.AddTools(config, newRegistry(t), &runtime.Turn{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := client.Models.GenerateContent(t.Context(), "m", genai.Text("?"), config); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`"googleSearch":{}`, `"name":"add"`, `"labels":{"a":"b"}`} {
		if strings.Count(requests[0], text) != 1 {
			t.Errorf("the request does not have %s once: %s", text, requests[0])
		}
	}
	if len(shared.ExtraBody) != 1 || logged.Len() > 0 {
		t.Errorf("the shared options are %v, the log is %q", shared.ExtraBody, logged.String())
	}
}

// A part that has only a signature is not sent: the SDK leaves out its empty
// text, and the API refuses a part without data.
func TestSignatureWithoutText(t *testing.T) {
	response := &genai.GenerateContentResponse{Candidates: []*genai.Candidate{{
		FinishReason: "STOP", Content: &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "Hi"}, {ThoughtSignature: []byte("s")}}},
	}}}
	_, contents, err := gemini.Reply(response)
	if err != nil || len(contents) != 1 || len(contents[0].Parts) != 1 {
		t.Errorf("the contents are %v, %v", contents, err)
	}
}
