package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// maxWaitingCalls is the maximum number of calls of a session that wait because
// MaxSessionCalls or MaxCalls others run.
const maxWaitingCalls = 1024

// clientSession is a session of the protocol.
type clientSession struct {
	session *sdk.ServerSession
	runtime *runtime.Session
	ctx     context.Context // its end cancels the calls
	cancel  func()
	running chan struct{} // has an element for each call that runs
	http    *httpSession  // nil over standard input

	mu        sync.Mutex
	calls     int // that run or wait
	approvals int // that wait for an answer
}

// sessionOf returns the session of a request; nil for a stateless server, whose
// sessions end with their requests.
func (s *Server) sessionOf(ctx context.Context, r sdk.Request) *clientSession {
	session, ok := r.GetSession().(*sdk.ServerSession)
	if !ok {
		return nil
	}
	if extra := r.GetExtra(); extra != nil && extra.Header != nil && session.ID() == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.sessions[session]
	if known == nil {
		known = s.newSession(ctx, session)
		s.sessions[session] = known
	}
	return known
}

// newSession returns the state of a session. The server drops it when the session
// ends. s.mu is held.
func (s *Server) newSession(ctx context.Context, session *sdk.ServerSession) *clientSession {
	id := rand.Text() // the id of an HTTP session is a secret, and ids of sessions are logged
	c := &clientSession{session: session, runtime: runtime.NewSession(id, id), running: make(chan struct{}, s.options.MaxSessionCalls)}
	c.ctx, c.cancel = context.WithCancel(s.closing)
	if h, ok := ctx.Value(httpSessionsKey{}).(*httpSessions); ok && session.ID() != "" {
		c.http = h.add(ctx, c)
	}
	go func() {
		_ = session.Wait() // the reason of the end has no effect
		c.cancel()
		if c.http != nil {
			c.http.sessions.remove(c.http)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.sessions, session)
	}()
	return c
}

// beginCall counts a call. The caller calls endCall after the call. c can be nil.
func (c *clientSession) beginCall() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if most := cap(c.running) + maxWaitingCalls; c.calls >= most {
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: fmt.Sprintf("%d calls of this session run or wait, which is the limit: call again after some of them have ended", most)}
	}
	c.calls++
	return nil
}

// endCall counts the end of a call.
func (c *clientSession) endCall() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls--
}

// isIdle reports whether no call of the session runs or waits.
func (c *clientSession) isIdle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls == 0
}

// beginApproval counts a request for approval, and reports false if the session
// has the maximum.
func (c *clientSession) beginApproval(most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.approvals >= most {
		return false
	}
	c.approvals++
	return true
}

// endApproval counts the end of a request for approval.
func (c *clientSession) endApproval() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.approvals--
}
