package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// invoke calls a tool of the server.
func (b *Bridge) invoke(name string) runtime.Handler {
	return func(ctx context.Context, c *runtime.Call) runtime.Result {
		l, err := b.connected(ctx)
		if err != nil {
			return runtime.Fail(runtime.NotAvailable, "%v", err)
		}
		token := rand.Text()
		b.mu.Lock()
		b.running[token] = c
		b.mu.Unlock()
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.running, token)
		}()
		params := &sdk.CallToolParams{Name: name, Arguments: c.RawArgs(), Meta: sdk.Meta{rawToken: token}}
		if c.RawArgs() == nil {
			params.Arguments = json.RawMessage("{}")
		}
		params.SetProgressToken(token)
		result, err := l.session.CallTool(ctx, params)
		raw := l.raw.take(token)
		if err != nil {
			return b.failed(ctx, l, err)
		}
		return fromResult(result, raw)
	}
}

// failed is the result of a call that got no answer.
func (b *Bridge) failed(ctx context.Context, l *link, err error) runtime.Result {
	var answered *jsonrpc.Error
	switch {
	case ctx.Err() != nil:
		return runtime.FromError(ctx.Err())
	case errors.As(err, &answered) && answered.Code == jsonrpc.CodeInvalidParams:
		return runtime.Fail(runtime.InputInvalid, "The server refused the call: %s", answered.Message)
	case errors.As(err, &answered):
		return runtime.Fail(runtime.ExecutionFailed, "The server answered with an error: %s", answered.Message)
	}
	b.lost(l, err)
	go func() { _ = l.session.Close() }() // it has failed already
	r := runtime.Fail(runtime.ExecutionFailed, "The connection with the server was lost. It is not known whether the call took effect; it was not repeated.")
	r.Reason, r.Cause = ReasonConnectionLost, err
	return r
}

// progressed passes progress of the server on to the call.
func (b *Bridge) progressed(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
	token, _ := r.Params.ProgressToken.(string)
	b.mu.Lock()
	call := b.running[token]
	b.mu.Unlock()
	if call == nil {
		return // the call is over
	}
	e := runtime.ProgressEvent{Message: r.Params.Message, Audience: runtime.AudienceUser}
	if r.Params.Total > 0 {
		percent := 100 * r.Params.Progress / r.Params.Total
		e.Percent = &percent
	}
	call.Progress(e)
}

// fromResult is the result of a call as the runtime has it. Raw is the answer as
// the server wrote it.
func fromResult(of *sdk.CallToolResult, raw json.RawMessage) runtime.Result {
	var parts []runtime.Part
	for _, c := range of.Content {
		if p, ok := fromContent(c); ok {
			parts = append(parts, p)
		}
	}
	r := runtime.Mixed(parts...)
	if of.IsError {
		text := r.Value
		if text == "" {
			text = "The tool failed without a message."
		}
		failed := runtime.Fail(runtime.ExecutionFailed, "%s", text)
		failed.Parts = r.Parts
		return failed
	}
	var written struct {
		Structured json.RawMessage `json:"structuredContent"`
	}
	if json.Unmarshal(raw, &written) == nil && strings.HasPrefix(strings.TrimSpace(string(written.Structured)), "{") {
		r.Structured = written.Structured
	}
	if len(parts) == 0 && r.Structured != nil {
		r.Value = string(r.Structured) // a model reads the text
	}
	return r
}

// fromContent is a piece of content as a part; false for an unknown kind.
func fromContent(c sdk.Content) (runtime.Part, bool) {
	switch c := c.(type) {
	case *sdk.TextContent:
		return runtime.TextPart(c.Text), true
	case *sdk.ImageContent:
		return runtime.ImagePart(c.MIMEType, c.Data), true
	case *sdk.AudioContent:
		return runtime.AudioPart(c.MIMEType, c.Data), true
	case *sdk.EmbeddedResource:
		if c.Resource == nil {
			return runtime.Part{}, false
		}
		p := runtime.Part{Kind: runtime.PartResource, URI: c.Resource.URI, MIME: c.Resource.MIMEType, Text: c.Resource.Text}
		if c.Resource.Blob != nil {
			p.Text, p.Data = "", c.Resource.Blob
		}
		return p, true
	case *sdk.ResourceLink:
		return runtime.Part{
			Kind: runtime.PartResourceLink, URI: c.URI, Name: c.Name, Title: c.Title, Description: c.Description, MIME: c.MIMEType, Size: c.Size,
		}, true
	}
	return runtime.Part{}, false
}
