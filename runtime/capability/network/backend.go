package network

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

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
	// Timeout is how long a request may take, redirects and reading its body
	// included; zero means DefaultTimeout.
	Timeout time.Duration
	// MaxBodyBytes is how much of a response can be read, after
	// decompression; zero means DefaultMaxBodyBytes. Reading on is a *TooLargeError.
	MaxBodyBytes int64
	// MaxRedirects is how many redirects are followed; zero means
	// DefaultMaxRedirects, a negative number none.
	MaxRedirects int
	// UserAgent is sent where a tool sets none; empty means Go's.
	UserAgent string
	// Resolver looks up names; nil means the system's.
	Resolver *net.Resolver
}

// Backend gives clients. Make one with [New].
type Backend struct {
	options Options
	dial    func(ctx context.Context, network, address string) (net.Conn, error)

	mu         sync.Mutex
	transports map[string]*http.Transport
}

// maxTransports is how many scopes keep connections open at a time.
const maxTransports = 64

// New returns a backend. Its connections stay open for a while, each used by
// one scope only; Close closes those that are idle.
func New(o *Options) *Backend {
	b := &Backend{transports: make(map[string]*http.Transport)}
	if o != nil {
		b.options = *o
	}
	if b.options.Timeout <= 0 {
		b.options.Timeout = DefaultTimeout
	}
	if b.options.MaxBodyBytes <= 0 {
		b.options.MaxBodyBytes = DefaultMaxBodyBytes
	}
	if b.options.MaxRedirects == 0 {
		b.options.MaxRedirects = DefaultMaxRedirects
	}
	if b.options.Resolver == nil {
		b.options.Resolver = net.DefaultResolver
	}
	b.dial = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
	return b
}

// Client serves [capability.Backends.Network]: the value is an *http.Client, a
// new one for every call. What it refuses is a *capability.Denied within the *url.Error that
// net/http returns. A pattern of hosts that cannot be understood is an error here,
// and never wider than it was meant.
func (b *Backend) Client(_ context.Context, request *capability.Request) (any, error) {
	if request.Needs == nil {
		return nil, denied("the tool declares no hosts")
	}
	s := scope{request.Needs.Hosts, request.Network, request.DryRun}
	for _, patterns := range [][]string{s.declared, s.policy.Allow, s.policy.Deny} {
		for _, pattern := range patterns {
			if err := checkPattern(pattern); err != nil {
				return nil, err
			}
		}
	}
	return &http.Client{
		Transport:     &guard{backend: b, scope: s, transport: b.transport(&s)},
		CheckRedirect: b.checkRedirect,
		Timeout:       b.options.Timeout,
	}, nil
}

// checkPattern refuses what is no host, no address, no "*.name" and no "*".
func checkPattern(pattern string) error {
	name := strings.TrimPrefix(pattern, "*.")
	if pattern == "*" {
		return nil
	}
	if _, _, problem := canonical(name); problem != "" || strings.Contains(name, "*") {
		return fmt.Errorf("network: the pattern %q is not understood: write a host name, an address, *.example.org or *", pattern)
	}
	return nil
}

// Close closes idle connections. The backend can still be used.
func (b *Backend) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, transport := range b.transports {
		transport.CloseIdleConnections()
	}
}

// transport is that of a scope: connections are never shared between scopes,
// because the one that opened them was asked whether it may.
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
