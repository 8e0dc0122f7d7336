package mcp

import (
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// WithStarted returns a transport that calls started with the process of each
// program that the transport of Command starts.
func WithStarted(transport sdk.Transport, started func(*os.Process)) sdk.Transport {
	t := transport.(commandTransport)
	t.started = started
	return t
}
