package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/page"
)

// The times that a page is given after an action.
const (
	tick      = 25 * time.Millisecond
	quiet     = 250 * time.Millisecond // without an event of the network, a page is done
	lasting   = 3 * time.Second        // a request under way for longer is one of those that never end
	actionMax = 8 * time.Second        // and this is all there is, for what does not lead to another document
)

// settle waits until the page has come to rest: its document is loaded, and
// nothing was asked of the network for a moment. A page that does not rest is
// stopped when it is loading for too long, and left alone when it is merely
// busy.
func (s *session) settle(ctx context.Context) error {
	began := time.Now()
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		t, err := s.page() // a window may have come on top
		if err != nil {
			return err
		}
		loading, rests, lost := t.state(began)
		switch since := time.Since(began); {
		case lost || rests:
			return nil
		case loading && since > s.options.LoadTimeout:
			t.post(page.StopLoading.Method, nil)
			s.note("the page was still loading after %v: loading was stopped, and this is what was there", s.options.LoadTimeout)
			return nil
		case !loading && since > actionMax:
			s.note("the page is still busy; browser_snapshot looks again")
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.chromium.done:
			return errEnded
		case <-t.gone:
		case <-ticker.C:
		}
	}
}

// state reports whether the main document is loading, whether the page has come
// to rest since then, and whether it is lost.
func (t *tab) state(since time.Time) (loading, rests, lost bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	busy := t.loading || !t.running()
	for id, began := range t.requests {
		if now.Sub(began) < lasting {
			busy = true
		} else if !t.loading {
			delete(t.requests, id)
		}
	}
	start := t.last
	if since.After(start) {
		start = since
	}
	return t.loading, !busy && now.Sub(start) >= quiet, t.lost()
}
