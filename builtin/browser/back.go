package browser

import (
	"context"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
)

// Back goes back to the page before, as the browser's button does, or closes a window that a page opened.
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
	err := b.with(ctx, call, client, func(s *session) error {
		err := s.back(ctx)
		if err == nil {
			view, err = s.rest(ctx, 1)
		}
		return err
	})
	return view, err
}

// DescribeBack says what Back would do.
func (b *Browser) DescribeBack(_ context.Context, call *runtime.Call, _ *http.Client) (string, error) {
	return b.describe(call, "would go back to the page before")
}

// back goes one step back in the page's history.
func (s *session) back(ctx context.Context) error {
	t, err := s.page()
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
	case t.popup && s.below(t):
		return s.closeWindow(ctx, t)
	}
	return failed(ReasonNoHistory, "there is no page to go back to")
}

// goTo goes to an entry of the history, and returns when it is there.
func (t *tab) goTo(ctx context.Context, entry int64) error {
	t.mu.Lock()
	before := t.arrivals
	t.mu.Unlock()
	_, err := cdp.Call(ctx, t, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: entry})
	if err != nil {
		return err
	}
	err = t.await(ctx, func() bool { return t.arrivals != before })
	if err != nil && ctx.Err() != nil {
		t.post(page.StopLoading.Method, nil)
		return failed(ReasonTimeout, "the page before did not answer in time")
	}
	return err
}

// below reports whether there is another page below a window.
func (s *session) below(t *tab) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pages) > 1 && s.pages[len(s.pages)-1] == t
}

// closeWindow closes a window, so that the page below is the page again.
func (s *session) closeWindow(ctx context.Context, t *tab) error {
	if _, err := cdp.Call(ctx, s.chromium.all(), target.CloseTarget, target.CloseTargetParams{TargetID: t.target}); err != nil {
		return err
	}
	s.detach(t.id)
	return nil
}
