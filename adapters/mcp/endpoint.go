package mcp

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/network"
)

// EndpointOptions configure [HTTP]. The zero value, and nil, mean the defaults
// that each field names.
type EndpointOptions struct {
	// Header is sent with each request to the origin of the URL, such as an
	// Authorization. After a redirect to another origin it is not sent.
	Header http.Header
	// Network says which hosts may be reached, also by redirects. Nil allows
	// only the host of the URL, and its private and loopback addresses only if
	// the URL has an IP address or localhost. An application that takes URLs
	// from its users should set a policy without AllowPrivate. Metadata
	// services of cloud providers are never reached.
	Network *runtime.NetworkPolicy
	// Client is used in place of a client that applies Network, for example to
	// use a proxy. Its Timeout is ignored. If its CheckRedirect is nil,
	// redirects to other origins are refused.
	Client *http.Client
}

// HTTP returns a transport to a server at a URL, by streamable HTTP. A request of
// the bridge is sent once; only requests that read (GET) are repeated.
func HTTP(url string, o *EndpointOptions) func(context.Context) (sdk.Transport, error) {
	return func(ctx context.Context) (sdk.Transport, error) { return newEndpoint(url, o, maxMessageBytes(ctx)) }
}

type maxMessageKey struct{}

// maxMessageBytes returns the maximum length of a message, in bytes, for a
// transport.
func maxMessageBytes(ctx context.Context) int {
	if limit, ok := ctx.Value(maxMessageKey{}).(int); ok {
		return limit
	}
	return DefaultMaxMessageBytes
}

// endpoint is a transport to a URL. It makes one connection. It is also the
// transport of the connection's HTTP client.
type endpoint struct {
	url     *url.URL
	header  http.Header
	client  *http.Client // passes its requests to the endpoint
	base    http.RoundTripper
	backend *network.Backend // nil if the application has its own client
	max     int              // the maximum length of a message, in bytes
	ctx     context.Context  // ends with the connection
	cancel  func()
	gets    *rateLimiter // of GET requests, which the SDK repeats as often as the server wants

	mu      sync.Mutex
	version string // of the protocol; empty before the initialization
}

// newEndpoint returns a transport to a URL.
func newEndpoint(address string, o *EndpointOptions, limit int) (*endpoint, error) {
	if o == nil {
		o = &EndpointOptions{}
	}
	target, err := url.Parse(address)
	if err != nil || target.Scheme != "http" && target.Scheme != "https" || target.Host == "" || target.User != nil {
		return nil, errors.New("its URL is not valid: use http or https, a host, and no user or password")
	}
	e := &endpoint{url: target, header: o.Header, max: limit, gets: newRateLimiter(1, 5)}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	inner := o.Client
	if inner == nil {
		if inner, err = e.guardedClient(o.Network); err != nil {
			return nil, err
		}
	}
	if e.base = inner.Transport; e.base == nil {
		e.base = http.DefaultTransport
	}
	check := inner.CheckRedirect
	if check == nil {
		check = sameOriginOnly
	}
	e.client = &http.Client{Transport: e, CheckRedirect: check, Jar: inner.Jar}
	return e, nil
}

// guardedClient returns a client that reaches only the hosts of the policy.
func (e *endpoint) guardedClient(policy *runtime.NetworkPolicy) (*http.Client, error) {
	if policy == nil {
		host := e.url.Hostname()
		_, err := netip.ParseAddr(host)
		policy = &runtime.NetworkPolicy{Allow: []string{hostAndPort(e.url)}, AllowPrivate: err == nil || strings.EqualFold(host, "localhost")}
	}
	// The endpoint limits the length of bodies; streams of events have no end.
	e.backend = network.New(&network.Options{MaxBodyBytes: 1 << 62})
	client, err := e.backend.Open(e.ctx, &capability.Request{Needs: &capability.Needs{Hosts: policy.Allow}, Network: *policy})
	if err != nil {
		return nil, err
	}
	return client.(*http.Client), nil
}

