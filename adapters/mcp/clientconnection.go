package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The limits of a connection with a server.
const (
	// discoverTimeout is the time limit for the answer to server/discover. After
	// it, the server is initialized with a protocol before 2026-07-28.
	discoverTimeout = 5 * time.Second
	// writeGrace is how long a write may take after the end of its context.
	writeGrace = 500 * time.Millisecond
	// messagesPerSecond and maxMessageBurst limit the rate of messages that
	// answer no request.
	messagesPerSecond = 1000
	maxMessageBurst   = 1000
	// maxReplies is the maximum number of answers that wait until the server
	// reads them.
	maxReplies = 64
)

var errNotReading = errors.New("it does not read the messages that are sent to it")

// clientConnection is a connection with a server. It passes only messages to the
// SDK that the SDK needs:
//
//   - The results of tools/list and tools/call are stored in their exchange, and
//     the SDK gets empty results, because it would lose the order of keys.
//   - Progress and changes of the list go to the bridge. Other notifications are
//     dropped.
//   - Requests of the server are answered here: a ping with success, and any
//     other request with an error.
//
// Messages that answer no request are read at a limited rate, so that a server
// cannot use the processor with them.
type clientConnection struct {
	bridge      *Bridge
	inner       sdk.Connection
	incoming    chan jsonrpc.Message
	replies     chan *jsonrpc.Response
	ended       chan struct{} // closed when the connection cannot be used any more
	closed      chan struct{} // closed when the inner connection is closed
	hasAnswered atomic.Bool   // a call was answered
	limiter     *rateLimiter  // of messages that answer no request
	// unsubscribed gets a value when the subscription to changes has ended.
	unsubscribed chan struct{}

	mu        sync.Mutex
	isEnded   bool
	err       error                    // why the connection has ended
	waiting   map[jsonrpc.ID]*exchange // requests without an answer
	discovery jsonrpc.ID               // of server/discover, while it has no answer
}

// newClientConnection wraps a connection. The bridge waits for its goroutines.
func newClientConnection(b *Bridge, inner sdk.Connection) *clientConnection {
	c := &clientConnection{
		bridge: b, inner: inner, incoming: make(chan jsonrpc.Message), replies: make(chan *jsonrpc.Response, maxReplies),
		ended: make(chan struct{}), closed: make(chan struct{}), waiting: make(map[jsonrpc.ID]*exchange),
		unsubscribed: make(chan struct{}, 1), limiter: newRateLimiter(messagesPerSecond, maxMessageBurst),
	}
	b.work.Go(c.receive)
	b.work.Go(c.reply)
	return c
}

// fail ends the connection. The first error that is not nil is its reason.
func (c *clientConnection) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isEnded {
		return
	}
	c.isEnded, c.err = true, err
	close(c.ended)
	c.bridge.work.Go(func() {
		_ = c.inner.Close() // it has ended, also if Close returns an error
		close(c.closed)
	})
}

// reason returns why the connection has ended; the cause of err if that is not
// known.
func (c *clientConnection) reason(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return c.err
	}
	return httpCause(err)
}

// httpCause returns the cause of a failed HTTP request, without the URL, which
// may contain a secret. Other errors are returned unchanged.
func httpCause(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// isDiscovering reports whether server/discover was sent and not answered.
func (c *clientConnection) isDiscovering() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.discovery.IsValid()
}

// setInitialized passes the version of the protocol to the inner connection. The SDK
// passes it only to its own types of connections.
func (c *clientConnection) setInitialized(result *sdk.InitializeResult) {
	if inner, ok := c.inner.(interface {
		setInitialized(c *clientConnection, version string)
	}); ok && result != nil {
		inner.setInitialized(c, result.ProtocolVersion)
	}
}

// sendsHeaders reports whether arguments are sent as HTTP headers, too.
func (c *clientConnection) sendsHeaders() bool {
	inner, ok := c.inner.(interface{ sendsHeaders() bool })
	return ok && inner.sendsHeaders()
}

// Close ends the connection without waiting until it is closed.
func (c *clientConnection) Close() error {
	c.fail(nil)
	return nil
}

// SessionID returns the session's id of the inner connection.
func (c *clientConnection) SessionID() string { return c.inner.SessionID() }

// Read returns the next message for the SDK.
func (c *clientConnection) Read(context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-c.incoming:
		return m, nil
	case <-c.ended:
		return nil, c.reason(io.EOF)
	}
}

// receive reads the messages of the server until the connection ends.
func (c *clientConnection) receive() {
	for {
		m, err := c.inner.Read(context.Background())
		if err != nil {
			c.fail(readError(err))
			return
		}
		if m = c.accept(m); m != nil {
			c.deliver(m)
		}
	}
}

// readError describes why no message can be read.
func readError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return errors.New("it has ended the connection")
	}
	return fmt.Errorf("a message of the server cannot be read: %w", err)
}

// deliver passes a message to the SDK.
func (c *clientConnection) deliver(m jsonrpc.Message) {
	select {
	case c.incoming <- m:
	case <-c.ended:
	}
}

// Write sends a message. It returns soon after the context has ended, even if
// the server does not read.
func (c *clientConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	ctx, err := c.register(ctx, m)
	if err != nil {
		return err
	}
	written := make(chan error, 1)
	go func() { written <- c.inner.Write(ctx, m) }()
	select {
	case err := <-written:
		return err
	case <-c.ended:
		return c.reason(sdk.ErrConnectionClosed)
	case <-ctx.Done():
	}
	select {
	case err := <-written:
		return err
	case <-c.ended:
		return c.reason(sdk.ErrConnectionClosed)
	case <-time.After(writeGrace):
		c.fail(errNotReading)
		return errNotReading
	}
}
