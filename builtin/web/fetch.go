package web

import (
	"context"
	"net/http"
	"path"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// Format is the form in which a document is returned.
type Format string

// The formats of documents: the main content as Markdown, or as plain text without
// links, and the complete source with hidden parts.
const (
	FormatMarkdown Format = "markdown"
	FormatText     Format = "text"
	FormatRaw      Format = "raw"
)

// FetchArgs are the arguments of fetch_url. URL has the scheme http or https.
type FetchArgs struct {
	URL string `json:"url" jsonschema:"minLength=1,maxLength=4000" tool:"alias=uri,alias=link"`
	// For HTML; raw is the source.
	Format Format `json:"format,omitzero" jsonschema:"default=markdown"`
	// Returns only the passages with all these words.
	Query string `json:"query,omitzero" jsonschema:"maxLength=400"`
}

// Validate refuses a URL that is not http or https, and a query without a word.
func (a *FetchArgs) Validate() error {
	if a.Query != "" && strings.TrimSpace(a.Query) == "" {
		return texts.Invalid("query", "must not be blank")
	}
	_, err := parseURL(a.URL)
	return err
}

// Fetch returns the main content of a web page as Markdown, or the text of a PDF, JSON, XML, CSV or text document.
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
//tool:example {"url": "https://go.dev/ref/spec", "query": "slice expressions capacity"}
func Fetch(ctx context.Context, call *runtime.Call, client *http.Client, args FetchArgs) (*Page, error) {
	page, err := fetchPage(ctx, call, client, args)
	if err == nil && args.Query != "" {
		page.find(args.Query)
	}
	return page, err
}

// fetchPage returns the whole document.
func fetchPage(ctx context.Context, call *runtime.Call, client *http.Client, args FetchArgs) (*Page, error) {
	d, err := get(ctx, call, client, args.URL)
	if err != nil {
		return nil, err
	}
	page := &Page{URL: d.url.String(), ContentType: d.mediaType, Status: d.status, Redirects: d.redirects}
	if d.cut != "" {
		page.cut("%s", d.cut)
	}
	if d.kind == kindPDF {
		return page, d.readPDF(ctx, page, args.Format)
	}
	text, err := d.decode()
	if err != nil {
		return nil, err
	}
	if d.kind == kindHTML && args.Format != FormatRaw {
		page.isMarkdown = args.Format != FormatText
		return page, page.read(ctx, d.withoutEnd(text), d.url, args.Format, func(text string) string { return redacted(call, text) })
	}
	page.isMarkdown = d.isMarkdown()
	page.text = removeInvisible(d.redact(text))
	return page, nil
}

// isMarkdown reports whether a text document is Markdown. Servers often declare it as
// plain text.
func (d *document) isMarkdown() bool {
	switch d.mediaType {
	case "text/markdown", "text/x-markdown":
		return true
	case "text/plain":
		extension := strings.ToLower(path.Ext(d.url.Path))
		return extension == ".md" || extension == ".markdown"
	}
	return false
}

// secretMargin is the length of the end of a document that was cut. It is not
// shown, because it may have a part of a secret.
const secretMargin = 4 << 10

// redact returns the text of the document without secrets. If the document was
// cut, it returns the text without its end.
func (d *document) redact(text string) string {
	end := len(text)
	if d.cut != "" && end > secretMargin {
		end = len(texts.TrimPartialEnd(text[:end-secretMargin]))
	}
	return d.call.Excerpt(text, 0, end)
}

// withoutEnd returns the text of a document that was cut, without its end, and
// without a part of a secret before that. The rest keeps its secrets, which may be
// in addresses: they are redacted in the text of the page.
func (d *document) withoutEnd(text string) string {
	if d.cut == "" || len(text) <= 2*secretMargin {
		return text
	}
	end := len(texts.TrimPartialEnd(text[:len(text)-secretMargin]))
	start := len(texts.TrimPartialEnd(text[:end-secretMargin]))
	return text[:start] + d.call.Excerpt(text, start, end)
}
