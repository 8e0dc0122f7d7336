package browser

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpruntime "github.com/chromedp/cdproto/runtime"

	"github.com/toolgen/toolgen/runtime"
)

// beginCall waits for the earlier calls of the session, and sets the network
// policy and the secrets of this one. endCall ends the call. It fails with
// errNoPage if the session was closed.
func (s *session) beginCall(ctx context.Context, call *runtime.Call, client *http.Client) error {
	g, err := guardOf(client)
	if err != nil {
		return err
	}
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.isClosed() {
		<-s.busy
		return errNoPage
	}
	s.guard, s.redact, s.began = g, redactorOf(call), time.Now()
	s.resetUsage()
	for _, p := range s.allProfiles() {
		p.proxy.setGuard(g)
	}
	return nil
}

// endCall ends a call and starts the idle timer. The next call of the session can
// begin.
func (s *session) endCall() {
	s.mu.Lock()
	s.lastUse = time.Now()
	s.mu.Unlock()
	if !s.isClosed() {
		s.idle.Reset(s.options.IdleTimeout)
	}
	<-s.busy
}

// withSession calls a function with the open session of a call.
func (b *Browser) withSession(ctx context.Context, call *runtime.Call, client *http.Client, do func(*session) error) error {
	id, err := sessionID(call)
	if err != nil {
		return err
	}
	s, err := b.session(id)
	if err != nil {
		return err
	}
	if err := s.beginCall(ctx, call, client); err != nil {
		return err
	}
	defer s.endCall()
	switch {
	case s.chromium == nil:
		return errNoPage
	case s.chromium.isEnded():
		return s.chromium.endError()
	}
	return s.callError(ctx, do(s))
}

// act performs an action, waits until the page is idle, and returns the page.
func (b *Browser) act(ctx context.Context, call *runtime.Call, client *http.Client, do func(context.Context, *session) error) (*Page, error) {
	var view *Page
	err := b.withSession(ctx, call, client, func(s *session) error {
		bounded, cancel := context.WithTimeout(ctx, actionTimeout)
		defer cancel()
		if err := s.markHung(ctx, do(bounded, s)); err != nil {
			return err
		}
		var err error
		view, err = s.viewWhenIdle(ctx, part{})
		return err
	})
	return view, err
}

// viewWhenIdle waits until the page is idle, and returns it.
func (s *session) viewWhenIdle(ctx context.Context, show part) (*Page, error) {
	hung, end := s.flush(ctx)
	defer end()
	if err := s.waitUntilIdle(ctx, hung); err != nil {
		return nil, err
	}
	if err := s.closeEmptyWindow(ctx); err != nil {
		return nil, err
	}
	return s.view(ctx, show)
}

// markHung records that a page did not answer in time, so that browser_open
// does not wait for it. It returns the error.
func (s *session) markHung(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		if t, pageErr := s.currentPage(); pageErr == nil {
			t.mu.Lock()
			t.isHung = true
			t.mu.Unlock()
		}
	}
	return err
}

// flush waits until the page has run its queued tasks, such as sending a form,
// but no longer than flushTimeout. The channel is closed when the page has not
// run them for so long that it hangs. The caller must call end.
func (s *session) flush(ctx context.Context) (hung <-chan struct{}, end func()) {
	t, err := s.currentPage()
	if err != nil {
		return nil, func() {}
	}
	limit := hangTimeout
	if !t.isUsable() {
		limit = rehangTimeout
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	done, hangs := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		if err := t.pause(bounded); errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			t.mu.Lock()
			t.isHung = true
			t.mu.Unlock()
			close(hangs)
		}
	}()
	timer := time.NewTimer(flushTimeout)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
	return hangs, func() { cancel(); <-done }
}

// pause waits until the page has run its queued tasks. It runs in the world of
// page.js, so that the page neither notices nor delays it by other means than
// its own work.
func (t *tab) pause(ctx context.Context) error {
	world, err := t.world(ctx, cdp.FrameID(t.target))
	if err != nil {
		return err
	}
	_, err = cdp.Call(ctx, t, cdpruntime.Evaluate, cdpruntime.EvaluateParams{Expression: "toolgen.pause()", ContextID: world, AwaitPromise: new(true)})
	return err
}
