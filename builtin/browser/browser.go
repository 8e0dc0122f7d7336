package browser

import (
	"context"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Browser is the receiver of the tools: the sessions, each with a Chromium of
// its own. Make one with [New], and end it with Shutdown, which a registry
// calls when it unregisters the last tool. It is safe for concurrent use.
type Browser struct {
	options  Options
	lifetime context.Context // ends with Shutdown
	cancel   context.CancelFunc
	memory   *memoryWatch

	mu       sync.Mutex // guards the fields below
	sessions map[string]*session
	closed   bool
	closing  sync.WaitGroup // the sessions that are no longer in sessions, until they are closed
}

// New returns a browser. No Chromium is started yet.
func New(o *Options) *Browser {
	b := &Browser{options: o.withDefaults(), sessions: make(map[string]*session)}
	b.lifetime, b.cancel = context.WithCancel(context.Background())
	b.memory = newMemoryWatch(b.options.MaxMemory, b.options.MaxSessionMemory)
	return b
}

// errNoSession is the error of calls without a session: all of them would share
// their pages.
var errNoSession = runtime.Errorf(runtime.NotAvailable, "the browser needs a session: set runtime.Turn.Session")

var errShutDown = runtime.Errorf(runtime.NotAvailable, "the browser has been shut down")

// sessionID returns the id of the session of a call.
func sessionID(call *runtime.Call) (string, error) {
	if call == nil || call.Session() == nil || call.Session().ID() == "" {
		return "", errNoSession
	}
	return call.Session().ID(), nil
}

// session returns the session with an id.
func (b *Browser) session(id string) (*session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[id]
	switch {
	case b.closed:
		return nil, errShutDown
	case s == nil:
		return nil, errNoPage
	}
	return s, nil
}

// sessionOrNew returns the session with an id, and makes one where there is
// none. Where there are too many, it closes the session that was idle for
// longest first.
func (b *Browser) sessionOrNew(id string) (*session, error) {
	s, oldest, err := b.addSession(id)
	if oldest != nil {
		<-oldest.closed // so that there are never more processes than MaxSessions allows
	}
	return s, err
}

// addSession returns the session with an id, which it makes where there is none,
// and the session that it closed for it; nil for none.
func (b *Browser) addSession(id string) (s, oldest *session, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch s = b.sessions[id]; {
	case b.closed:
		return nil, nil, errShutDown
	case s != nil:
		return s, nil, nil
	}
	if len(b.sessions) >= b.options.MaxSessions {
		if oldest = b.oldestIdle(); oldest == nil {
			return nil, nil, runtime.Errorf(runtime.NotAvailable, "%d other sessions are using the browser: try again when one of them is done", b.options.MaxSessions)
		}
		b.remove(oldest)
	}
	s = newSession(b, id)
	b.sessions[id] = s
	return s, oldest, nil
}

// remove is forget for callers that hold the lock.
func (b *Browser) remove(s *session) {
	if b.sessions[s.id] == s {
		delete(b.sessions, s.id)
		s.end() // later calls are refused, and a start fails
		b.closing.Go(s.close)
	}
}

// forget removes a session. It does not wait for the end of its Chromium.
func (b *Browser) forget(s *session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(s)
}

// closeSession closes a session and waits for the end of its Chromium.
func (b *Browser) closeSession(s *session) {
	b.forget(s)
	<-s.closed
}
