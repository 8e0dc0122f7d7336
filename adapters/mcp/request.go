package mcp

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestKey is the key of the client's request in the context of a call.
type requestKey struct{}

// ClientRequest returns the request of the MCP client that made a call. A tool
// needs it to send requests to the client, for example for a completion by the
// client's model. The name in the parameters of the request is not the name of the
// tool. ClientRequest reports false for a call that did not come from a [Server].
func ClientRequest(ctx context.Context) (*sdk.CallToolRequest, bool) {
	r, ok := ctx.Value(requestKey{}).(*sdk.CallToolRequest)
	return r, ok
}

// capabilityError returns the protocol error that a tool returned because the
// client does not have a capability, or nil. The server sends it as an error. All
// other failures of tools are results.
func capabilityError(cause error) error {
	var e *jsonrpc.Error
	if errors.As(cause, &e) && e.Code == sdk.CodeMissingRequiredClientCapabilities {
		return e
	}
	return nil
}

// notOffered are the methods of features that the server does not have. The SDK
// would answer them with empty lists.
var notOffered = map[string]bool{
	"prompts/list": true, "prompts/get": true, "completion/complete": true,
	"resources/list": true, "resources/templates/list": true, "resources/read": true, "resources/subscribe": true, "resources/unsubscribe": true,
}
