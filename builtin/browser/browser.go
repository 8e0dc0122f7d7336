package browser

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
)

// Browser is the receiver of the tools: one Chromium, which starts with the
// first page, and the pages of all sessions. Make one with [New], and end it
// with Shutdown, which a registry calls when it unregisters the last tool. It
// is safe for concurrent use.
type Browser struct {
	options  Options
	lifetime context.Context // ends with Shutdown
	cancel   context.CancelFunc

	// starting holds one value while Chromium starts or ends, or a session is
	// made.
	starting chan struct{}

	mu       sync.Mutex // guards the fields below
	chromium *chromium
	sessions map[string]*session
	profiles map[cdp.BrowserContextID]*session
	closed   bool
}

// New returns a browser. Chromium is not started yet.
func New(o *Options) *Browser {
	b := &Browser{
		options: o.withDefaults(), starting: make(chan struct{}, 1),
		sessions: make(map[string]*session), profiles: make(map[cdp.BrowserContextID]*session),
	}
	b.lifetime, b.cancel = context.WithCancel(context.Background())
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

// session returns the open session with an id.
func (b *Browser) session(id string) (*session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[id]
	switch {
	case b.closed:
		return nil, errShutDown
	case s == nil:
		return nil, errNoPage
	case s.chromium.isEnded():
		return nil, errLost
	}
	return s, nil
}

// sessionOrNew returns the open session with an id. It makes a new one where
// there is none, or where its Chromium has ended.
func (b *Browser) sessionOrNew(ctx context.Context, id string) (*session, error) {
	if err := b.lock(ctx); err != nil {
		return nil, err
	}
	defer b.unlock()
	s, err := b.session(id)
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, errShutDown):
		return nil, err
	}
	b.closeSession(id)
	if err := b.closeOldest(); err != nil {
		return nil, err
	}
	if s, err = b.startSession(ctx); err != nil {
		b.endIfUnused()
		return nil, err
	}
	b.addSession(id, s)
	return s, nil
}

// startSession makes a session, and starts Chromium for it where none runs. The
// caller holds the lock.
func (b *Browser) startSession(ctx context.Context) (*session, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.lifetime, cancel)()
	c, err := b.startedChromium(ctx)
	if err != nil {
		return nil, err
	}
	return newSession(ctx, c, &b.options, b.setProfile)
}

// lock waits until no other call starts or ends Chromium or a session.
func (b *Browser) lock(ctx context.Context) error {
	select {
	case b.starting <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *Browser) unlock() { <-b.starting }

// startedChromium returns the Chromium that runs, and starts one where there is
// none.
func (b *Browser) startedChromium(ctx context.Context) (*chromium, error) {
	b.mu.Lock()
	c := b.chromium
	b.mu.Unlock()
	if c != nil && !c.isEnded() {
		return c, nil
	}
	if c != nil {
		c.stop()
	}
	if b.options.Exec == nil {
		return nil, runtime.Errorf(runtime.NotAvailable, "the browser is not configured: set browser.Options.Exec")
	}
	c, err := b.options.start(ctx, b.handleTargets)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.chromium = c
	return c, err
}

// handleTargets handles the events about the pages that Chromium makes and
// closes.
func (b *Browser) handleTargets(c *chromium) {
	c.handle("", func(m *cdproto.Message) {
		switch m.Method {
		case "Target.attachedToTarget":
			decode(m, func(e *target.EventAttachedToTarget) {
				if s := b.sessionOf(e.TargetInfo.BrowserContextID); s != nil {
					s.attach(e)
				}
			})
		case "Target.detachedFromTarget":
			decode(m, func(e *target.EventDetachedFromTarget) {
				for _, s := range b.allSessions() {
					s.detach(e.SessionID)
				}
			})
		}
	})
}

// sessionOf returns the session of a profile; nil for none.
func (b *Browser) sessionOf(id cdp.BrowserContextID) *session {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.profiles[id]
}

// allSessions returns the sessions that have a profile.
func (b *Browser) allSessions() []*session {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []*session
	for _, s := range b.profiles {
		all = append(all, s)
	}
	return all
}

// setProfile adds the profile of a session, before it has pages, or removes it.
func (b *Browser) setProfile(s *session, isClosed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.profiles[s.profile] = s
	if isClosed {
		delete(b.profiles, s.profile)
	}
}

// addSession adds a session that is ready, and starts its idle timer.
func (b *Browser) addSession(id string, s *session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.lastUse = time.Now()
	s.idle = time.AfterFunc(b.options.IdleTimeout, func() { b.expire(id, s) })
	b.sessions[id] = s
}

// closeSession closes the session with an id, if there is one.
func (b *Browser) closeSession(id string) {
	b.mu.Lock()
	s := b.sessions[id]
	delete(b.sessions, id)
	if s != nil {
		delete(b.profiles, s.profile)
	}
	b.mu.Unlock()
	if s != nil {
		s.close()
	}
}
