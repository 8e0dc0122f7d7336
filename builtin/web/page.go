package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Page is a document that was fetched. Its JSON describes it; the document itself
// is in its text.
type Page struct {
	// URL is where the document was in the end, after redirects.
	URL string `json:"url"`
	// Title is that of an HTML page; it may be empty.
	Title string `json:"title,omitempty"`
	// ContentType is the media type that the server declared, or, where it
	// declared none or a wrong one, the one that the content has.
	ContentType string `json:"content_type"`
	// Status is the HTTP status, always of success.
	Status int `json:"status"`
	// Redirects is how many were followed.
	Redirects int `json:"redirects"`
	// Truncated says that the document goes on, Notes how it was cut and what
	// else a reader should know.
	Truncated bool     `json:"truncated"`
	Notes     []string `json:"notes,omitempty"`

	text string
}

// String is a header of a few lines, an empty line and the document.
func (p *Page) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "URL: %s", p.URL)
	if p.Redirects > 0 {
		fmt.Fprintf(&b, " (after %s)", texts.Counted(p.Redirects, "redirect"))
	}
	if p.Title != "" {
		fmt.Fprintf(&b, "\nTitle: %s", p.Title)
	}
	fmt.Fprintf(&b, "\nType: %s", p.ContentType)
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "\nNote: %s", note)
	}
	fmt.Fprintf(&b, "\n\n%s", cmp.Or(p.text, "(no text)"))
	return b.String()
}

// note adds a remark to the header.
func (p *Page) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

// cut notes that the document goes on.
func (p *Page) cut(format string, args ...any) {
	p.Truncated = true
	p.note("cut: "+format, args...)
}

// read takes the text of a page's main content.
func (p *Page) read(ctx context.Context, page string, at *url.URL, format Format) error {
	sheet := sheetOf(page)
	rewritten, cut := scrub(page, sheet)
	if cut {
		p.cut("the page is larger than is read: %s of text or %d elements", texts.Bytes(MaxTextBytes), MaxElements)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil { // the bounds hold for tags, and some tags nest without counting
		return failure("the page", ReasonTooDeep, err, "is nested deeper than can be read; format raw shows its source")
	}
	if !hideByStyle(doc, sheet) {
		p.cut("its style sheets take too long to apply")
	}
	base := baseOf(doc, at)
	p.Title = short(titleOf(doc), 300)
	hidden := removeHidden(doc)
	content, err := mainContent(ctx, doc, base)
	if err != nil {
		return err
	}
	tidy(content, base)
	if p.text, err = write(content, format); err != nil {
		return err
	}
	p.remark(doc, base, hidden)
	return nil
}

// remark notes what a reader of the text cannot see.
func (p *Page) remark(doc *html.Node, base *url.URL, hidden int) {
	shown := utf8.RuneCountInString(p.text)
	if hidden > 200 && hidden > shown/4 {
		p.note("%d characters that the page does not show were left out", hidden)
	}
	if to := refreshOf(doc, base); to != "" {
		p.note("the page sends browsers on to %s", to)
	}
	if shown == 0 {
		p.note("the page has no text of its own: scripts may make it in a browser")
	}
}

// plainHTML is the text of a page, for excerpts.
func plainHTML(page string) string {
	sheet := sheetOf(page)
	rewritten, _ := scrub(page, sheet)
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil {
		return ""
	}
	hideByStyle(doc, sheet)
	removeHidden(doc)
	text, _ := write(doc, FormatText) // plain text cannot fail
	return text
}

// baseOf is the address that links of the page start from.
func baseOf(doc *html.Node, at *url.URL) *url.URL {
	base := first(doc, func(n *html.Node) bool { return n.Data == "base" && attr(n, "href") != "" })
	if base == nil {
		return at
	}
	if u := resolve(at, attr(base, "href")); u != nil && u.Host != "" {
		return u
	}
	return at
}

// titleOf is the title of the page, or else its first heading.
func titleOf(doc *html.Node) string {
	for _, name := range []string{"title", "h1"} {
		if n := first(doc, named(name)); n != nil && textLength(n) > 0 {
			return textIn(n)
		}
	}
	return ""
}

// refreshOf is where a page sends browsers by <meta http-equiv="refresh">.
func refreshOf(doc *html.Node, base *url.URL) string {
	n := first(doc, func(n *html.Node) bool {
		return n.Data == "meta" && strings.EqualFold(attr(n, "http-equiv"), "refresh")
	})
	if n == nil {
		return ""
	}
	_, to, ok := strings.Cut(attr(n, "content"), "=")
	if u := resolve(base, strings.Trim(to, ` '"`)); ok && u != nil && u.Host != "" {
		return u.String()
	}
	return ""
}
