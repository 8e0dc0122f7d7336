package mcp

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// HTTPOptions say how a server is reached over HTTP. The zero value and nil mean
// the defaults: clients of this machine only, without a token.
type HTTPOptions struct {
	// Stateless serves each request by itself, without sessions.
	Stateless bool
	// Hosts are the names by which clients reach the server, without a port.
	// A request with another Host header is refused, which keeps web pages from
	// reaching the server under a name of their own. Empty means localhost,
	// 127.0.0.1 and ::1.
	Hosts []string
	// Origins are the web origins, such as "https://app.example.com", whose
	// pages may call the server. Requests without an Origin header do not come
	// from a page of another origin and pass. Empty allows no page.
	Origins []string
	// Token is the bearer token that every request must have; empty for none.
	// Verify, if it is set, judges tokens instead.
	Token  string
	Verify auth.TokenVerifier
	// SessionTimeout ends sessions without requests; zero means 30 minutes.
	SessionTimeout time.Duration
	// MaxRequestBytes is the longest body of a request; zero means 4 MiB.
	MaxRequestBytes int64
}

const (
	defaultSessionTimeout  = 30 * time.Minute
	defaultMaxRequestBytes = 4 << 20
	tokenLifetime          = time.Hour // a static token never expires; the SDK wants a time
)

// Handler serves clients over streamable HTTP.
func (s *Server) Handler(o *HTTPOptions) http.Handler {
	if o == nil {
		o = &HTTPOptions{}
	}
	options := &sdk.StreamableHTTPOptions{
		Stateless: o.Stateless, Logger: s.options.Logger, SessionTimeout: o.SessionTimeout, MaxRequestBodyBytes: o.MaxRequestBytes,
		DisableLocalhostProtection: true, // guard does more
	}
	if options.SessionTimeout == 0 {
		options.SessionTimeout = defaultSessionTimeout
	}
	if options.MaxRequestBodyBytes == 0 {
		options.MaxRequestBodyBytes = defaultMaxRequestBytes
	}
	var handler http.Handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.server }, options)
	if verify := o.verifier(); verify != nil {
		handler = auth.RequireBearerToken(verify, nil)(handler)
	}
	return o.guard(handler)
}

// verifier judges bearer tokens; nil when none is wanted.
func (o *HTTPOptions) verifier() auth.TokenVerifier {
	if o.Verify != nil || o.Token == "" {
		return o.Verify
	}
	want := sha256.Sum256([]byte(o.Token))
	return func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		if got := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			return nil, auth.ErrInvalidToken
		}
		return &auth.TokenInfo{Expiration: time.Now().Add(tokenLifetime)}, nil
	}
}

// guard refuses requests with an unknown Host or Origin.
func (o *HTTPOptions) guard(next http.Handler) http.Handler {
	hosts := o.Hosts
	if len(hosts) == 0 {
		hosts = []string{"localhost", "127.0.0.1", "::1"}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch origin := r.Header.Get("Origin"); {
		case !slices.Contains(hosts, hostName(r.Host)):
			http.Error(w, "Forbidden: unknown Host; add it to HTTPOptions.Hosts", http.StatusForbidden)
		case len(r.Header.Values("Origin")) > 0 && !slices.Contains(o.Origins, origin) && !isOwn(origin, r.Host):
			http.Error(w, "Forbidden: unknown Origin; add it to HTTPOptions.Origins", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// hostName is the name in a Host header, without port and brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// isOwn reports whether the origin is that of the server itself.
func isOwn(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

// ListenAndServe serves the tools of the registry over streamable HTTP on a TCP
// address such as "127.0.0.1:8080", at the path /mcp, until the context ends.
func ListenAndServe(ctx context.Context, address string, registry *runtime.Registry, o *Options, h *HTTPOptions) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	s, err := NewServer(registry, o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", s.Handler(h))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() }) // Serve returns then
	defer stopped()
	if err = server.Serve(listener); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, s.Close())
}
