package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// replyTimeout is the time limit for writing one answer to the server.
const replyTimeout = 10 * time.Second

var errTooManyRequests = errors.New("it sends requests faster than it reads the answers")

// accept handles a message of the server. It returns the message for the SDK;
// nil if there is none.
func (c *clientConnection) accept(m jsonrpc.Message) jsonrpc.Message {
	if response, ok := m.(*jsonrpc.Response); ok {
		if c.takeAnswer(response) {
			return response
		}
		c.limiter.wait(c.ended)
		return nil // it answers no request
	}
	c.limiter.wait(c.ended)
	request, ok := m.(*jsonrpc.Request)
	switch {
	case !ok:
		return nil
	case request.IsCall():
		c.refuse(request)
		return nil
	}
	return c.handleNotification(request)
}

// handleNotification handles a notification of the server.
func (c *clientConnection) handleNotification(n *jsonrpc.Request) jsonrpc.Message {
	switch n.Method {
	case "notifications/progress":
		c.bridge.reportProgress(n.Params)
	case "notifications/tools/list_changed":
		if c.bridge.requestList() {
			return n // the SDK discards its copy of the list
		}
	}
	return nil
}

// refuse answers a request of the server.
func (c *clientConnection) refuse(request *jsonrpc.Request) {
	answer := &jsonrpc.Response{ID: request.ID}
	if request.Method == "ping" {
		answer.Result = json.RawMessage("{}")
	} else {
		answer.Error = &jsonrpc.Error{
			Code:    jsonrpc.CodeMethodNotFound,
			Message: fmt.Sprintf("this client does not support %.100q: it has declared no capabilities", request.Method),
		}
	}
	select {
	case c.replies <- answer:
	default:
		c.fail(errTooManyRequests)
	}
}

// reply writes the answers to the requests of the server.
func (c *clientConnection) reply() {
	for {
		select {
		case <-c.ended:
			return
		case answer := <-c.replies:
			ctx, cancel := context.WithTimeout(context.Background(), replyTimeout)
			_ = c.Write(ctx, answer) // the server must cope without the answer
			cancel()
		}
	}
}