// sameOriginOnly refuses a redirect to another origin.
func sameOriginOnly(next *http.Request, via []*http.Request) error {
	switch {
	case !isSameOrigin(next.URL, via[0].URL):
		return errors.New("the redirect leads to another origin")
	case len(via) > 10:
		return errors.New("stopped after 10 redirects")
	}
	return nil
}

// isSameOrigin compares schemes, hosts and ports.
func isSameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host)
}

// Connect returns a connection.
func (e *endpoint) Connect(ctx context.Context) (sdk.Connection, error) {
	// The endpoint opens the stream of notifications itself: the SDK does it only
	// for connections that are not wrapped.
	inner, err := (&sdk.StreamableClientTransport{
		Endpoint: e.url.String(), HTTPClient: e.client, MaxEventSize: e.max, DisableStandaloneSSE: true,
	}).Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &endpointConnection{inner, e}, nil
}

// endpointConnection is a connection by streamable HTTP.
type endpointConnection struct {
	sdk.Connection
	endpoint *endpoint
}

// Read returns the next message.
func (c *endpointConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	return m, c.withoutSecrets(err)
}

// Write sends a message.
func (c *endpointConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	return c.withoutSecrets(c.Connection.Write(ctx, m))
}

// withoutSecrets returns an error whose text does not contain the URL, which may
// contain a secret, nor the id of the session.
func (c *endpointConnection) withoutSecrets(err error) error {
	if err == nil {
		return nil
	}
	names := []string{c.endpoint.url.String(), "the server"}
	if id := c.SessionID(); id != "" {
		names = append(names, "session ID: "+id, "session")
		if len(id) >= minSecretID {
			names = append(names, id, "…")
		}
	}
	return &quietError{err, strings.NewReplacer(names...).Replace(err.Error())}
}

// minSecretID is the minimum length of the id of a session that is removed anywhere in
// an error. A shorter id can be a word of the text, and anybody can guess it.
const minSecretID = 8

// quietError is an error with another text.
type quietError struct {
	error
	text string
}

// Error returns the other text.
func (e *quietError) Error() string { return e.text }

// Unwrap returns the error.
func (e *quietError) Unwrap() error { return e.error }

// Close ends the session and all requests.
func (c *endpointConnection) Close() error {
	stop := time.AfterFunc(time.Second, c.endpoint.cancel) // the server may not answer the DELETE
	err := c.Connection.Close()
	stop.Stop()
	c.endpoint.cancel()
	if c.endpoint.backend != nil {
		c.endpoint.backend.Close()
	}
	return err
}

// setInitialized stores the version of the protocol, and opens the stream of
// notifications if the protocol has one. It waits for the stream, because a server
// that sends a request or a notification before the stream is open may lose it,
// and a tool that waits for the answer of a lost request never returns.
func (c *endpointConnection) setInitialized(connection *clientConnection, version string) {
	c.endpoint.mu.Lock()
	c.endpoint.version = version
	c.endpoint.mu.Unlock()
	if version > legacyProtocol {
		return
	}
	answered := make(chan struct{})
	connection.bridge.work.Go(func() { c.endpoint.listen(connection, answered) })
	select {
	case <-answered:
	case <-connection.ended:
	case <-time.After(min(streamWait, connection.bridge.options.ConnectTimeout)):
	}
}

// sendsHeaders reports whether the version of the protocol has headers for
// arguments.
func (c *endpointConnection) sendsHeaders() bool {
	c.endpoint.mu.Lock()
	defer c.endpoint.mu.Unlock()
	return c.endpoint.version > legacyProtocol
}

// hostAndPort returns the host of a URL with its port, also if the port is the
// default of the scheme.
func hostAndPort(u *url.URL) string {
	port := u.Port()
	switch {
	case port != "":
	case u.Scheme == "https":
		port = "443"
	default:
		port = "80"
	}
	return net.JoinHostPort(u.Hostname(), port)
}
