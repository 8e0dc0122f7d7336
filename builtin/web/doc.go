// Package web holds the tools for the web: fetch_url reads a page as Markdown,
// and web_search queries a search service.
//
// The input is a URL or a query of a model, and the answers of servers; attackers
// may control both. The output is text without hidden parts of the page, with
// absolute URLs and within the limits below, or a failure with a stable Reason.
//
// All requests go through the *http.Client of the network capability, which
// checks each redirect; this package opens no connections itself. fetch_url is a
// function without state. The receiver of web_search is a *Search, which must not
// be changed while it is in use. Both are safe for concurrent use.
package web

// The limits of a document. A longer one is cut, and its header says so.
const (
	// MaxBodyBytes is the maximum length of a body, in bytes after decompression.
	MaxBodyBytes = 5 << 20
	// MaxPDFBytes is the maximum length of the body of a PDF.
	MaxPDFBytes = 20 << 20
	// MaxRedirects is the maximum number of redirects.
	MaxRedirects = 10
	// MaxElements is the maximum number of elements of a page.
	MaxElements = 50_000
	// MaxTextBytes is the maximum length of the text of a page, in bytes of its source.
	MaxTextBytes = 1 << 20
)
