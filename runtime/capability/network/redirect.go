package network

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// safeHeaders are the headers that a redirect to another origin keeps. Any other header may hold a
// secret for the first origin, because API keys are sent under many names.
var safeHeaders = []string{"Accept", "Accept-Language", "Cache-Control", "If-Modified-Since", "If-None-Match", "Range", "User-Agent"}

// checkRedirect decides whether a redirect is followed; the guard checks its host. After a
// redirect to another origin, only safeHeaders are sent, even if a later redirect leads back to the
// first origin.
func (g *guard) checkRedirect(next *http.Request, via []*http.Request) error {
	first, last := via[0], via[len(via)-1]
	crossOrigin := slices.ContainsFunc(append(via[1:len(via):len(via)], next), func(r *http.Request) bool { return !sameOrigin(first.URL, r.URL) })
	switch {
	case len(via) > max(g.backend.options.MaxRedirects, 0):
		return fmt.Errorf("stopped after %d redirects", len(via)-1)
	case last.URL.Scheme == "https" && next.URL.Scheme != "https":
		return capability.Deny(capability.KindNetwork, "the redirect leads from https to http")
	case crossOrigin && (next.Body != nil && next.Body != http.NoBody || next.ContentLength != 0):
		return capability.Deny(capability.KindNetwork, "the redirect would send the request's body to another origin")
	case !crossOrigin:
		return nil
	case g.entersPrivate(last, next):
		return capability.Deny(capability.KindNetwork, "the redirect leads from a public address to one that is not public")
	}
	for name := range next.Header {
		if !slices.Contains(safeHeaders, name) {
			delete(next.Header, name)
		}
	}
	return nil
}

// entersPrivate reports whether a redirect leads from a public address to a private one that the policy opens:
// the policy opens it for the tool, and not for every server of the internet. A host that cannot be
// looked up is reported when its request is sent.
func (g *guard) entersPrivate(last, next *http.Request) bool {
	isPrivate := func(u *url.URL) bool {
		private, err := g.IsPrivate(next.Context(), net.JoinHostPort(u.Hostname(), port(u)))
		return err == nil && private
	}
	return isPrivate(next.URL) && !isPrivate(last.URL)
}

// sameOrigin compares the schemes, hosts and ports: RFC 6454, section 5.
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

// port returns the port of a URL, which can be the default of its scheme.
func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
