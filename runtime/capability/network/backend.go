package network

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/internal/hosts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The defaults of [Options].
const (
	DefaultTimeout      = 30 * time.Second
	DefaultMaxBodyBytes = 10 << 20
	DefaultMaxRedirects = 10
)

// Options configure a backend. The zero value, and nil, mean the defaults that each field
// names.
type Options struct {
	// Timeout limits each request, including redirects and reading the body; zero means
	// DefaultTimeout.
	Timeout time.Duration
	// MaxBodyBytes limits how much of a response can be read, in bytes after decompression;
	// zero means DefaultMaxBodyBytes. Reading more returns a *TooLargeError.
	MaxBodyBytes int64
	// MaxRedirects limits how many redirects are followed; zero means DefaultMaxRedirects, a
	// negative number means none.
	MaxRedirects int
	// UserAgent is sent if the tool sets none; empty means the User-Agent of net/http.
	UserAgent string
	// Resolver looks up host names; nil means net.DefaultResolver.
	Resolver *net.Resolver
}

// Backend makes HTTP clients. Make one with [New].
type Backend struct {
	options Options
	dial    func(ctx context.Context, network, address string) (net.Conn, error)

	mu         sync.Mutex
	transports map[string]*http.Transport
}

// maxTransports is for how many scopes connections are kept open at a time.
const maxTransports = 64

// New returns a backend. Its connections stay open for a while, and only calls with the same
// scope share them. Close closes the idle ones.
func New(o *Options) *Backend {
	return &Backend{
		options:    o.withDefaults(),
		dial:       (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		transports: make(map[string]*http.Transport),
	}
}

// withDefaults returns a copy with the defaults of all fields.
func (o *Options) withDefaults() Options {
	var c Options
	if o != nil {
		c = *o
	}
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxBodyBytes <= 0 {
		c.MaxBodyBytes = DefaultMaxBodyBytes
	}
	if c.MaxRedirects == 0 {
		c.MaxRedirects = DefaultMaxRedirects
	}
	if c.Resolver == nil {
		c.Resolver = net.DefaultResolver
	}
	return c
}

// Open serves [capability.Backends.Network]. The value is an *http.Client, a new one for every
// call. A refused request is a *capability.Denied, wrapped in the *url.Error of net/http. A host
// pattern that is not valid, in the declaration or in the policy, is an error of Open: it never
// allows more hosts than were meant.
func (b *Backend) Open(_ context.Context, request *capability.Request) (any, error) {
	if request.Needs == nil {
		return nil, capability.Deny(capability.KindNetwork, "the tool declares no hosts")
	}
	s := scope{request.Needs.Hosts, request.Network, request.DryRun}
	for _, patterns := range [][]string{s.declared, s.policy.Allow, s.policy.Deny} {
		for _, pattern := range patterns {
			if err := checkPattern(pattern); err != nil {
				return nil, err
			}
		}
	}
	g := &guard{backend: b, scope: s, transport: b.transport(&s)}
	return &http.Client{Transport: g, CheckRedirect: g.checkRedirect, Timeout: b.options.Timeout}, nil
}

// checkPattern returns an error unless the pattern is a host name, an address, "*.name" or "*", and a port
// after it.
func checkPattern(pattern string) error {
	host, _ := hosts.Split(pattern)
	name := strings.TrimPrefix(host, "*.")
	if host == hosts.All {
		return nil
	}
	if _, address, problem := canonicalHost(name); problem != "" || strings.Contains(name, "*") || address.IsValid() && name != host {
		return fmt.Errorf("network: the host pattern %q is not valid: write a host name, an address, *.example.org or *, and after it a port (example.org:8080) or :* for every port", pattern)
	}
	return nil
}

// Close closes idle connections. The backend can be used afterwards.
func (b *Backend) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, transport := range b.transports {
		transport.CloseIdleConnections()
	}
}

// transport returns the transport of a scope. Scopes never share connections, because a
// connection is checked only against the scope that opened it.
func (b *Backend) transport(s *scope) *http.Transport {
	key := fmt.Sprintf("%q %q %q %t", s.declared, s.policy.Allow, s.policy.Deny, s.policy.AllowPrivate)
	b.mu.Lock()
	defer b.mu.Unlock()
	if transport, ok := b.transports[key]; ok {
		return transport
	}
	if len(b.transports) >= maxTransports {
		for key, old := range b.transports {
			old.CloseIdleConnections()
			delete(b.transports, key)
			break
		}
	}
	d := dialer{b, s}
	transport := &http.Transport{
		Proxy:                  nil,
		DialContext:            d.dial,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           16,
		MaxIdleConnsPerHost:    4,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
	b.transports[key] = transport
	return transport
}
