package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// Page is what a call answers of the page as it is afterwards.
type Page struct {
	// URL and Title are those of the page.
	URL   string `json:"url"`
	Title string `json:"title"`
	// Status is the HTTP status with which it came; 0 where it did not come over HTTP.
	Status int `json:"status,omitempty"`
	// Notes are what happened beside: dialogs, refusals, windows.
	Notes []string `json:"notes,omitempty"`
	// Scroll says how far the page is scrolled, where it is longer than the window.
	Scroll string `json:"scroll,omitempty"`
	// Snapshot is the tree of the page, one element on each line.
	Snapshot string `json:"snapshot"`
	// Next is the line on which browser_snapshot goes on, and Lines how many
	// there are; both are 0 where all are here.
	Next  int `json:"next_line,omitempty"`
	Lines int `json:"lines,omitempty"`
}

// String is the page as the model reads it.
func (p *Page) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "URL: %s\nTitle: %s\n", p.URL, quote(p.Title, 200))
	if p.Status != 0 && p.Status != http.StatusOK {
		fmt.Fprintf(&b, "HTTP status: %d %s\n", p.Status, http.StatusText(p.Status))
	}
	if p.Scroll != "" {
		fmt.Fprintf(&b, "Scrolled: %s\n", p.Scroll)
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	b.WriteByte('\n')
	if p.Snapshot == "" {
		b.WriteString("(nothing to be seen on the page)\n")
	}
	b.WriteString(p.Snapshot)
	if p.Next > 0 {
		fmt.Fprintf(&b, "[cut: the page has %d lines; browser_snapshot with start_line=%d goes on]\n", p.Lines, p.Next)
	}
	return b.String()
}

// view shows the page as it is, from a line of its snapshot on.
func (s *session) view(ctx context.Context, from int) (*Page, error) {
	t, err := s.page()
	if err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	for attempt := 1; ; attempt++ {
		document := t.shows()
		view, err := s.shoot(bounded, t, document, from)
		switch {
		case (document != t.shows() || isProtocol(err)) && attempt < 3 && bounded.Err() == nil:
			continue // the page became another one meanwhile
		case err != nil:
			return nil, s.hang(ctx, err)
		}
		view.Notes = s.happened()
		return view, nil
	}
}

// shoot makes the view of one document.
func (s *session) shoot(ctx context.Context, t *tab, document cdp.LoaderID, from int) (*Page, error) {
	address, title, err := t.location(ctx)
	if err != nil {
		return nil, err
	}
	metrics, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	root, err := t.tree(ctx)
	if err != nil {
		return nil, err
	}
	var o outline
	o.walk(root, 0, "")
	for i := range o.found {
		o.found[i].tab, o.found[i].document = t, document
	}
	view := &Page{URL: quoteless(address), Title: clean(title, 200), Status: t.status(document), Scroll: scrolled(&metrics)}
	s.mu.Lock()
	refs := s.elements.renew(o.found)
	s.mu.Unlock()
	view.Snapshot, view.Next = o.render(refs, from)
	if view.Next > 0 || from > 1 {
		view.Lines = len(o.lines)
	}
	return view, nil
}

// happened is what happened beside during the call.
func (s *session) happened() []string {
	s.mu.Lock()
	lines := s.notes.take()
	s.mu.Unlock()
	for _, r := range s.proxy.refusals() {
		lines = append(lines, fmt.Sprintf("the network policy refused %s to the page: %s", quoteless(r.host), r.reason))
	}
	return lines
}

// location is the URL and the title of a page. Chromium itself knows them, so
// that a page that hangs has them too.
func (t *tab) location(ctx context.Context) (address, title string, err error) {
	history, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil || int(history.CurrentIndex) >= len(history.Entries) {
		return "", "", err
	}
	entry := history.Entries[history.CurrentIndex]
	return entry.URL, entry.Title, nil
}

func (t *tab) status(document cdp.LoaderID) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.statuses[document]
}

// scrolled says which part of a page that is longer than the window is seen.
func scrolled(m *page.GetLayoutMetricsResult) string {
	if m.CSSContentSize == nil || m.CSSVisualViewport == nil || m.CSSContentSize.Height <= m.CSSVisualViewport.ClientHeight+1 {
		return ""
	}
	top := m.CSSVisualViewport.PageY
	return fmt.Sprintf("pixels %.0f to %.0f of %.0f", top, top+m.CSSVisualViewport.ClientHeight, m.CSSContentSize.Height)
}
