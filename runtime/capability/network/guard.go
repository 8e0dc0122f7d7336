package network

import (
	"fmt"
	"io"
	"net/http"
	"net/netip"
)

// guard checks every request of a client, those of redirects too, before its
// transport sees it.
type guard struct {
	backend   *Backend
	scope     scope
	transport *http.Transport
}

// RoundTrip sends one request, if it may be sent.
func (g *guard) RoundTrip(request *http.Request) (*http.Response, error) {
	if reason := g.refusal(request); reason != "" {
		if request.Body != nil {
			_ = request.Body.Close()
		}
		return nil, denied(reason)
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
	response.Body = &body{ReadCloser: response.Body, limit: limit, left: limit}
	return response, nil
}

// refusal says why a request must not be sent; empty when it may.
func (g *guard) refusal(request *http.Request) string {
	u := request.URL
	name, address, problem := canonical(u.Hostname())
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "only http and https URLs can be fetched"
	case u.User != nil:
		return "the URL must not hold a user or password"
	case problem != "":
		return problem
	case request.Host != "" && request.Host != u.Host:
		return "the Host header must be that of the URL"
	case g.scope.dryRun && request.Method != "" && request.Method != http.MethodGet && request.Method != http.MethodHead:
		return "in a dry run only GET and HEAD requests are sent"
	case request.Header.Get("Upgrade") != "":
		return "other protocols than HTTP cannot be spoken"
	}
	v := g.scope.host(name)
	switch {
	case isMetadata(address):
		return "metadata services are never reached"
	case !v.allowed:
		return v.reason
	case address != netip.Addr{}:
		return g.scope.address(address, v.private)
	}
	return ""
}

// TooLargeError says that a response has a body longer than may be read.
type TooLargeError struct {
	// Limit is how much may be read, in bytes after decompression.
	Limit int64
}

// Error names the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the response is longer than %d bytes", e.Limit)
}

// body reads a response up to a limit.
type body struct {
	io.ReadCloser
	limit, left int64
}

func (b *body) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1] // one more, to tell a long body from one that ends here
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, &TooLargeError{b.limit}
	}
	return n, err
}
