package web

import (
	"context"
	"net/http"
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
