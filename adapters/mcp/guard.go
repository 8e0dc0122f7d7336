package mcp

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// tokenLifetime is the lifetime that the SDK is told for Token, which does not expire.
const tokenLifetime = time.Hour

// validToken matches the bearer tokens that a client can send (RFC 6750, section 2.1).
var validToken = regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`)

// minTokenBytes is the minimum length of HTTPOptions.Token.
const minTokenBytes = 16

// Check returns an error for a token that is too short or that no client can send,
// for names and origins that no request can have, and for negative limits.
// [ServeHTTP] and [ListenAndServe] call it. The options can be nil.
func (o *HTTPOptions) Check() error {
	if o == nil {
		return nil
	}
	switch {
	case o.Token != "" && !validToken.MatchString(o.Token):
		return errors.New("mcp: HTTPOptions.Token has characters that no client can send: use letters, digits and -._~+/")
	case o.Token != "" && len(o.Token) < minTokenBytes:
		return fmt.Errorf("mcp: HTTPOptions.Token has %d characters, expected at least %d random ones", len(o.Token), minTokenBytes)
	case min(o.MaxRequestBytes, o.MaxTotalRequestBytes, int64(o.MaxSessions), int64(o.SessionTimeout), int64(o.ClientTimeout)) < 0:
		return errors.New("mcp: a limit of HTTPOptions is negative: use 0 for the default")
	}
	for _, host := range o.Hosts {
		if !isHostName(host) {
			return fmt.Errorf("mcp: HTTPOptions.Hosts has %q, expected a name without scheme, port, path and patterns, such as tools.example.com", host)
		}
	}
	for _, origin := range o.Origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme == "" || u.Host == "" || origin != u.Scheme+"://"+u.Host || strings.Contains(origin, "*") {
			return fmt.Errorf("mcp: HTTPOptions.Origins has %q, expected a scheme, a host and no path, such as https://app.example.com", origin)
		}
	}
	return nil
}

// isHostName reports whether a request can have the name as its host.
func isHostName(name string) bool {
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return validHost.MatchString(name)
}

// validHost matches names in the form of Host headers.
var validHost = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`)

// verifier returns the function that checks bearer tokens, or nil if requests need no token.
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

// guard refuses requests whose Host or Origin is not allowed.
func (o *HTTPOptions) guard(next http.Handler) http.Handler {
	hosts := o.Hosts
	if len(hosts) == 0 {
		hosts = []string{"localhost", "127.0.0.1", "::1"}
	}
	hosts = lowerCase(hosts)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := repeatedHeader(r.Header); name != "" {
			http.Error(w, "Bad Request: the header "+name+" occurs twice", http.StatusBadRequest)
			return
		}
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

// lowerCase returns the names in lower case.
func lowerCase(names []string) []string {
	own := make([]string, len(names))
	for i, name := range names {
		own[i] = strings.ToLower(name)
	}
	return own
}

// repeatedHeader returns the name of a header on which a decision depends and that
// occurs more than once, so that readers can disagree about its value.
func repeatedHeader(h http.Header) string {
	for _, name := range []string{"Origin", "Authorization", sessionHeader, "Mcp-Protocol-Version", "Content-Type"} {
		if len(h.Values(name)) > 1 {
			return name
		}
	}
	return ""
}

// requireToken refuses requests without a valid bearer token, with the challenge
// that RFC 6750 requires.
func requireToken(verify auth.TokenVerifier, next http.Handler) http.Handler {
	const header = "WWW-Authenticate"
	checked := auth.RequireBearerToken(verify, nil)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Del(header)
		next.ServeHTTP(w, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		challenge := "Bearer"
		if r.Header.Get("Authorization") != "" {
			challenge += ` error="invalid_token"`
		}
		w.Header().Set(header, challenge)
		checked.ServeHTTP(w, r)
	})
}

// hostName returns the name in a Host header, without the port and without brackets.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// isOwn reports whether the origin is the origin of the server.
func isOwn(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}
