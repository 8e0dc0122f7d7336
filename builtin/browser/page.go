package browser

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"github.com/toolgen/toolgen/builtin/internal/texts"
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
	// Snapshot is the tree of the page, one element on each line; or the part of it
	// or the text that was asked for.
	Snapshot string `json:"snapshot"`
	// Changes says that Snapshot has only the lines that the call changed: '+' before
	// new lines, '-' before those that are gone.
	Changes bool `json:"changes,omitempty"`
	// Next is the first line that browser_snapshot shows next, and Lines the
	// number of lines; both are 0 where all lines are shown.
	Next  int `json:"next_line,omitempty"`
	Lines int `json:"lines,omitempty"`

	isSearch bool     // Snapshot has only lines with a text
	fromPage []string // the notes that have text of the page
	again    string   // the other arguments of browser_snapshot that show the next lines
}

// String returns what the page wrote: the title, texts in dialogs and the snapshot.
func (p *Page) String() string {
	var b strings.Builder
	if p.Title != "" {
		fmt.Fprintf(&b, "Title: %s\n", quote(p.Title, 200))
	}
	for _, note := range p.fromPage {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	if b.Len() > 0 && p.Snapshot != "" {
		b.WriteByte('\n')
	}
	b.WriteString(p.Snapshot)
	return strings.TrimSuffix(b.String(), "\n")
}

// ResultLead returns what the browser says about the page.
func (p *Page) ResultLead() string {
	var b strings.Builder
	fmt.Fprintf(&b, "URL: %s\n", p.URL)
	if p.Status != 0 && p.Status != http.StatusOK {
		fmt.Fprintf(&b, "HTTP status: %d %s\n", p.Status, http.StatusText(p.Status))
	}
	if p.Scroll != "" {
		fmt.Fprintf(&b, "Scrolled: %s\n", p.Scroll)
	}
	for _, note := range p.Notes {
		if !slices.Contains(p.fromPage, note) {
			fmt.Fprintf(&b, "Note: %s\n", note)
		}
	}
	switch {
	case p.Changes && p.Snapshot == "":
		b.WriteString("(nothing in the page has changed)\n")
	case p.Changes:
		b.WriteString("Changes (browser_snapshot shows the whole page):\n")
	case p.Snapshot == "" && p.Lines > 0:
		fmt.Fprintf(&b, "(no such line: the page has %s)\n", texts.Count(p.Lines, "line"))
	case p.Snapshot == "":
		b.WriteString("(the page shows nothing)\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// ResultNote returns the mark of the lines that are not shown.
func (p *Page) ResultNote() string {
	if p.Next == 0 {
		return ""
	}
	what := texts.GroupedCount(p.Lines-p.Next+1, "line")
	if p.isSearch {
		what = "other lines with the text"
	}
	return texts.Mark(what, fmt.Sprintf("call browser_snapshot with start_line=%d%s", p.Next, p.again))
}

// ResultSource returns the URL of the page, for the fence.
func (p *Page) ResultSource() string { return p.URL }

// part says which part of a page a call shows. The zero value means what has
// changed since the model saw the page, or else the whole page.
type part struct {
	whole    bool
	from     int    // the first line; 0 and 1 mean the beginning
	find     string // only the lines with this text; empty for all
	markdown bool   // the main text
	download int    // the text of this download instead of the page
}

// view returns a part of the current page, or of a PDF.
func (s *session) view(ctx context.Context, show part) (*Page, error) {
	if show.download > 0 {
		return s.viewPDF(ctx, show)
	}
	t, err := s.currentPage()
	if err != nil {
		return nil, err
	}
	// What loading has taken is not left for reading the page.
	left := s.options.LoadTimeout + snapshotTimeout/2 - time.Since(s.began)
	bounded, cancel := context.WithTimeout(ctx, min(max(left, snapshotTimeout/3), snapshotTimeout))
	defer cancel()
	for attempt := 1; ; attempt++ {
		document := t.currentDocument()
		view, err := s.viewDocument(bounded, t, document, show)
		switch {
		case (document != t.currentDocument() || isProtocol(err)) && attempt < 3 && bounded.Err() == nil:
			continue // the page has shown another document meanwhile
		case err != nil:
			return nil, s.markHung(ctx, err)
		}
		view.takeNotes(s)
		return view, nil
	}
}

// viewDocument returns the view of one document.
func (s *session) viewDocument(ctx context.Context, t *tab, document cdp.LoaderID, show part) (*Page, error) {
	address, title, err := t.location(ctx)
	if err != nil {
		return nil, err
	}
	metrics, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	view := &Page{URL: printable(address), Title: clean(title, 200), Status: t.status(document), Scroll: scrollState(&metrics)}
	if show.markdown {
		lines, err := t.markdown(ctx, address)
		view.showLines(lines, show)
		return view, err
	}
	root, err := t.tree(ctx)
	if err != nil {
		return nil, err
	}
	lines := s.linesOf(t, document, root)
	if before := s.seen; !show.whole && before.tab == t && before.document == document {
		view.Snapshot, view.Changes = changes(before.lines, lines)
	}
	if !view.Changes {
		view.showLines(lines, show)
	}
	s.seen = shownPage{t, document, lines}
	return view, nil
}

// linesOf returns the lines of a tree, and replaces the references of the session.
func (s *session) linesOf(t *tab, document cdp.LoaderID, root *node) []string {
	var o outline
	o.walk(root, 0, "")
	for i := range o.elements {
		o.elements[i].tab, o.elements[i].document = t, document
	}
	s.mu.Lock()
	refs := s.elements.replace(o.elements)
	s.mu.Unlock()
	return o.written(refs)
}

// showLines sets the part of the lines that the view shows.
func (p *Page) showLines(lines []string, show part) {
	if show.find == "" {
		p.Snapshot, p.Next = excerpt(lines, show.from)
	} else if p.Snapshot, p.Next = matches(lines, show.find, show.from); p.Snapshot == "" {
		p.Notes = append(p.Notes, fmt.Sprintf("no line contains the text %s", quote(show.find, 100)))
	}
	if show.find != "" {
		p.again, p.isSearch = ", the same find", true
	}
	if show.download > 0 {
		p.again += fmt.Sprintf(", download=%d", show.download)
	} else if show.markdown {
		p.again += ", format=markdown"
	}
	if p.Next > 0 || show.from > 1 || show.find != "" {
		p.Lines = len(lines)
	}
}

// takeNotes adds the notes of the call to the page, with the hosts that the proxy
// refused.
func (p *Page) takeNotes(s *session) {
	s.mu.Lock()
	lines, fromPage := s.notes.take(s.redact)
	s.mu.Unlock()
	p.fromPage = append(p.fromPage, fromPage...)
	for _, profile := range s.allProfiles() {
		if note := profile.proxy.traffic.note(); note != "" {
			lines = append(lines, note)
		}
		for _, r := range profile.proxy.refusals() {
			lines = append(lines, fmt.Sprintf("the network policy refused a request of the page to %s: %s", printable(r.host), r.reason))
		}
	}
	p.Notes = append(p.Notes, lines...)
}

// maxTitle is the length at which Chromium cuts a title, in UTF-16 units.
const maxTitle = 4 << 10

// location returns the URL and the title of the page, without secrets. Chromium itself
// knows them, so that a page that hangs has them too.
func (t *tab) location(ctx context.Context) (address, title string, err error) {
	history, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil || int(history.CurrentIndex) >= len(history.Entries) {
		return "", "", err
	}
	entry := history.Entries[history.CurrentIndex]
	redact := t.session.redact
	title = entry.Title
	if len(utf16.Encode([]rune(title))) >= maxTitle {
		title += cutMark
	}
	return redact(ascii(entry.URL)), redact(title), nil
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
