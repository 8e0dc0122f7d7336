package mcp

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// drainTimeout is the time that calls have to end after the end of the client's
// input.
const drainTimeout = 5 * time.Second

// serverTransport makes one connection.
type serverTransport struct {
	sdk.Transport
	connection *serverConnection
}

// newServerTransport returns a transport that wraps t. The messages of streams are
// checked.
func newServerTransport(ctx context.Context, t sdk.Transport) *serverTransport {
	switch own := t.(type) {
	case *sdk.StdioTransport:
		t = checkedTransport(os.Stdin, withoutClose{os.Stdout}, own.MaxLineLength)
	case *sdk.IOTransport:
		t = checkedTransport(own.Reader, own.Writer, own.MaxLineLength)
	}
	c := &serverConnection{
		pending: make(map[jsonrpc.ID]bool), idle: make(chan struct{}, 1), closed: make(chan struct{}), readEnded: make(chan struct{}),
	}
	c.carrier.ctx = ctx
	c.carrier.input, c.endInput = context.WithCancel(ctx)
	return &serverTransport{t, c}
}

// withoutClose is a writer whose Close method has no effect.
type withoutClose struct{ io.Writer }

func (withoutClose) Close() error { return nil }

// Connect returns the connection.
func (t *serverTransport) Connect(ctx context.Context) (sdk.Connection, error) {
	inner, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	t.connection.Connection = inner
	return t.connection, nil
}

// SupportsProtocolVersion reports what the wrapped transport supports.
func (t *serverTransport) SupportsProtocolVersion(version string) bool {
	inner, ok := t.Transport.(sdk.ProtocolVersionSupporter)
	return !ok || inner.SupportsProtocolVersion(version)
}

// serverConnection is the connection of a client of [Server.Serve]. The SDK
// cancels the calls and drops their answers as soon as Read returns the end of the
// input. Therefore Read waits until the calls have ended.
type serverConnection struct {
	sdk.Connection
	carrier   carrier
	endInput  func()
	closed    chan struct{}
	closeOnce sync.Once
	readEnded chan struct{} // closed after Read has returned readError
	readError error
	readOnce  sync.Once

	mu      sync.Mutex
	pending map[jsonrpc.ID]bool // the requests that are not answered
	idle    chan struct{}       // receives a value when pending becomes empty
}

// Read returns the next message.
func (c *serverConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if err != nil {
		c.endInput()
	}
	if errors.Is(err, io.EOF) {
		c.drain()
	}
	if err != nil {
		c.readOnce.Do(func() { c.readError = err; close(c.readEnded) })
	}
	// A subscription ends with its connection.
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() && r.Method != methodListen {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.pending[r.ID] = true
	}
	return m, err
}

// drain waits until the requests are answered.
func (c *serverConnection) drain() {
	timeout := time.NewTimer(drainTimeout)
	defer timeout.Stop()
	for {
		c.mu.Lock()
		n := len(c.pending)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.idle:
		case <-timeout.C:
			return
		case <-c.closed:
			return
		case <-c.carrier.ctx.Done():
			return
		}
	}
}

// Write writes a message.
func (c *serverConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		if delete(c.pending, r.ID); len(c.pending) == 0 {
			select {
			case c.idle <- struct{}{}:
			default: // drain has not read the value before
			}
		}
	}
	return err
}

// Close closes the connection.
func (c *serverConnection) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	c.endInput()
	return c.Connection.Close()
}

// isClosed reports whether Close was called.
func (c *serverConnection) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}
