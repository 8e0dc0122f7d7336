package network

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"github.com/toolgen/toolgen/runtime/capability"
)

// guard checks every request of a client, also after redirects, and passes allowed requests to
// its transport.
type guard struct {
	backend   *Backend
	scope     scope
	transport *http.Transport
}

// RoundTrip sends one request if it is allowed.
func (g *guard) RoundTrip(request *http.Request) (*http.Response, error) {
	if reason := g.refusal(request); reason != "" {
		if request.Body != nil {
			_ = request.Body.Close()
		}
		return nil, capability.Deny(capability.KindNetwork, reason)
	}
	if agent := g.backend.options.UserAgent; agent != "" && request.Header.Get("User-Agent") == "" {
		request = request.Clone(request.Context())
		request.Header.Set("User-Agent", agent)
	}
	response, err := g.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	limit := g.backend.options.MaxBodyBytes
	response.Body = &body{ReadCloser: response.Body, limit: limit, remaining: limit}
	return response, nil
}

// refusal returns the reason why a request must not be sent, or an empty string if
// the request is allowed.
func (g *guard) refusal(request *http.Request) string {
	u := request.URL
	name, address, problem := canonicalHost(u.Hostname())
	number, portProblem := canonicalPort(port(u))
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "only http and https URLs can be fetched"
	case u.User != nil:
		return "the URL must not hold a user or password"
	case problem+portProblem != "":
		return cmp.Or(problem, portProblem)
	case request.Host != "" && request.Host != u.Host:
		return "the Host header must be that of the URL"
	case g.scope.dryRun && request.Method != "" && request.Method != http.MethodGet && request.Method != http.MethodHead:
		return "in a dry run only GET and HEAD requests are sent"
	}
	if reason := formRefusal(request); reason != "" {
		return reason
	}
	v := g.scope.judgeHost(name, number)
	switch {
	case isMetadata(address):
		return "metadata services are never reached"
	case !v.allowed:
		return v.reason
	case address != netip.Addr{}:
		return g.scope.refuseAddress(address, number, v.private)
	}
	return ""
}

// TooLargeError is the error of reading a response whose body is longer than the limit.
type TooLargeError struct {
	// Limit is how much can be read, in bytes after decompression.
	Limit int64
}

// Error returns a message with the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the response is longer than %d bytes", e.Limit)
}

// body is the body of a response, with a limit on how much can be read.
type body struct {
	io.ReadCloser
	limit, remaining int64
}

// Read reads from the body, and returns a [TooLargeError] after the maximum length.
func (b *body) Read(p []byte) (int, error) {
	if int64(len(p)) > b.remaining+1 {
		p = p[:b.remaining+1] // one more byte shows whether the body is longer than the limit
	}
	n, err := b.ReadCloser.Read(p)
	if b.remaining -= int64(n); b.remaining < 0 {
		return n - 1, &TooLargeError{b.limit}
	}
	return n, err
}
