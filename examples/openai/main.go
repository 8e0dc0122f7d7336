// Openai asks a model a question, by OpenAI's API for chat completions. The
// model can ask for the time:
//
//	OPENAI_API_KEY=... openai 'What time is it in Lisbon and in Tokyo?'
//
// OPENAI_BASE_URL is the address of another server with the same API, and
// OPENAI_MODEL the name of the model.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	sdk "github.com/openai/openai-go/v3"

	"github.com/toolgen/toolgen/adapters/openai"
	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/runtime"
)

func main() {
	text, err := answer(context.Background(), strings.Join(os.Args[1:], " "))
	if err != nil {
		fmt.Fprintln(os.Stderr, "openai:", err)
		os.Exit(1)
	}
	fmt.Println(text)
}

// answer returns the answer to a question. The model gets at most 10 requests.
func answer(ctx context.Context, question string) (string, error) {
	if os.Getenv("OPENAI_API_KEY") == "" {
		return "", errors.New("set OPENAI_API_KEY to the key of your account")
	}
	client, registry, turn := sdk.NewClient(), runtime.NewRegistry(nil), &runtime.Turn{}
	if err := registry.Register(clock.Tools()...); err != nil {
		return "", err
	}
	tools, err := openai.ChatTools(registry, turn, false)
	if err != nil {
		return "", err
	}
	conversation := openai.Messages{sdk.UserMessage(question)}
	for range 10 {
		completion, err := client.Chat.Completions.New(ctx, sdk.ChatCompletionNewParams{
			Model: cmp.Or(os.Getenv("OPENAI_MODEL"), "gpt-5"), Messages: conversation, Tools: tools,
		})
		if err != nil {
			return "", err
		}
		reply, messages, err := openai.ChatReply(completion)
		if err != nil {
			return "", err
		}
		if len(reply.Calls) == 0 {
			return reply.Answer()
		}
		conversation = append(conversation, messages...)
		conversation = append(conversation, openai.ChatResults(registry.ExecuteParallel(ctx, reply.Calls, turn))...)
	}
	return "", errors.New("no answer after 10 requests")
}
