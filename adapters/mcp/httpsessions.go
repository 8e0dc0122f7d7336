package mcp

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// sessionHeader is the header with the id of a session.
const sessionHeader = "Mcp-Session-Id"

// httpSessions are the sessions of a handler. It ends the sessions that are not
// used, and refuses requests for new ones if all are in use. The SDK would wait
// for the calls of a session before it ends the session; httpSessions cancels
// them first.
type httpSessions struct {
	server  *Server
	most    int
	timeout time.Duration

	mu       sync.Mutex
	byID     map[string]*httpSession
	creating int // requests that may create a session
}

// httpSession is a session over HTTP. The mutex of the sessions guards its fields.
type httpSession struct {
	*clientSession
	sessions *httpSessions
	user     string // of the bearer token of the first request
	requests int    // POST requests in progress
	used     time.Time
	timer    *time.Timer
}

// httpSessionsKey is the key of the *httpSessions in the context of a request.
type httpSessionsKey struct{}

// handler returns a handler that uses the sessions.
func (h *httpSessions) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), httpSessionsKey{}, h))
		id := r.Header.Get(sessionHeader)
		x := h.find(id, userOf(r.Context()))
		switch {
		case id == "" && r.Method == http.MethodPost:
			if !h.beginCreation() {
				http.Error(w, fmt.Sprintf("Service Unavailable: the server has %d sessions with calls in progress, which is its limit; try again later", h.most), http.StatusServiceUnavailable)
				return
			}
			defer h.endCreation()
		case x != nil && r.Method == http.MethodDelete:
			h.end(x)
			w.WriteHeader(http.StatusNoContent)
			return
		case x != nil && r.Method == http.MethodPost:
			h.beginRequest(x)
			defer h.endRequest(x)
		}
		next.ServeHTTP(w, r) // the SDK answers requests of unknown sessions and of other users
	})
}

// userOf returns the user of the bearer token of a request.
func userOf(ctx context.Context) string {
	if info := auth.TokenInfoFromContext(ctx); info != nil {
		return info.UserID
	}
	return ""
}

// add adds a session.
func (h *httpSessions) add(ctx context.Context, c *clientSession) *httpSession {
	x := &httpSession{clientSession: c, sessions: h, user: userOf(ctx), used: time.Now()}
	h.mu.Lock()
	defer h.mu.Unlock()
	x.timer = time.AfterFunc(h.timeout, func() { h.endIfUnused(x) })
	h.byID[c.session.ID()] = x
	return x
}

// find returns the session with that id, unless another user began it.
func (h *httpSessions) find(id, user string) *httpSession {
	h.mu.Lock()
	defer h.mu.Unlock()
	if x := h.byID[id]; x != nil && (x.user == "" || x.user == user) {
		return x
	}
	return nil
}

// remove removes a session, and reports whether it was there.
func (h *httpSessions) remove(x *httpSession) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.removeLocked(x)
}

// removeLocked removes a session, and reports whether it was there. h.mu is held.
func (h *httpSessions) removeLocked(x *httpSession) bool {
	id := x.session.ID()
	if h.byID[id] != x {
		return false
	}
	x.timer.Stop()
	delete(h.byID, id)
	return true
}

// end ends a session and its calls.
func (h *httpSessions) end(x *httpSession) {
	if h.remove(x) {
		x.cancel()
		_ = closeSession(x.session, nil) // it ends in any case
	}
}

// beginRequest counts a request, during which the session is in use.
func (h *httpSessions) beginRequest(x *httpSession) {
	h.mu.Lock()
	defer h.mu.Unlock()
	x.requests++
	x.used = time.Now()
	x.timer.Stop()
}

// endRequest counts the end of a request.
func (h *httpSessions) endRequest(x *httpSession) {
	h.mu.Lock()
	defer h.mu.Unlock()
	x.requests--
	x.used = time.Now()
	if x.requests == 0 && h.byID[x.session.ID()] == x {
		x.timer.Reset(h.timeout)
	}
}

// endIfUnused ends a session that had no request for the time of the timeout.
func (h *httpSessions) endIfUnused(x *httpSession) {
	h.mu.Lock()
	isEnded := x.requests == 0 && time.Since(x.used) >= h.timeout && h.removeLocked(x)
	h.mu.Unlock()
	if isEnded {
		x.cancel()
		_ = closeSession(x.session, nil) // it ends in any case
	}
}

// beginCreation counts a request that may create a session. If the maximum is
// reached, it ends the session that was not used for the longest time and has no
// request and no call in progress. If there is none, it reports false.
func (h *httpSessions) beginCreation() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.byID)+h.creating >= h.most {
		oldest := h.oldest()
		if oldest == nil {
			return false
		}
		h.removeLocked(oldest)
		oldest.cancel()
		go func() { _ = closeSession(oldest.session, nil) }()
	}
	h.creating++
	return true
}

// oldest returns the session that can be ended for another one; nil if there is
// none. h.mu is held.
func (h *httpSessions) oldest() *httpSession {
	var oldest *httpSession
	for _, x := range h.byID {
		if x.requests == 0 && x.isIdle() && (oldest == nil || x.used.Before(oldest.used)) {
			oldest = x
		}
	}
	return oldest
}

// endCreation counts the end of a request that may have created a session.
func (h *httpSessions) endCreation() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.creating--
}
