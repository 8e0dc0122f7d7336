package web

import (
	"context"
	"net/http"
)

// Format is the form in which a document is returned.
type Format string

// The formats of documents.
const (
	FormatMarkdown Format = "markdown" // the main content as Markdown
	FormatText     Format = "text"     // the main content as plain text, without links
	FormatRaw      Format = "raw"      // the complete source, with hidden parts
)

// FetchArgs are the arguments of fetch_url.
type FetchArgs struct {
	// The URL with its scheme, such as "https://go.dev/doc/effective_go".
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000"`
	// How HTML is returned. Other text is always returned as it is.
	Format Format `json:"format,omitzero" jsonschema:"default=markdown"`
}

// Validate refuses a URL that is not http or https.
func (a *FetchArgs) Validate() error {
	_, err := parseURL(a.URL)
	return err
}

// Fetch returns the main content of a web page as Markdown. Also returns text, JSON, XML and CSV. PDF, images and other binary files are refused.
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
	page.text = removeInvisible(text)
	return page, nil
}
