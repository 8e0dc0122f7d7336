package web

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// Page is a document that was fetched. Its JSON has the metadata; its text has
// the document.
type Page struct {
	// URL is the URL of the document after redirects.
	URL string `json:"url"`
	// Title is the title of an HTML page; it may be empty.
	Title string `json:"title,omitempty"`
	// ContentType is the declared media type, or the type of the content where
	// the server declared none or a wrong one.
	ContentType string `json:"content_type"`
	// Status is the HTTP status, always one of success.
	Status int `json:"status"`
	// Redirects is the number of redirects that were followed.
	Redirects int `json:"redirects"`
	// Truncated says that the document is longer. Notes say why it was cut, and
	// what else a reader should know.
	Truncated bool     `json:"truncated"`
	Notes     []string `json:"notes,omitempty"`

	text       string
	whole      string // the text of which a query has selected passages; empty without a query
	isMarkdown bool   // lines that begin with # are headings
}

// String returns the title, an empty line and the document.
func (p *Page) String() string { return p.withTitle(p.text) }

// ResultFull returns the title and the whole document, if String has passages of it.
func (p *Page) ResultFull() string {
	if p.whole == "" {
		return ""
	}
	return p.withTitle(p.whole)
}

// withTitle returns a text after the title.
func (p *Page) withTitle(text string) string {
	if p.Title == "" {
		return text
	}
	return strings.TrimSuffix("Title: "+p.Title+"\n\n"+text, "\n\n")
}

// maxShownURL is the maximum length of an address outside of the fence.
const maxShownURL = 1000

// ResultLead returns the address, the type and the notes.
func (p *Page) ResultLead() string {
	var b strings.Builder
	fmt.Fprintf(&b, "URL: %s", shownURL(p.URL))
	if p.Redirects > 0 {
		fmt.Fprintf(&b, " (after %s)", texts.Count(p.Redirects, "redirect"))
	}
	fmt.Fprintf(&b, "\nType: %s", p.ContentType)
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "\nNote: %s", note)
	}
	if p.text == "" {
		b.WriteString("\n(no text)")
	}
	return b.String()
}

// shownURL returns an address that a site may have chosen as one word.
func shownURL(address string) string {
	return texts.Cut(names.Display(strings.ReplaceAll(address, " ", "%20")), maxShownURL)
}

// note adds a note to the header.
func (p *Page) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

// cut adds a note that the document is longer.
func (p *Page) cut(format string, args ...any) {
	p.Truncated = true
	p.note("cut: "+format, args...)
}

// read sets the title and the text of an HTML page. redact removes secrets from a
// text before it is cut.
func (p *Page) read(ctx context.Context, page string, at *url.URL, format Format, redact func(string) string) error {
	sheet := sheetOf(page)
	rewritten, cut := scrub(page, sheet)
	if cut {
		p.cut("the page has more than %s of text or %d elements", texts.Bytes(MaxTextBytes), MaxElements)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil { // some nested elements have no tags that scrub counts
		return failure("the page", ReasonTooDeep, err, "has elements that are nested too deep: use format raw for its source")
	}
	if !hideByStyle(doc, sheet) {
		p.cut("the style sheets of the page are too complex, so that the rest is treated as hidden")
	}
	base := baseOf(doc, at)
	p.Title = shortLine(redact(titleOf(doc)), 300)
	hidden := removeHidden(doc)
	content, err := mainContent(ctx, doc, base)
	if err != nil {
		return err
	}
	tidy(content, base, redact)
	if p.text, err = renderContent(content, format); err != nil {
		return err
	}
	p.addNotes(doc, base, hidden)
	p.noteScripts(page)
	return nil
}

// addNotes adds notes about content that the text does not have.
func (p *Page) addNotes(doc *html.Node, base *url.URL, hidden int) {
	shown := utf8.RuneCountInString(p.text)
	if hidden > 200 && hidden > shown/4 {
		p.note("%d hidden characters were left out", hidden)
	}
	if to := refreshOf(doc, base); to != "" {
		p.note("the page redirects browsers to %s", shownURL(to))
	}
}

// minScriptedChars is the length of a text that a page without its scripts has, in
// characters. A page with scripts and a shorter text gets a note.
const minScriptedChars = 200

// scriptTag matches the start tag of a script.
var scriptTag = regexp.MustCompile(`(?i)<script(?:\s[^>]*)?>`)

// noteScripts adds a note if the page has little text and has scripts, which may add
// text in a browser.
func (p *Page) noteScripts(source string) {
	if utf8.RuneCountInString(p.text) >= minScriptedChars {
		return
	}
	for _, tag := range scriptTag.FindAllString(source, -1) {
		if !strings.Contains(tag, "json") {
			p.note("the page has little text, and scripts may add more: browser_open shows it")
			return
		}
	}
	if p.text == "" {
		p.note("the page has no text")
	}
}

// plainHTML returns the text of a page, for excerpts.
func plainHTML(page string) string {
	sheet := sheetOf(page)
	rewritten, _ := scrub(page, sheet)
	doc, err := html.Parse(bytes.NewReader(rewritten))
	if err != nil {
		return ""
	}
	hideByStyle(doc, sheet)
	removeHidden(doc)
	text, _ := renderContent(doc, FormatText) // plain text has no errors
	return text
}

// baseOf returns the base URL of the links of the page.
func baseOf(doc *html.Node, at *url.URL) *url.URL {
	base := findFirst(doc, func(n *html.Node) bool { return n.Data == "base" && attr(n, "href") != "" })
	if base == nil {
		return at
	}
	if u := resolve(at, attr(base, "href")); u != nil && u.Host != "" {
		return u
	}
	return at
}

// titleOf returns the title of the page, or else its first heading.
func titleOf(doc *html.Node) string {
	for _, name := range []string{"title", "h1"} {
		if n := findFirst(doc, hasName(name)); n != nil && textLength(n) > 0 {
			return textIn(n)
		}
	}
	return ""
}

// refreshOf returns the target of <meta http-equiv="refresh">; empty for none.
func refreshOf(doc *html.Node, base *url.URL) string {
	n := findFirst(doc, func(n *html.Node) bool {
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
