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

// Browser is the receiver of the tools: a Chromium that starts when it is first
// needed, and what the sessions have open in it. Make one with [New], and end
// it with Shutdown, which a registry does when its last tool goes. It is safe
// for concurrent use.
type Browser struct {
	options Options
	life    context.Context // ends with Shutdown
	end     context.CancelFunc

	// starting holds one value while Chromium starts or ends, or a session is made.
	starting chan struct{}

	mu       sync.Mutex // guards what follows
	chromium *chromium
	sessions map[string]*session
	profiles map[cdp.BrowserContextID]*session
	closed   bool
}

// New returns a browser, of which nothing runs yet.
func New(o *Options) *Browser {
	b := &Browser{
		options: o.withDefaults(), starting: make(chan struct{}, 1),
		sessions: make(map[string]*session), profiles: make(map[cdp.BrowserContextID]*session),
	}
	b.life, b.end = context.WithCancel(context.Background())
	return b
}

// errNoSession is the error of calls for nobody: their pages would be everybody's.
var errNoSession = runtime.Errorf(runtime.NotAvailable, "the browser can only be used in a session")

var errShutDown = runtime.Errorf(runtime.NotAvailable, "the browser has been shut down")

// sessionID names the session of a call.
func sessionID(call *runtime.Call) (string, error) {
	if call == nil || call.Session() == nil || call.Session().ID() == "" {
		return "", errNoSession
	}
	return call.Session().ID(), nil
}

// session is what a session has open.
func (b *Browser) session(id string) (*session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.sessions[id]
	switch {
	case b.closed:
		return nil, errShutDown
	case s == nil:
		return nil, errNoPage
	case s.chromium.ended():
		return nil, errLost
	}
	return s, nil
}

// sessionOrNew is what a session has open; something new where that is nothing,
// or its Chromium has ended.
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
	b.forget(id)
	if err := b.makeRoom(); err != nil {
		return nil, err
	}
	if s, err = b.begin(ctx); err != nil {
		b.endIfUnused()
		return nil, err
	}
	b.keep(id, s)
	return s, nil
}

// begin makes a session, and starts Chromium for it where none runs. It is called under the lock.
func (b *Browser) begin(ctx context.Context) (*session, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	c, err := b.running(ctx)
	if err != nil {
		return nil, err
	}
	return newSession(ctx, c, &b.options, b.register)
}

// lock waits for the right to start and end things.
func (b *Browser) lock(ctx context.Context) error {
	select {
	case b.starting <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *Browser) unlock() { <-b.starting }

// running is the Chromium; a new one where there is none.
func (b *Browser) running(ctx context.Context) (*chromium, error) {
	b.mu.Lock()
	c := b.chromium
	b.mu.Unlock()
	if c != nil && !c.ended() {
		return c, nil
	}
	if c != nil {
		c.stop()
	}
	if b.options.Exec == nil {
		return nil, runtime.Errorf(runtime.NotAvailable, "the browser is not configured: nothing may run Chromium")
	}
	c, err := b.options.start(ctx, b.listen)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.chromium = c
	return c, err
}

// listen takes in the pages that Chromium makes.
func (b *Browser) listen(c *chromium) {
	c.handle("", func(m *cdproto.Message) {
		switch m.Method {
		case "Target.attachedToTarget":
			decode(m, func(e *target.EventAttachedToTarget) {
				if s := b.profile(e.TargetInfo.BrowserContextID); s != nil {
					s.attach(e)
				}
			})
		case "Target.detachedFromTarget":
			decode(m, func(e *target.EventDetachedFromTarget) {
				for _, s := range b.all() {
					s.detach(e.SessionID)
				}
			})
		}
	})
}

func (b *Browser) profile(id cdp.BrowserContextID) *session {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.profiles[id]
}

func (b *Browser) all() []*session {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []*session
	for _, s := range b.profiles {
		all = append(all, s)
	}
	return all
}

// register makes a profile known, before it has pages; forgotten, it is
// known no more.
func (b *Browser) register(s *session, forgotten bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.profiles[s.profile] = s
	if forgotten {
		delete(b.profiles, s.profile)
	}
}

// keep takes in a session that is ready.
func (b *Browser) keep(id string, s *session) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.used = time.Now()
	s.idle = time.AfterFunc(b.options.IdleTimeout, func() { b.expire(id, s) })
	b.sessions[id] = s
}

// forget closes what a session has open.
func (b *Browser) forget(id string) {
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
