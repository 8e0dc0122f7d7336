package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Format is how a document is wanted.
type Format string

// The formats of documents.
const (
	FormatMarkdown Format = "markdown" // the main content as Markdown
	FormatText     Format = "text"     // the main content as plain text, without links
	FormatRaw      Format = "raw"      // the whole source as it was sent, hidden parts too
)

// FetchArgs names a document.
type FetchArgs struct {
	// The address, with its scheme: "https://go.dev/doc/effective_go".
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000"`
	// How HTML is returned. Other text is returned as it is in every format.
	Format Format `json:"format,omitzero" jsonschema:"default=markdown"`
}

// Validate refuses what is no address of a web page.
func (a *FetchArgs) Validate() error {
	_, err := parseURL(a.URL)
	return err
}

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
		fmt.Fprintf(&b, " (after %s)", count(p.Redirects, "redirect"))
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

// Fetch reads a web page as Markdown, reduced to its main content. Also reads text, JSON, XML and CSV. PDF, images and other binary files are refused.
//
//tool:register fetch_url
//tool:toolset web
//tool:read-only
//tool:idempotent
//tool:open-world
//tool:network *
//tool:timeout 30s
//tool:cache ttl=1m
//tool:max-result-chars 60000
//tool:untrusted-output source=url
//tool:example {"url": "https://go.dev/doc/effective_go"}
//tool:example {"url": "https://example.com/data.json", "format": "raw"}
func Fetch(ctx context.Context, client *http.Client, args FetchArgs) (*Page, error) {
	d, err := get(ctx, client, args.URL)
	if err != nil {
		return nil, err
	}
	page := &Page{URL: d.url.String(), ContentType: d.mediaType, Status: d.status, Redirects: d.redirects}
	if d.cut != "" {
		page.cut("%s", d.cut)
	}
	text, err := d.decode()
	if err != nil {
		return nil, err
	}
	if d.kind == kindHTML && args.Format != FormatRaw {
		return page, page.read(ctx, text, d.url, args.Format)
	}
	page.text = visible(text)
	return page, nil
}
