package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
)

// Page is the page after a call.
type Page struct {
	// URL and Title are those of the page.
	URL   string `json:"url"`
	Title string `json:"title"`
	// Status is the HTTP status of the document; 0 where it did not come over
	// HTTP.
	Status int `json:"status,omitempty"`
	// Notes are events during the call: dialogs, refused hosts and downloads,
	// windows.
	Notes []string `json:"notes,omitempty"`
	// Scroll is the part of the page that the window shows; empty where it
	// shows the whole page.
	Scroll string `json:"scroll,omitempty"`
	// Snapshot is the tree of the page, one element on each line.
	Snapshot string `json:"snapshot"`
	// Next is the first line that browser_snapshot shows next, and Lines the
	// number of lines; both are 0 where all lines are shown.
	Next  int `json:"next_line,omitempty"`
	Lines int `json:"lines,omitempty"`
}

// String returns the page as the model reads it.
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
		b.WriteString("(the page shows nothing)\n")
	}
	b.WriteString(p.Snapshot)
	if p.Next > 0 {
		fmt.Fprintf(&b, "[cut: the page has %d lines; browser_snapshot with start_line=%d shows the next]\n", p.Lines, p.Next)
	}
	return b.String()
}

// view returns the current page, from a line of its snapshot on.
func (s *session) view(ctx context.Context, from int) (*Page, error) {
	t, err := s.currentPage()
	if err != nil {
		return nil, err
	}
	bounded, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	for attempt := 1; ; attempt++ {
		document := t.currentDocument()
		view, err := s.viewDocument(bounded, t, document, from)
		switch {
		case (document != t.currentDocument() || isProtocol(err)) && attempt < 3 && bounded.Err() == nil:
			continue // the page has shown another document meanwhile
		case err != nil:
			return nil, s.markHung(ctx, err)
		}
		view.Notes = s.takeNotes()
		return view, nil
	}
}

// viewDocument returns the view of one document.
func (s *session) viewDocument(ctx context.Context, t *tab, document cdp.LoaderID, from int) (*Page, error) {
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
	for i := range o.elements {
		o.elements[i].tab, o.elements[i].document = t, document
	}
	view := &Page{URL: printable(address), Title: clean(title, 200), Status: t.status(document), Scroll: scrollState(&metrics)}
	s.mu.Lock()
	refs := s.elements.replace(o.elements)
	s.mu.Unlock()
	view.Snapshot, view.Next = o.render(refs, from)
	if view.Next > 0 || from > 1 {
		view.Lines = len(o.lines)
	}
	return view, nil
}

// takeNotes returns the notes of the call, with the hosts that the proxy
// refused.
func (s *session) takeNotes() []string {
	s.mu.Lock()
	lines := s.notes.take()
	s.mu.Unlock()
	for _, r := range s.proxy.refusals() {
		lines = append(lines, fmt.Sprintf("the network policy refused a request of the page to %s: %s", printable(r.host), r.reason))
	}
	return lines
}

// location returns the URL and the title of the page. Chromium itself knows
// them, so that a page that hangs has them too.
func (t *tab) location(ctx context.Context) (address, title string, err error) {
	history, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil || int(history.CurrentIndex) >= len(history.Entries) {
		return "", "", err
	}
	entry := history.Entries[history.CurrentIndex]
	return entry.URL, entry.Title, nil
}

// status returns the HTTP status of a document.
func (t *tab) status(document cdp.LoaderID) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.statuses[document]
}

// scrollState describes which part of the page the window shows; empty where it
// shows the whole page.
func scrollState(m *page.GetLayoutMetricsResult) string {
	if m.CSSContentSize == nil || m.CSSVisualViewport == nil || m.CSSContentSize.Height <= m.CSSVisualViewport.ClientHeight+1 {
		return ""
	}
	top := m.CSSVisualViewport.PageY
	return fmt.Sprintf("pixels %.0f to %.0f of %.0f", top, top+m.CSSVisualViewport.ClientHeight, m.CSSContentSize.Height)
}
