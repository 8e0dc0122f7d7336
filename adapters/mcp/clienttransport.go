package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacyProtocol is the last version of the protocol without server/discover.
const legacyProtocol = "2025-11-25"

var errEndedAtDiscovery = errors.New("the connection ended at server/discover")

// clientTransport connects a transport and wraps its connection.
type clientTransport struct {
	bridge     *Bridge
	transport  sdk.Transport
	mu         sync.Mutex
	connection *clientConnection
	err        error
}

// Connect connects the transport.
func (t *clientTransport) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := t.transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.connection = newClientConnection(t.bridge, inner)
	if t.err != nil {
		t.connection.fail(t.err)
	}
	return t.connection, nil
}

// fail ends the connection.
func (t *clientTransport) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err = err; t.connection != nil {
		t.connection.fail(err)
	}
}

// failure ends the connection and returns why it could not be initialized. The
// error err is used if the connection has no reason.
func (t *clientTransport) failure(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.connection == nil {
		return httpCause(err)
	}
	t.connection.fail(nil)
	if t.err == nil {
		err = t.connection.reason(err)
	}
	if t.connection.isDiscovering() && t.err == nil {
		return fmt.Errorf("%w: %w", errEndedAtDiscovery, err)
	}
	return err
}
