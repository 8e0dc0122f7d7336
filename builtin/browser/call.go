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

// The time limits of Chromium's answers.
const (
	actionTimeout   = 10 * time.Second // for one click or text
	snapshotTimeout = 15 * time.Second
	flushTimeout    = 2 * time.Second
)

// beginCall waits for the earlier calls of the session, and sets the network
// policy of this one. endCall ends the call.
func (s *session) beginCall(ctx context.Context, client *http.Client) error {
	g, err := guardOf(client)
	if err != nil {
		return err
	}
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.proxy.setGuard(g)
	return nil
}

func (s *session) endCall() {
	s.mu.Lock()
	s.lastUse = time.Now()
	s.mu.Unlock()
	s.idle.Reset(s.options.IdleTimeout)
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
	if err := s.beginCall(ctx, client); err != nil {
		return err
	}
	defer s.endCall()
	return callError(ctx, do(s))
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
		view, err = s.viewWhenIdle(ctx, 1)
		return err
	})
	return view, err
}

// viewWhenIdle waits until the page is idle, and returns it.
func (s *session) viewWhenIdle(ctx context.Context, from int) (*Page, error) {
	s.flush(ctx)
	if err := s.waitUntilIdle(ctx); err != nil {
		return nil, err
	}
	return s.view(ctx, from)
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

// flush waits until the page has run its queued tasks, such as sending a form.
func (s *session) flush(ctx context.Context) {
	t, err := s.currentPage()
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	_, _ = cdp.Call(ctx, t, cdpruntime.Evaluate, cdpruntime.EvaluateParams{Expression: "new Promise((done) => setTimeout(done))", AwaitPromise: new(true)})
}
