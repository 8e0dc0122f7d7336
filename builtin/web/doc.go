// Package web holds the tools that look at the web: fetch_url reads a page as
// Markdown, web_search asks a search service.
//
// What flows in is a URL or a query, which a model wrote and an attacker may
// have steered, and what servers answer, which attackers write. What flows out
// is text without the parts of a page that nobody sees, with addresses that can
// be fetched again, never longer than the limits below, and a failure with a
// stable Reason where there is no page.
//
// Every host goes through the *http.Client of the network capability, which
// judges each hop; this package opens no connection of its own. fetch_url is a
// function without state. The receiver of web_search is a *Search, which must not
// change once it is in use. Both are safe for concurrent use.
package web

// The limits of what is read. Beyond them a document is cut, and its header
// says so.
const (
	// MaxBodyBytes is how much of a body is read, in bytes after decompression.
	MaxBodyBytes = 5 << 20
	// MaxRedirects is how many redirects are followed.
	MaxRedirects = 10
	// MaxElements is how many elements of a page are looked at.
	MaxElements = 50_000
	// MaxTextBytes is how much text of a page is turned into Markdown, in bytes.
	MaxTextBytes = 1 << 20
)
