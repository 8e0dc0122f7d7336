package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/toolgen/toolgen/runtime/capability"
)

// RoundTrip sends a request with the headers of the server, and limits the body
// of the response. It reads a JSON response completely, so that a response that
// is too long or not valid fails only its request and not the connection.
func (e *endpoint) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodGet {
		e.gets.wait(request.Context().Done())
	}
	request, release := e.prepare(request)
	response, err := e.base.RoundTrip(request)
	if x := exchangeOf(request.Context()); x != nil && err != nil {
		x.setHTTP(isUnsent(err), 0)
	} else if x != nil {
		x.setHTTP(false, response.StatusCode)
	}
	if err != nil {
		release()
		return nil, err
	}
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if mediaType == "text/event-stream" && response.StatusCode == http.StatusOK {
		response.Body = &releasingBody{response.Body, release}
		return response, nil
	}
	defer release()
	return e.readBody(response, mediaType == "application/json")
}

// prepare returns a copy of the request that ends with the connection, with the
// headers of the server.
func (e *endpoint) prepare(request *http.Request) (copied *http.Request, release func()) {
	ctx, cancel := context.WithCancel(request.Context())
	stop := context.AfterFunc(e.ctx, cancel)
	copied = request.Clone(ctx)
	e.mu.Lock()
	version := e.version
	e.mu.Unlock()
	if isSameOrigin(request.URL, e.url) {
		for name, values := range e.header {
			copied.Header[http.CanonicalHeaderKey(name)] = values
		}
		if version != "" && copied.Header.Get("Mcp-Protocol-Version") == "" {
			copied.Header.Set("Mcp-Protocol-Version", version)
		}
	}
	return copied, func() { stop(); cancel() }
}

// isUnsent reports whether the error means that the server cannot have received
// the request.
func isUnsent(err error) bool {
	var (
		denied  *capability.Denied
		dialing *net.OpError
		unknown *net.DNSError
	)
	return errors.As(err, &denied) || errors.As(err, &unknown) || errors.As(err, &dialing) && dialing.Op == "dial"
}

// readBody replaces the body of a response by its text.
func (e *endpoint) readBody(response *http.Response, isJSON bool) (*http.Response, error) {
	isError := response.StatusCode >= http.StatusBadRequest
	limit := e.max
	if isError {
		limit = min(limit, maxErrorBody)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, int64(limit)+1))
	_ = response.Body.Close()
	switch {
	case isError:
		text = e.readError(response, text)
	case err != nil:
		return nil, fmt.Errorf("the response cannot be read: %w", err)
	case len(text) > limit:
		return nil, fmt.Errorf("the response is longer than %d bytes", limit)
	case isJSON && response.StatusCode == http.StatusOK:
		if _, err := jsonrpc.DecodeMessage(text); err != nil {
			return nil, fmt.Errorf("the response is not valid: %w", err)
		}
	}
	response.Body = io.NopCloser(bytes.NewReader(text))
	response.ContentLength = int64(len(text))
	return response, nil
}

// readError stores the error of the protocol that the body of an HTTP error has,
// and returns the body for the SDK. The body of a 404 in a session is empty for
// the SDK, which otherwise does not notice that the session has ended.
func (e *endpoint) readError(response *http.Response, text []byte) []byte {
	if response.StatusCode == http.StatusNotFound && response.Request != nil && response.Request.Header.Get("Mcp-Session-Id") != "" {
		return nil
	}
	m, err := jsonrpc.DecodeMessage(text)
	if answer, ok := m.(*jsonrpc.Response); ok && err == nil && response.Request != nil {
		if x := exchangeOf(response.Request.Context()); x != nil {
			x.refuse(answer.Error)
		}
	}
	return text
}

// maxErrorBody is how much of the body of an HTTP error is read, in bytes.
const maxErrorBody = 64 << 10

// releasingBody is a body that releases its request when it is closed.
type releasingBody struct {
	io.ReadCloser
	release func()
}

// Close closes the body.
func (b *releasingBody) Close() error {
	b.release()
	return b.ReadCloser.Close()
}
