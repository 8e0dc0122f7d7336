package network

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// forwarded are the headers that go along to another origin. All others may
// hold what is meant for the first one alone: keys have many names.
var forwarded = []string{"Accept", "Accept-Language", "Cache-Control", "If-Modified-Since", "If-None-Match", "Range", "User-Agent"}

// checkRedirect decides about the next hop; the guard judges its host. Once a
// chain has left its origin, it never gets the origin's headers again, not even back
// there.
func (b *Backend) checkRedirect(next *http.Request, via []*http.Request) error {
	first, last := via[0], via[len(via)-1]
	left := slices.ContainsFunc(append(via[1:len(via):len(via)], next), func(r *http.Request) bool { return !sameOrigin(first.URL, r.URL) })
	switch {
	case len(via) > max(b.options.MaxRedirects, 0):
		return fmt.Errorf("stopped after %d redirects", len(via)-1)
	case last.URL.Scheme == "https" && next.URL.Scheme != "https":
		return denied("the redirect leads from https to http")
	case left && (next.Body != nil && next.Body != http.NoBody || next.ContentLength != 0):
		return denied("the redirect would send the request's body to another origin")
	case !left:
		return nil
	}
	for name := range next.Header {
		if !slices.Contains(forwarded, name) {
			delete(next.Header, name)
		}
	}
	return nil
}

// sameOrigin compares scheme, host and port. RFC 6454, section 5.
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
