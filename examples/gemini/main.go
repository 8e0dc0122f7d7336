// Gemini asks a model a question, by Google's Gemini API. The model can ask for
// the time:
//
//	GEMINI_API_KEY=... gemini 'What time is it in Lisbon and in Tokyo?'
//
// GOOGLE_GEMINI_BASE_URL is the address of another server with the same API, and
// GEMINI_MODEL the name of the model.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/adapters/gemini"
	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	text, err := answer(context.Background(), strings.Join(os.Args[1:], " "))
	if err != nil {
		fmt.Fprintln(os.Stderr, "gemini:", err)
		os.Exit(1)
	}
	fmt.Println(text)
}

// answer returns the answer to a question. The model gets at most 10 requests.
func answer(ctx context.Context, question string) (string, error) {
	key := os.Getenv("GEMINI_API_KEY")
	if key == "" {
		return "", errors.New("set GEMINI_API_KEY to the key of your account")
	}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: key, Backend: genai.BackendGeminiAPI, HTTPClient: &http.Client{Transport: &gemini.Transport{}},
	})
	if err != nil {
		return "", err
	}
	registry, turn, config := runtime.NewRegistry(nil), &runtime.Turn{}, &genai.GenerateContentConfig{}
	if err := errors.Join(registry.Register(clock.Tools()...), gemini.AddTools(config, registry, turn)); err != nil {
		return "", err
	}
	conversation := genai.Text(question)
	for range 10 {
		response, err := client.Models.GenerateContent(ctx, cmp.Or(os.Getenv("GEMINI_MODEL"), "gemini-2.5-flash"), conversation, config)
		if err != nil {
			return "", err
		}
		reply, contents, err := gemini.Reply(response)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return reply.Answer()
		}
		results, err := gemini.Results(registry.ExecuteParallel(ctx, reply.Calls, turn))
		if err != nil {
			return "", err
		}
		conversation = append(append(conversation, contents...), results...)
	}
	return "", errors.New("no answer after 10 requests")
}
