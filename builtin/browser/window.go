package browser

import (
	"context"

	"github.com/chromedp/cdproto/page"
)

// onWindowOpen counts the windows that the page opens for URLs of other schemes,
// such as mailto: they stay empty.
func (t *tab) onWindowOpen(e *page.EventWindowOpen) {
	if e.URL == "" || allowedScheme(e.URL) || schemeOf(e.URL) == "javascript" {
		return
	}
	t.session.note("the page opened a URL that is not allowed (%s)", schemeOf(e.URL))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refusedWindows++
}

// closeEmptyWindow closes the current page if it is a window that stays empty.
func (s *session) closeEmptyWindow(ctx context.Context) error {
	t, err := s.currentPage()
	if err != nil || t.opener == "" || !s.hasPageBelow(t) {
		return err
	}
	t.mu.Lock()
	isEmpty := t.navigations == 0
	t.mu.Unlock()
	if isEmpty && s.takeRefusedWindow(t) {
		return s.closeWindow(ctx, t)
	}
	return nil
}

// takeRefusedWindow reports whether the opener of a page has opened a window for a
// URL that was refused, and forgets that window.
func (s *session) takeRefusedWindow(window *tab) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.pages {
		if t.target != window.opener {
			continue
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.refusedWindows > 0 {
			t.refusedWindows--
			return true
		}
	}
	return false
}
