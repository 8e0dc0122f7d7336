package mcp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// The SDK closes a session after its calls have ended and their answers are
// written. closeTimeout is the time for that, after the calls were cancelled. Then
// the connection is closed, and abortTimeout is the time for the rest.
const (
	closeTimeout = 500 * time.Millisecond
	abortTimeout = 250 * time.Millisecond
)

// Close ends the sessions of all clients, cancels the calls in progress and the
// requests for approval, and stops watching the registry. It takes less than a
// second: tools that ignore the end of their contexts and clients that do not read
// can make goroutines outlive it.
func (s *Server) Close() error {
	s.stop()
	<-s.done
	var errs []error
	var mu sync.Mutex
	var closing sync.WaitGroup
	for session := range s.server.Sessions() {
		closing.Go(func() {
			s.mu.Lock()
			connection := s.connections[session]
			s.mu.Unlock()
			err := closeSession(session, connection)
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
		})
	}
	closing.Wait()
	return errors.Join(errs...)
}

// closeSession closes a session whose calls were cancelled. It does not wait for
// a client that does not read. The connection is nil over HTTP.
func closeSession(session *sdk.ServerSession, connection *serverConnection) error {
	if connection != nil && connection.isClosed() {
		return nil // Serve has waited for it
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Close() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(closeTimeout):
	}
	if connection != nil {
		_ = connection.Close() // the session returns its error
		select {
		case err := <-ended:
			return err
		case <-time.After(abortTimeout):
		}
	}
	return nil
}

// Serve serves one client on a transport until the client disconnects or the
// context ends. It returns nil in both cases. At the end of the client's input,
// the calls in progress have five seconds to end, and their answers are sent.
func (s *Server) Serve(ctx context.Context, t sdk.Transport) error {
	transport := newServerTransport(ctx, t)
	session, err := s.server.Connect(context.WithValue(ctx, carrierKey{}, &transport.connection.carrier), transport, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.connections[session] = transport.connection
	s.mu.Unlock()
	ended := make(chan error, 1)
	go func() {
		err := session.Wait()
		s.mu.Lock()
		delete(s.connections, session)
		s.mu.Unlock()
		ended <- err
	}()
	return transport.connection.wait(ctx, session, ended)
}

// wait waits until the session or the context ends; ended receives the result of
// the session. A client that does not read does not delay it after the end of the
// input.
func (c *serverConnection) wait(ctx context.Context, session *sdk.ServerSession, ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-c.readEnded:
	case <-ctx.Done():
		_ = closeSession(session, c) // the end of the context is the reason
		return nil
	}
	select {
	case err := <-ended:
		return err
	case <-time.After(closeTimeout):
	}
	_ = c.Close() // the end of the input is the reason
	select {
	case err := <-ended:
		return err
	case <-time.After(abortTimeout):
	}
	if errors.Is(c.readError, io.EOF) {
		return nil
	}
	return c.readError
}

// ServeStdio serves the tools of the registry to one client on standard input
// and output until the input or the context ends. The program must not write
// anything else to standard output.
func ServeStdio(ctx context.Context, registry *runtime.Registry, o *Options) error {
	s, err := NewServer(registry, o)
	if err != nil {
		return err
	}
	return errors.Join(s.Serve(ctx, &sdk.StdioTransport{}), s.Close())
}

// carrier is what carries the messages of a call: a connection, or a request to a
// stateless server.
type carrier struct {
	ctx   context.Context // its end cancels the calls
	input context.Context // its end means that the client cannot answer requests
}

// carrierKey is the key of the *carrier in the context of a call.
type carrierKey struct{}

// callContext returns a context that also ends with the server, the session and
// the carrier. The caller calls cancel.
func (s *Server) callContext(ctx context.Context, session *clientSession) (_ context.Context, cancel func()) {
	ctx, end := context.WithCancel(ctx)
	stops := []func() bool{context.AfterFunc(s.closing, end)}
	if session != nil {
		stops = append(stops, context.AfterFunc(session.ctx, end))
	}
	if c, ok := ctx.Value(carrierKey{}).(*carrier); ok {
		stops = append(stops, context.AfterFunc(c.ctx, end))
	}
	return ctx, func() {
		for _, stop := range stops {
			stop()
		}
		end()
	}
}
