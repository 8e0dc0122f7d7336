// Anthropic asks a model a question, by Anthropic's API for messages, and prints
// the answer while the model writes it. The model can ask for the time:
//
//	ANTHROPIC_API_KEY=... anthropic 'What time is it in Lisbon and in Tokyo?'
//
// ANTHROPIC_BASE_URL is the address of another server with the same API, and
// ANTHROPIC_MODEL the name of the model.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"github.com/toolgen/toolgen/adapters/anthropic"
	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

func main() {
	if err := answer(context.Background(), strings.Join(os.Args[1:], " ")); err != nil {
		fmt.Fprintln(os.Stderr, "anthropic:", err)
		os.Exit(1)
	}
}

// answer prints the answer to a question. The model gets at most 10 requests.
func answer(ctx context.Context, question string) error {
	if os.Getenv("ANTHROPIC_API_KEY") == "" {
		return errors.New("set ANTHROPIC_API_KEY to the key of your account")
	}
	client, registry, turn := sdk.NewClient(), runtime.NewRegistry(nil), &runtime.Turn{}
	if err := registry.Register(clock.Tools()...); err != nil {
		return err
	}
	tools, err := anthropic.Tools(registry, turn, false)
	if err != nil {
		return err
	}
	conversation := anthropic.Messages{sdk.NewUserMessage(sdk.NewTextBlock(question))}
	for range 10 {
		events := client.Messages.NewStreaming(ctx, sdk.MessageNewParams{
			Model: cmp.Or(os.Getenv("ANTHROPIC_MODEL"), "claude-sonnet-4-5"), MaxTokens: 4000, Messages: conversation, Tools: tools,
		})
		reply, messages, err := anthropic.ReadStream(events, func(d models.Delta) { fmt.Print(d.Text) })
		if err != nil {
			return err
		}
		if len(reply.Calls) == 0 {
			fmt.Println()
			_, err := reply.Answer()
			return err
		}
		conversation = append(conversation, messages...)
		conversation = append(conversation, anthropic.Results(registry.ExecuteParallel(ctx, reply.Calls, turn))...)
	}
	return errors.New("no answer after 10 requests")
}
