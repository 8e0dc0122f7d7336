package web

import (
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// parseURL parses an address that a model has written, with or without a scheme. A host with other
// letters than ASCII gets its ASCII form (RFC 5891). The network capability
// decides whether the host is allowed.
func parseURL(written string) (*url.URL, error) {
	u, err := url.Parse(names.WithScheme(written))
	switch {
	case err != nil:
		return nil, wrongURL("is not valid: write one such as https://example.com/page, with spaces as %%20")
	case u.Scheme == "" && u.Opaque == "":
		return nil, wrongURL("has no scheme: begin it with https://")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, wrongURL("has the scheme %q: use http or https", u.Scheme)
	case u.User != nil:
		return nil, wrongURL("has a user or password: remove the part before the @")
	case u.Hostname() == "":
		return nil, wrongURL("has no host: write one such as https://example.com/page")
	}
	if strings.ContainsFunc(u.Host, func(r rune) bool { return r >= 0x80 }) {
		name, err := idna.Lookup.ToASCII(u.Hostname())
		if err != nil {
			return nil, wrongURL("has a host that is not a valid name")
		}
		u.Host = name + strings.TrimPrefix(u.Host, u.Hostname())
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// wrongURL returns the error of a URL. It does not contain the URL, which may
// have a password.
func wrongURL(format string, args ...any) error {
	return texts.Invalid("url", "the URL "+format, args...)
}

// resolve returns the absolute URL of a link; nil where the link is none that
// can be opened.
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
