package modelservers_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// png is an image of one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// longResult is the length of the result of the tool long in bytes.
const longResult = 10 << 20

// newRegistry returns a registry with the tools add, long and draw.
func newRegistry(t *testing.T) *runtime.Registry {
	t.Helper()
	image, err := base64.StdEncoding.DecodeString(png)
	if err != nil {
		t.Fatal(err)
	}
	add, err := runtime.NewTool(runtime.Tool{
		Name: "add", Description: "Adds two integers.",
		Input: `{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"integer"}},"required":["b","a"],"additionalProperties":false}`,
		Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
			var args struct{ A, B int64 }
			if err := json.Unmarshal(c.RawArgs(), &args); err != nil {
				return runtime.FromError(err)
			}
			return runtime.Text(fmt.Sprint(args.A + args.B))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(add,
		&runtime.Tool{Name: "long", Description: "Returns a long text.", Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Text(strings.Repeat("A line of text.\n", longResult/16))
		}},
		&runtime.Tool{Name: "draw", Description: "Draws a dot.", Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Mixed(runtime.TextPart("a dot"), runtime.ImagePart("image/png", image))
		}}); err != nil {
		t.Fatal(err)
	}
	return registry
}

// outcome is the end of a loop.
type outcome struct {
	text    string // of the last reply
	shown   string // the deltas of all streamed replies
	replies int
	results []runtime.CallResult // of all calls
}

// run asks until a reply has no calls.
func run(ctx context.Context, s *setup, newClient func(*setup) (conversation, error)) (*outcome, error) {
	o := &outcome{}
	s.show = func(d models.Delta) { o.shown += d.Text }
	c, err := newClient(s)
	if err != nil {
		return nil, err
	}
	for o.replies < 10 {
		reply, err := c.ask(ctx)
		if err != nil {
			return nil, err
		}
		o.replies++
		if len(reply.Calls) == 0 {
			o.text, err = reply.Answer()
			return o, err
		}
		results := s.registry.ExecuteParallel(ctx, reply.Calls, s.turn)
		o.results = append(o.results, results...)
		if err := c.add(results); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("no answer after %d replies", o.replies)
}
