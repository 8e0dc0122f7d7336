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

// The times that Chromium is given.
const (
	actionTimeout   = 10 * time.Second // for one click or text
	snapshotTimeout = 15 * time.Second
	flushTimeout    = 2 * time.Second
)

// enter begins a call: it waits for the session's earlier ones, and lets the
// network policy of this one hold. Leave ends it.
func (s *session) enter(ctx context.Context, client *http.Client) error {
	g, err := guardOf(client)
	if err != nil {
		return err
	}
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	s.proxy.allow(g)
	return nil
}

func (s *session) leave() {
	s.mu.Lock()
	s.used = time.Now()
	s.mu.Unlock()
	s.idle.Reset(s.options.IdleTimeout)
	<-s.turn
}

// with does something in what a session has open.
func (b *Browser) with(ctx context.Context, call *runtime.Call, client *http.Client, do func(*session) error) error {
	id, err := sessionID(call)
	if err != nil {
		return err
	}
	s, err := b.session(id)
	if err != nil {
		return err
	}
	if err := s.enter(ctx, client); err != nil {
		return err
	}
	defer s.leave()
	return explain(ctx, do(s))
}

// act does something with the page, waits until it has come to rest, and shows it.
func (b *Browser) act(ctx context.Context, call *runtime.Call, client *http.Client, do func(context.Context, *session) error) (*Page, error) {
	var view *Page
	err := b.with(ctx, call, client, func(s *session) error {
		bounded, cancel := context.WithTimeout(ctx, actionTimeout)
		defer cancel()
		if err := s.hang(ctx, do(bounded, s)); err != nil {
			return err
		}
		var err error
		view, err = s.rest(ctx, 1)
		return err
	})
	return view, err
}

// rest waits until the page has come to rest, and shows it.
func (s *session) rest(ctx context.Context, from int) (*Page, error) {
	s.flush(ctx)
	if err := s.settle(ctx); err != nil {
		return nil, err
	}
	return s.view(ctx, from)
}

// hang remembers that a page did not answer in time, so that browser_open does
// not wait for it.
func (s *session) hang(ctx context.Context, err error) error {
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		if t, pageErr := s.page(); pageErr == nil {
			t.mu.Lock()
			t.hung = true
			t.mu.Unlock()
		}
	}
	return err
}

// flush waits until the page has done what it had queued, such as sending a form.
func (s *session) flush(ctx context.Context) {
	t, err := s.page()
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, flushTimeout)
	defer cancel()
	_, _ = cdp.Call(ctx, t, cdpruntime.Evaluate, cdpruntime.EvaluateParams{Expression: "new Promise((done) => setTimeout(done))", AwaitPromise: new(true)})
}
