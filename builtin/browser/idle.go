package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/page"
)

// The times that a page gets after an action.
const (
	pollInterval   = 25 * time.Millisecond
	quietTime      = 250 * time.Millisecond // a page without network events for so long is idle
	maxRequestTime = 3 * time.Second        // a longer request does not count as busy
	maxBusyTime    = 8 * time.Second        // of a document that is loaded
)

// waitUntilIdle waits until the document of the page is loaded and the page has
// sent no request for a moment. It stops a page that loads for too long, and
// returns while a page that is loaded is still busy.
func (s *session) waitUntilIdle(ctx context.Context, hung <-chan struct{}) error {
	began := time.Now()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	for {
		t, err := s.currentPage() // the page may have opened a window
		if err != nil {
			return err
		}
		isLoading, isIdle, isGone := t.loadState(began)
		isIdle = isIdle && !s.isDownloading()
		switch since := time.Since(began); {
		case isGone || isIdle:
			return nil
		case t.navigatesAgain():
			t.post(page.StopLoading.Method, nil)
			s.note("the page opened another page more than %d times: loading was stopped, and the page is shown as it was then", maxNavigations)
			return nil
		case t.hasManyFrames():
			t.post(page.StopLoading.Method, nil)
			s.note("the page opened more than %d frames: loading was stopped, and the page is shown as it was then", maxNewFrames)
			return nil
		case isLoading && time.Since(s.began) > s.options.LoadTimeout:
			t.post(page.StopLoading.Method, nil)
			s.note("the page was still loading after %v: loading was stopped, and the page is shown as it was then", s.options.LoadTimeout)
			return nil
		case !isLoading && since > maxBusyTime:
			s.note("the page is still busy; call browser_snapshot to see it later")
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.chromium.done:
			return errEnded
		case <-hung:
			return errHung
		case <-t.gone:
		case <-ticker.C:
		}
	}
}

// loadState reports whether the main document is loading, whether the page has
// been idle since a time, and whether the page is gone.
func (t *tab) loadState(since time.Time) (isLoading, isIdle, isGone bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	busy := t.isLoading || !t.isStarted()
	for id, began := range t.requests {
		if now.Sub(began) < maxRequestTime {
			busy = true
		} else if !t.isLoading {
			delete(t.requests, id)
		}
	}
	start := t.lastEvent
	if since.After(start) {
		start = since
	}
	return t.isLoading, !busy && now.Sub(start) >= quietTime, t.isGone()
}

// navigatesAgain reports whether the page has shown too many documents during
// the call.
func (t *tab) navigatesAgain() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.usage.navigations > maxNavigations
}

// hasManyFrames reports whether the page has opened too many frames during the call.
func (t *tab) hasManyFrames() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.usage.frames > maxNewFrames
}
