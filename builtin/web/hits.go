package web

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/toolgen/toolgen/runtime"
)

// SearchResult is the answer of a search service.
type SearchResult struct {
	// Service is the name of the service.
	Service string `json:"service"`
	// Query is the query.
	Query string `json:"query"`
	// Results are the results, the best first; never nil.
	Results []Hit `json:"results"`
}

// Hit is one result.
type Hit struct {
	// Title is the title of the page, at most 200 code points.
	Title string `json:"title"`
	// URL is its address, http or https.
	URL string `json:"url"`
	// Snippet is an excerpt of the page, at most 500 code points.
	Snippet string `json:"snippet,omitempty"`
}

// The maximum lengths of the texts of a hit, in code points.
const (
	maxTitle   = 200
	maxSnippet = 500
)

// OwnText reports that nothing was found: the text then has no third-party text.
func (r *SearchResult) OwnText() bool { return len(r.Results) == 0 }

// String returns the results as a numbered list.
func (r *SearchResult) String() string {
	if len(r.Results) == 0 {
		return "No results. Try other or fewer words."
	}
	var b strings.Builder
	for i, hit := range r.Results {
		fmt.Fprintf(&b, "%d. %s\n   %s\n", i+1, hit.Title, hit.URL)
		if hit.Snippet != "" {
			fmt.Fprintf(&b, "   %s\n", hit.Snippet)
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// validHits returns at most maxCount hits with valid URLs, without hits of the same
// page. It keeps their order.
func validHits(call *runtime.Call, hits []Hit, maxCount int) []Hit {
	list, seen := []Hit{}, make(map[string]bool)
	for _, hit := range hits {
		u, err := url.Parse(strings.TrimSpace(hit.URL))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || len(hit.URL) > maxValue {
			continue
		}
		if key := pageKey(u); !seen[key] && len(list) < maxCount {
			seen[key] = true
			title := shortLine(redacted(call, plainText(hit.Title)), maxTitle)
			if title == "" {
				title = u.Host
			}
			list = append(list, Hit{Title: title, URL: u.String(), Snippet: shortLine(redacted(call, plainText(hit.Snippet)), maxSnippet)})
		}
	}
	return list
}

// redacted returns a text without secrets, before it is cut.
func redacted(call *runtime.Call, text string) string { return call.Excerpt(text, 0, len(text)) }

// pageKey returns a text that is equal for URLs of the same page.
func pageKey(u *url.URL) string {
	host := strings.TrimPrefix(strings.ToLower(u.Host), "www.")
	return host + strings.TrimRight(u.EscapedPath(), "/") + "?" + u.RawQuery
}

// plainText returns text without the tags of HTML and with entities decoded. Text
// that is not a tag of HTML, such as vector<int>, is kept.
func plainText(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return removeInvisible(text)
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return removeInvisible(b.String())
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			raw := string(z.Raw())
			if name, _ := z.TagName(); atom.Lookup(name) == 0 {
				b.WriteString(raw)
			} else {
				z.NextIsNotRawText()
			}
		}
	}
}
