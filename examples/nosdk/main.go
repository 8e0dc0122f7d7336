// Nosdk asks a model a question without an SDK, by one of four APIs: openai (chat
// completions), responses, anthropic or gemini. It prints the answer while the
// model writes it. The model can ask for the time:
//
//	ANTHROPIC_API_KEY=... nosdk -api anthropic 'What time is it in Lisbon and in Tokyo?'
//
// The flag -url is the address of another server with the same API.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

func main() {
	name := flag.String("api", "openai", "the API: openai, responses, anthropic or gemini")
	url := flag.String("url", "", "the base URL of the server (default: the provider)")
	model := flag.String("model", "", "the name of the model (default: a model of the provider)")
	flag.Parse()
	if err := answer(context.Background(), *name, *url, *model, strings.Join(flag.Args(), " ")); err != nil {
		fmt.Fprintln(os.Stderr, "nosdk:", err)
		os.Exit(1)
	}
}

// answer prints the answer to a question. The model gets at most 10 requests.
func answer(ctx context.Context, name, url, model, question string) error {
	p, err := newProvider(name, url, model)
	if err != nil {
		return err
	}
	registry, turn := runtime.NewRegistry(nil), &runtime.Turn{}
	if err := registry.Register(clock.Tools()...); err != nil {
		return err
	}
	tools, err := registry.AppendTurnDefinitionsFor(nil, p.api.Dialect(false), turn)
	if err != nil {
		return err
	}
	conversation := []json.RawMessage{p.api.UserMessage(question)}
	for range 10 {
		body, err := p.send(ctx, tools, conversation)
		if err != nil {
			return err
		}
		reply, err := p.api.ReadStream(body, func(d models.Delta) { fmt.Print(d.Text) })
		if err = errors.Join(err, body.Close()); err != nil {
			return err
		}
		if len(reply.Calls) == 0 {
			fmt.Println()
			_, err := reply.Answer()
			return err
		}
		conversation = append(conversation, reply.Messages...)
		conversation = append(conversation, p.api.Results(registry.ExecuteParallel(ctx, reply.Calls, turn))...)
	}
	return errors.New("no answer after 10 requests")
}
