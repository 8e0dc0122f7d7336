package browser

import (
	"context"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
)

// Back goes back to the previous page, or closes a window that a page opened.
//
//tool:register browser_back
//tool:open-world
//tool:side-effects
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:dry-run DescribeBack
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {}
func (b *Browser) Back(ctx context.Context, call *runtime.Call, client *http.Client) (*Page, error) {
	var view *Page
	err := b.withSession(ctx, call, client, func(s *session) error {
		err := s.back(ctx)
		if err == nil {
			view, err = s.viewWhenIdle(ctx, part{whole: true})
		}
		return err
	})
	return view, err
}

// DescribeBack describes what Back would do.
func (b *Browser) DescribeBack(_ context.Context, call *runtime.Call, _ *http.Client) (string, error) {
	return b.describeCall(call, "would go back to the previous page")
}

// back goes back one entry in the page's history, or closes a window that a
// page opened.
func (s *session) back(ctx context.Context) error {
	t, err := s.currentPage()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.LoadTimeout)
	defer cancel()
	history, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil {
		return err
	}
	current := int(history.CurrentIndex)
	switch {
	case current > 0 && current < len(history.Entries) && history.Entries[current-1].URL != "about:blank":
		return t.goTo(ctx, history.Entries[current-1].ID)
	case s.hasPageBelow(t):
		return s.closeWindow(ctx, t)
	}
	return failure(ReasonNoHistory, "there is no page to go back to")
}

// goTo opens an entry of the history, and returns when the page has arrived
// there.
func (t *tab) goTo(ctx context.Context, entry int64) error {
	t.mu.Lock()
	before := t.navigations
	t.mu.Unlock()
	_, err := cdp.Call(ctx, t, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: entry})
	if err != nil {
		return err
	}
	err = t.waitFor(ctx, func() bool { return t.navigations != before })
	if err != nil && ctx.Err() != nil {
		t.post(page.StopLoading.Method, nil)
		return failure(ReasonTimeout, "the previous page did not answer in time")
	}
	return err
}

// hasPageBelow reports whether the session has a page that was opened before
// this window.
func (s *session) hasPageBelow(t *tab) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pages) > 1 && s.pages[len(s.pages)-1] == t
}

// closeWindow closes a window, so that the page before it is the current one
// again.
func (s *session) closeWindow(ctx context.Context, t *tab) error {
	t.closeDialogs()
	if _, err := cdp.Call(ctx, t.chromium.browserTarget(), target.CloseTarget, target.CloseTargetParams{TargetID: t.target}); err != nil {
		return err
	}
	s.detach(t.chromium, t.id)
	return nil
}
