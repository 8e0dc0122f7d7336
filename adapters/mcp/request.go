package mcp

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestKey is the key of the client's request in the context of a call.
type requestKey struct{}

// ClientRequest is the request of the MCP client that made a call, for a tool
// that asks the client for something, such as a completion by its model. Its
// parameters have the name of a tool of the server's own. It is false for a call
// that did not come through a [Server].
func ClientRequest(ctx context.Context) (*sdk.CallToolRequest, bool) {
	r, ok := ctx.Value(requestKey{}).(*sdk.CallToolRequest)
	return r, ok
}

// capabilityError is the error of the protocol that a tool returned because the
// client lacks a capability; nil for none. It is no result, unlike all other
// failures of tools.
func capabilityError(cause error) error {
	var e *jsonrpc.Error
	if errors.As(cause, &e) && e.Code == sdk.CodeMissingRequiredClientCapabilities {
		return e
	}
	return nil
}

// notOffered are the methods that the SDK would answer with empty lists though
// the server has no such feature.
var notOffered = map[string]bool{
	"prompts/list": true, "prompts/get": true, "completion/complete": true,
	"resources/list": true, "resources/templates/list": true, "resources/read": true, "resources/subscribe": true, "resources/unsubscribe": true,
}
