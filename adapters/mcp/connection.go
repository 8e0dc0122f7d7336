package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The pauses after which a new connection is made: after the first failure, and
// the longest one.
const (
	firstPause = 500 * time.Millisecond
	maxPause   = 30 * time.Second
)

// The pauses between two lists that the server has requested by notifications:
// the first one, and the longest one.
const (
	firstListPause = time.Second
	maxListPause   = 30 * time.Second
)

var errBridgeClosed = errors.New("the bridge is closed")

// link is one connection with a server, after its initialization.
type link struct {
	session    *sdk.ClientSession
	connection *clientConnection
}

// attempt is a connection that is being made. The fields are set before done is
// closed.
type attempt struct {
	done chan struct{}
	link *link
	err  error
}

// connectedLink returns the connection, and makes one if there is none. Concurrent
// calls share one attempt, which does not end with their contexts.
func (b *Bridge) connectedLink(ctx context.Context) (*link, error) {
	b.mu.Lock()
	l, a, wait := b.link, b.attempt, time.Until(b.retryAt)
	switch {
	case b.ctx.Err() != nil:
		b.mu.Unlock()
		return nil, b.unreachable(errBridgeClosed)
	case l != nil:
		b.mu.Unlock()
		return l, nil
	case a == nil && wait > 0:
		err := fmt.Errorf("%w; the next attempt is possible in %s", b.failure, wait.Round(100*time.Millisecond))
		b.mu.Unlock()
		return nil, b.unreachable(err)
	case a == nil:
		a = &attempt{done: make(chan struct{})}
		b.attempt = a
		b.work.Go(func() { b.runAttempt(a) })
	}
	b.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, b.unreachable(ctx.Err())
	case <-a.done:
		return a.link, a.err
	}
}

// unreachable returns the error of a server that cannot be used.
func (b *Bridge) unreachable(err error) error {
	return fmt.Errorf("mcp: the server %s cannot be reached: %w", b.options.Name, err)
}

// runAttempt makes a connection and stores it.
func (b *Bridge) runAttempt(a *attempt) {
	l, err := b.connect()
	b.mu.Lock()
	if b.attempt = nil; err == nil && b.ctx.Err() != nil {
		l.connection.fail(errBridgeClosed)
		err = errBridgeClosed
	}
	if err != nil {
		b.countFailure(err)
		a.err = b.unreachable(err)
	} else {
		a.link, b.link = l, l
		b.work.Go(func() { b.watchLink(l) })
		b.work.Go(func() { b.keepSubscribed(l) })
	}
	b.mu.Unlock()
	close(a.done)
}

// countFailure counts a failed connection. b.mu is held.
func (b *Bridge) countFailure(err error) {
	b.failures++
	b.failure = err
	b.retryAt = time.Now().Add(pause(b.failures - 1))
}

// pause returns the pause after a failure that follows that many failures.
func pause(failures int) time.Duration {
	return min(firstPause<<min(failures, 10), maxPause)
}

// connect makes a connection and lists the tools. A server that ends when it is
// sent server/discover, which protocols before 2026-07-28 do not have, is
// connected again without that.
func (b *Bridge) connect() (*link, error) {
	b.mu.Lock()
	legacy := b.legacy
	b.mu.Unlock()
	l, err := b.open(legacy)
	if errors.Is(err, errEndedAtDiscovery) && b.ctx.Err() == nil {
		if l, err = b.open(true); err == nil {
			b.mu.Lock()
			b.legacy = true
			b.mu.Unlock()
		}
	}
	if err != nil {
		return nil, err
	}
	if err := b.list(l); err != nil {
		l.connection.fail(err)
		_ = l.session.Close() // ends the goroutines of the SDK
		return nil, fmt.Errorf("its tools cannot be listed: %w", l.connection.reason(err))
	}
	return l, nil
}

// open makes a connection and initializes it.
func (b *Bridge) open(legacy bool) (*link, error) {
	ctx, cancel := context.WithTimeout(b.ctx, b.options.ConnectTimeout)
	defer cancel()
	ctx = context.WithValue(ctx, maxMessageKey{}, b.options.MaxMessageBytes)
	transport, err := b.options.Transport(ctx)
	if err != nil {
		return nil, err
	}
	wrapped := &clientTransport{bridge: b, transport: transport}
	options := &sdk.ClientSessionOptions{}
	if legacy {
		options.ProtocolVersion = legacyProtocol
	}
	// The SDK does not always return when the context ends.
	stop := context.AfterFunc(ctx, func() { wrapped.fail(b.connectError(ctx)) })
	session, err := b.client.Connect(ctx, wrapped, options)
	if stop(); ctx.Err() != nil { // stop may report true: the SDK can see the end of the context before AfterFunc does
		wrapped.fail(b.connectError(ctx))
		if session != nil {
			_ = session.Close() // ends the goroutines of the SDK
		}
		return nil, wrapped.failure(b.connectError(ctx))
	} else if err != nil {
		return nil, wrapped.failure(err)
	}
	wrapped.connection.setInitialized(session.InitializeResult())
	return &link{session, wrapped.connection}, nil
}

// connectError returns the reason why the context of a connection has ended.
func (b *Bridge) connectError(ctx context.Context) error {
	if b.ctx.Err() != nil {
		return errBridgeClosed
	}
	return fmt.Errorf("it did not answer within %s: %w", b.options.ConnectTimeout, ctx.Err())
}

// watchLink waits until a connection ends, and forgets it.
func (b *Bridge) watchLink(l *link) {
	<-l.connection.ended
	b.drop(l)
	_ = l.session.Close() // ends the goroutines of the SDK
}

// drop forgets a connection that has ended. A connection that ended before it
// answered a call counts as a failure, so that a server that always ends is not
// started without pauses.
func (b *Bridge) drop(l *link) {
	reason := l.connection.reason(nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link != l {
		return
	}
	b.link = nil
	if !l.connection.hasAnswered.Load() {
		b.failures++
		b.failure = reason
		if b.failures > 1 {
			b.retryAt = time.Now().Add(pause(b.failures - 2))
		}
	}
	b.options.Logger.Info("the connection with the MCP server has ended", "server", b.options.Name, "error", reason)
}

// resetFailures resets the count of failures, because the server has answered a
// call.
func (b *Bridge) resetFailures(l *link) {
	if !l.connection.hasAnswered.Swap(true) {
		b.mu.Lock()
		b.failures, b.retryAt = 0, time.Time{}
		b.mu.Unlock()
	}
}

// requestList makes watch list the tools. It reports false if that is requested
// already.
func (b *Bridge) requestList() bool {
	select {
	case b.refresh <- struct{}{}:
		return true
	default:
		return false
	}
}

// watch lists the tools again when the server says that they have changed. The
// pauses between the lists grow while the notifications do not stop.
func (b *Bridge) watch() {
	wait := firstListPause
	for {
		select {
		case <-b.ctx.Done():
			return
		case <-b.refresh:
		}
		b.mu.Lock()
		l := b.link
		b.mu.Unlock()
		if l == nil {
			continue // the next connection lists the tools
		}
		if err := b.list(l); err != nil {
			b.options.Logger.Warn("the tools of the MCP server cannot be listed", "server", b.options.Name, "error", err)
		}
		select {
		case <-b.ctx.Done():
			return
		case <-time.After(wait):
		}
		if wait = min(2*wait, maxListPause); len(b.refresh) == 0 {
			wait = firstListPause
		}
	}
}
