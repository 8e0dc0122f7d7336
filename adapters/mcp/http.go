package mcp

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// HTTPOptions configures a server over HTTP. The zero value and nil mean the
// defaults: clients of this machine only, without a token.
type HTTPOptions struct {
	// Stateless serves each request by itself, without sessions. Only a
	// stateless server supports version 2026-07-28 of the protocol.
	Stateless bool
	// Hosts are the names by which clients reach the server, without a port.
	// A request with another Host header is refused, so that a web page cannot
	// reach the server by a name of its own. Empty means localhost, 127.0.0.1
	// and ::1.
	Hosts []string
	// Origins are the web origins, such as "https://app.example.com", whose
	// pages may call the server. Requests without an Origin header are allowed,
	// because they do not come from a page of another origin. Empty allows no
	// pages but those of the server itself.
	Origins []string
	// Token is the bearer token that every request must have, with at least 16
	// characters; empty means that requests need none. Verify replaces Token: it
	// checks the token of each request, concurrently.
	Token  string
	Verify auth.TokenVerifier
	// MaxSessions is the maximum number of sessions; zero means 1000. A further
	// session ends the one that was not used for the longest time and has no
	// request or call in progress. If all have one, the server answers with the
	// status 503.
	MaxSessions int
	// SessionTimeout is the time after which a session without requests ends,
	// together with its calls; zero means 30 minutes.
	SessionTimeout time.Duration
	// MaxRequestBytes is the maximum size of the body of a request; zero means
	// 4 MiB. The server answers a longer request with the status 413.
	MaxRequestBytes int64
	// MaxTotalRequestBytes is the maximum size of the bodies of all requests in
	// progress together; zero means 16 times MaxRequestBytes. The server answers a
	// request that exceeds it with the status 503.
	MaxTotalRequestBytes int64
	// ClientTimeout is the time that a client has to send the body of a request,
	// and to accept each 64 KiB of a response; zero means one minute. After that
	// the server closes the connection.
	ClientTimeout time.Duration
}

const (
	defaultMaxSessions     = 1000
	defaultSessionTimeout  = 30 * time.Minute
	defaultMaxRequestBytes = 4 << 20
	defaultClientTimeout   = time.Minute
	headerTimeout          = 10 * time.Second
	idleTimeout            = 2 * time.Minute
)

// withDefaults returns the options with a value for each limit.
func (o *HTTPOptions) withDefaults() HTTPOptions {
	own := HTTPOptions{}
	if o != nil {
		own = *o
	}
	own.MaxSessions = cmp.Or(own.MaxSessions, defaultMaxSessions)
	own.SessionTimeout = cmp.Or(own.SessionTimeout, defaultSessionTimeout)
	own.MaxRequestBytes = cmp.Or(own.MaxRequestBytes, defaultMaxRequestBytes)
	own.MaxTotalRequestBytes = cmp.Or(own.MaxTotalRequestBytes, 16*own.MaxRequestBytes)
	own.ClientTimeout = cmp.Or(own.ClientTimeout, defaultClientTimeout)
	return own
}

// Handler returns a handler that serves clients over streamable HTTP. It does not
// check the options: see [HTTPOptions.Check].
func (s *Server) Handler(o *HTTPOptions) http.Handler {
	own := o.withDefaults()
	var handler http.Handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.server }, &sdk.StreamableHTTPOptions{
		Stateless: own.Stateless, Logger: s.options.Logger, MaxRequestBodyBytes: own.MaxRequestBytes,
		DisableLocalhostProtection: true, // guard checks more
	})
	if own.Stateless {
		handler = withCarrier(handler)
	} else {
		sessions := &httpSessions{server: s, most: own.MaxSessions, timeout: own.SessionTimeout, byID: make(map[string]*httpSession)}
		handler = sessions.handler(handler)
	}
	read := &bodies{most: own.MaxRequestBytes, mostTotal: own.MaxTotalRequestBytes}
	handler = read.handler(handler)
	if verify := own.verifier(); verify != nil {
		handler = requireToken(verify, handler)
	}
	return limitTime(own.ClientTimeout, own.guard(handler))
}

// withCarrier makes the context of a request available to its call. The SDK keeps
// the values of this context, but not its end.
func withCarrier(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &carrier{ctx: r.Context(), input: r.Context()}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), carrierKey{}, c)))
	})
}

// ListenAndServe serves the tools of the registry over streamable HTTP on a TCP
// address such as "127.0.0.1:8080", at the path /mcp, until the context ends. It
// returns nil when the context ends.
func ListenAndServe(ctx context.Context, address string, registry *runtime.Registry, o *Options, h *HTTPOptions) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return ServeHTTP(ctx, listener, registry, o, h)
}

// ServeHTTP is like [ListenAndServe] on an existing listener, which it closes.
func ServeHTTP(ctx context.Context, listener net.Listener, registry *runtime.Registry, o *Options, h *HTTPOptions) error {
	if err := h.Check(); err != nil {
		return errors.Join(err, listener.Close())
	}
	s, err := NewServer(registry, o)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", s.Handler(h))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // then Serve returns
	defer stop()
	if err = server.Serve(listener); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, s.Close())
}
