package web

import (
	"context"
	"net/url"
)

// Markdown returns the main text of an HTML page as fetch_url does, and notes about
// what it leaves out. The URL is that of the page, for its links; redact removes
// secrets from a text before it is cut. It fails if the elements of the page are nested
// too deep, or if the context ends.
func Markdown(ctx context.Context, page string, at *url.URL, redact func(string) string) (text string, notes []string, err error) {
	var p Page
	if err := p.read(ctx, page, at, FormatMarkdown, redact); err != nil {
		return "", nil, err
	}
	return p.text, p.Notes, nil
}
