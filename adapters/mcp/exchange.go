package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// exchange is one request to a server and its answer. The context of the request
// has it, so that the connection and the HTTP transport can find it.
type exchange struct {
	mu     sync.Mutex
	id     jsonrpc.ID
	method string
	// isWritten reports that the request was passed to the transport, and
	// isUnsent that the transport could not connect.
	isWritten, isUnsent bool
	status              int             // of the HTTP response; 0 without one
	result              json.RawMessage // nil without a result
	refusal             *jsonrpc.Error  // nil unless the server answered with an error
}

type exchangeKey struct{}

// withExchange returns a context with a new exchange.
func withExchange(ctx context.Context) (context.Context, *exchange) {
	e := &exchange{}
	return context.WithValue(ctx, exchangeKey{}, e), e
}

// exchangeOf returns the exchange of a context; nil if it has none.
func exchangeOf(ctx context.Context) *exchange {
	e, _ := ctx.Value(exchangeKey{}).(*exchange)
	return e
}

// answer returns the result as the server wrote it, or the error with which it
// answered; nil without an answer.
func (e *exchange) answer() (json.RawMessage, *jsonrpc.Error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.result, e.refusal
}

// refuse stores the error with which the server answered. The SDK makes errors
// of its own, which are ignored.
func (e *exchange) refuse(err error) {
	var refusal *jsonrpc.Error
	if !errors.As(err, &refusal) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.refusal = refusal
}

// isUnknownToServer reports whether the server cannot have executed the request.
func (e *exchange) isUnknownToServer() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.isWritten || e.isUnsent
}

// httpStatus returns the status of the HTTP response; 0 without one.
func (e *exchange) httpStatus() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}

// setHTTP stores what the HTTP transport knows about the request.
func (e *exchange) setHTTP(isUnsent bool, status int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.isUnsent, e.status = isUnsent, status
}

// register stores a request that waits for an answer, and returns the context for
// writing it.
func (c *clientConnection) register(ctx context.Context, m jsonrpc.Message) (context.Context, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isEnded {
		if c.err != nil {
			return ctx, c.err
		}
		return ctx, sdk.ErrConnectionClosed
	}
	request, ok := m.(*jsonrpc.Request)
	if !ok || !request.IsCall() {
		return ctx, nil
	}
	e := exchangeOf(ctx)
	if e == nil {
		e = &exchange{}
	}
	e.mu.Lock()
	e.id, e.method, e.isWritten = request.ID, request.Method, true
	e.mu.Unlock()
	c.waiting[request.ID] = e
	c.discovery = jsonrpc.ID{} // the SDK sends one request at a time until the session is initialized
	if request.Method == "server/discover" {
		return c.discover(ctx, request.ID), nil
	}
	return ctx, nil
}

// discover limits the time for the answer to server/discover. Some servers do not
// answer requests that they do not know.
func (c *clientConnection) discover(ctx context.Context, id jsonrpc.ID) context.Context {
	c.discovery = id
	limit := min(discoverTimeout, c.bridge.options.ConnectTimeout/2)
	ctx, cancel := context.WithTimeout(ctx, limit)
	context.AfterFunc(ctx, cancel) // not after the write: the body of an HTTP response needs the context
	time.AfterFunc(limit, func() {
		answer := &jsonrpc.Response{ID: id, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer to server/discover"}}
		if c.takeAnswer(answer) {
			c.deliver(answer)
		}
	})
	return ctx
}

// forget removes a request whose answer is not needed any more.
func (c *clientConnection) forget(e *exchange) {
	e.mu.Lock()
	id := e.id
	e.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[id] == e {
		delete(c.waiting, id)
	}
}

// takeAnswer reports whether a request waits for the answer. It stores the result
// of a request for the bridge, and replaces it with one for the SDK.
func (c *clientConnection) takeAnswer(m *jsonrpc.Response) bool {
	c.mu.Lock()
	e := c.waiting[m.ID]
	delete(c.waiting, m.ID)
	if c.discovery == m.ID {
		c.discovery = jsonrpc.ID{}
	}
	c.mu.Unlock()
	if e == nil {
		return false
	}
	if e.method == methodListen {
		c.noteSubscriptionEnd(m)
		return true
	}
	if m.Error != nil {
		e.refuse(m.Error)
		return true
	}
	if e.method != methodCallTool && e.method != methodListTools {
		return true
	}
	result := m.Result
	if result == nil {
		result = json.RawMessage("null")
	}
	e.mu.Lock()
	e.result = result
	e.mu.Unlock()
	if e.method == methodListTools {
		m.Result = listForSDK(result, c.bridge.options.MaxDefinitionBytes)
	} else {
		m.Result = json.RawMessage(`{"content":[]}`)
	}
	return true
}

const (
	methodCallTool  = "tools/call"
	methodListTools = "tools/list"
)

// listForSDK returns a result of tools/list with only the tools whose arguments
// become HTTP headers. The SDK sets these headers in calls.
func listForSDK(result json.RawMessage, maxDefinition int) json.RawMessage {
	var list struct {
		Tools []json.RawMessage `json:"tools"`
	}
	kept := []json.RawMessage{}
	if bytes.Contains(result, []byte("x-mcp-header")) && json.Unmarshal(result, &list) == nil {
		for _, text := range list.Tools {
			var tool sdk.Tool
			if len(text) <= maxDefinition && bytes.Contains(text, []byte("x-mcp-header")) && json.Unmarshal(text, &tool) == nil {
				kept = append(kept, text)
			}
		}
	}
	text, err := json.Marshal(map[string]any{"tools": kept})
	if err != nil {
		return json.RawMessage(`{"tools":[]}`)
	}
	return text
}
