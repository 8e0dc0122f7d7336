package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Service is a kind of search service.
type Service string

// The services that web_search can ask.
const (
	ServiceSearXNG Service = "searxng" // your own instance, without a key
	ServiceBrave   Service = "brave"   // api.search.brave.com, key providers/brave/key
	ServiceTavily  Service = "tavily"  // api.tavily.com, key providers/tavily/key
	ServiceExa     Service = "exa"     // api.exa.ai, key providers/exa/key
)

// Search is the receiver of web_search and selects the service. The zero value
// has none: web_search is then neither offered nor run. It must not be changed
// while it is in use, and is then safe for concurrent use.
//
// Keys are secrets: each call asks for the key of the service by its reference.
// A program that uses only SearXNG needs a backend of secrets too, because the
// tool declares secrets; the backend may be empty.
type Search struct {
	// Service is the service; empty means none.
	Service Service
	// BaseURL is the address of the service, such as
	// "https://search.example.org". Empty means the default address; SearXNG
	// has none. A key is only sent over https, or to this machine.
	BaseURL string
}

// Choose returns a Search for the services that are configured: SearXNG where
// its base URL is not empty, or else the first of Brave, Tavily and Exa whose
// key exists according to has. has may be nil.
func Choose(searxng string, has func(reference string) bool) *Search {
	if searxng != "" {
		return &Search{Service: ServiceSearXNG, BaseURL: searxng}
	}
	for _, service := range []Service{ServiceBrave, ServiceTavily, ServiceExa} {
		if has != nil && has(endpoints[service].secret) {
			return &Search{Service: service}
		}
	}
	return &Search{}
}

// Configured reports whether a service is configured. It is the condition of
// //tool:available of web_search.
func (s *Search) Configured() bool {
	_, _, err := s.endpoint()
	return err == nil
}

// endpoint returns the service and its base URL.
func (s *Search) endpoint() (endpoint, *url.URL, error) {
	e, known := endpoints[s.Service]
	if !known {
		return e, nil, notConfigured("no search service is configured: set web.Search.Service to searxng, brave, tavily or exa, or use web.Choose")
	}
	written := s.BaseURL
	if written == "" {
		written = e.base
	}
	base, err := url.Parse(strings.TrimRight(written, "/"))
	switch {
	case written == "":
		return e, nil, notConfigured("%s has no default address: set web.Search.BaseURL", e.name)
	case err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.User != nil:
		return e, nil, notConfigured("web.Search.BaseURL must be a URL such as https://search.example.org, without user and password")
	case e.secret != "" && base.Scheme != "https" && !isLocal(base.Hostname()):
		return e, nil, notConfigured("web.Search.BaseURL must begin with https://, because a key is sent there")
	}
	base.RawQuery, base.Fragment = "", ""
	return e, base, nil
}

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

func notConfigured(format string, args ...any) error {
	return texts.Unavailable(ReasonNotConfigured, format, args...)
}

// SearchArgs are the arguments of web_search.
type SearchArgs struct {
	// Such as "go type inference site:go.dev".
	Query      string `json:"query" jsonschema:"minLength=1,maxLength=400,pattern=\\S" tool:"alias=search_query,alias=q,alias=search_term,alias=search"`
	MaxResults int    `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=20,default=8" tool:"alias=limit,alias=count,alias=num_results"`
}

// defaultResults is the default of max_results.
const defaultResults = 8

// Find searches the web and returns titles, URLs and excerpts; fetch_url reads a page.
//
//tool:register web_search
//tool:toolset web
//tool:available func=Configured
//tool:read-only
//tool:idempotent
//tool:open-world
//tool:network *
//tool:secrets providers/brave/key providers/tavily/key providers/exa/key
//tool:timeout 30s
//tool:cache ttl=10m
//tool:max-result-chars 20000
//tool:untrusted-output source=query
//tool:example {"query": "go 1.26 release notes", "max_results": 5}
func (s *Search) Find(ctx context.Context, call *runtime.Call, client *http.Client, secrets capability.Secrets, args SearchArgs) (*SearchResult, error) {
	args.MaxResults = cmp.Or(args.MaxResults, defaultResults)
	e, base, err := s.endpoint()
	if err != nil {
		return nil, err
	}
	e.redact = func(text string) string { return redacted(call, text) }
	key, err := e.key(ctx, secrets)
	if err != nil {
		return nil, err
	}
	body, err := e.ask(ctx, client, base, key, args)
	if err != nil {
		return nil, err
	}
	hits, err := e.service.hits(body)
	if err != nil {
		return nil, e.failure(ReasonBadResponse, err, "sent an answer in another form than documented: %s", describeBody(body))
	}
	return &SearchResult{Service: string(s.Service), Query: args.Query, Results: validHits(call, hits, args.MaxResults)}, nil
}

// key returns the key of the service.
func (e endpoint) key(ctx context.Context, secrets capability.Secrets) (string, error) {
	if e.secret == "" {
		return "", nil
	}
	key, err := secrets.Get(ctx, e.secret)
	var denied *capability.Denied
	if errors.As(err, &denied) {
		return "", notConfigured("the key of %s is missing: set the secret %s", e.name, e.secret)
	}
	if err == nil && strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
		return "", notConfigured("the secret %s is not a key: it has spaces or characters that are not allowed in a header", e.secret)
	}
	return key, err
}

// describeBody describes a body that has not the documented form.
func describeBody(body []byte) string {
	switch trimmed := strings.TrimSpace(string(body[:min(len(body), 200)])); {
	case trimmed == "":
		return "the answer is empty"
	case strings.HasPrefix(trimmed, "<"):
		return "the answer is a page of HTML"
	case strings.HasPrefix(trimmed, "{"):
		return fmt.Sprintf("the answer of %s is not complete JSON, or has no list of results", texts.Bytes(int64(len(body))))
	}
	return "the answer is not a JSON object"
}
