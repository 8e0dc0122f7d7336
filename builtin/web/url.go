package web

import (
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// parseURL reads an address as a model writes it. A name of other letters than
// ASCII gets the form that the network knows (RFC 5891); whether it may be
// reached is for the network capability to say.
func parseURL(written string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(written))
	switch {
	case err != nil:
		return nil, wrongURL("is not a URL: write one such as https://example.com/page, with spaces as %%20")
	case u.Scheme == "" && u.Opaque == "":
		return nil, wrongURL("has no scheme: begin it with https://")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, wrongURL("has the scheme %q: only http and https can be fetched", u.Scheme)
	case u.User != nil:
		return nil, wrongURL("must not hold a user or password: write it without what stands before the @")
	case u.Hostname() == "":
		return nil, wrongURL("has no host: write one such as https://example.com/page")
	}
	if strings.ContainsFunc(u.Host, func(r rune) bool { return r >= 0x80 }) {
		name, err := idna.Lookup.ToASCII(u.Hostname())
		if err != nil {
			return nil, wrongURL("has a host that is not a name")
		}
		u.Host = name + strings.TrimPrefix(u.Host, u.Hostname())
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// wrongURL never repeats the URL, which may hold a password.
func wrongURL(format string, args ...any) error {
	return texts.Invalid("url", "the URL "+format, args...)
}

// resolve is the address that a link of a page means; nil when it is not one
// that can be fetched, written to or called.
func resolve(base *url.URL, link string) *url.URL {
	link = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1 // as browsers do
		}
		return r
	}, strings.TrimSpace(link))
	u, err := url.Parse(link)
	if err != nil || link == "" {
		return nil
	}
	u = base.ResolveReference(u)
	switch u.Scheme {
	case "http", "https":
		u.User = nil
		if u.Host != "" {
			return u
		}
	case "mailto", "tel":
		return u
	}
	return nil
}
