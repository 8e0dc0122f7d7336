package model

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/models"
)

// The limits of a request to a model.
const (
	maxAttempts    = 5                // how often one answer is asked for
	firstWait      = time.Second      // the wait after the first failure; it doubles
	maxWait        = 30 * time.Second // the longest wait, also if the provider asks for more
	headerTimeout  = 10 * time.Minute // until the first byte of the response: a local model reads a long prompt for minutes
	maxErrorBytes  = 64 << 10         // of the body of an error
	statusOverload = 529              // Anthropic's status for an overloaded service
)

// endpoint is a model that the HTTP API of a provider offers.
type endpoint struct {
	provider    *provider
	name, model string
	base, key   string
	client      *http.Client
	wait        func(ctx context.Context, d time.Duration) error
}

// newEndpoint returns the model at a base URL.
func newEndpoint(p *provider, name, model, base, key string, client *http.Client) *endpoint {
	if client == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.ResponseHeaderTimeout = headerTimeout
		client = &http.Client{Transport: transport}
	}
	return &endpoint{provider: p, name: name, model: model, base: base, key: key, client: client, wait: sleep}
}

// Name returns PROVIDER:MODEL.
func (e *endpoint) Name() string { return e.name }

// Ask asks the provider, and asks again after a failure that may pass: a lost connection, an answer that is cut off, a
// call that the provider could not read, a limit of the rate, and an error of the server.
func (e *endpoint) Ask(ctx context.Context, r *Request) (*Answer, error) {
	payload, err := e.payload(r)
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		answer, err := e.askOnce(ctx, payload, r.Show)
		if err == nil {
			return answer, nil
		}
		var failure *requestError
		if attempt == maxAttempts || ctx.Err() != nil || !errors.As(err, &failure) || !failure.temporary {
			return nil, cmp.Or(ctx.Err(), err)
		}
		pause := min(max(failure.after, firstWait<<(attempt-1)), maxWait)
		if r.Retry != nil {
			r.Retry(err, pause)
		}
		if err := e.wait(ctx, pause); err != nil {
			return nil, err
		}
	}
}

// requestError is the error of a request, and says whether the same request may succeed later.
type requestError struct {
	endpoint  *endpoint
	cause     error
	temporary bool          // the same request may succeed later
	after     time.Duration // how long the provider asks to wait; 0 if it does not say
}

func (e *requestError) Error() string { return fmt.Sprintf("model %s: %v", e.endpoint.name, e.cause) }
func (e *requestError) Unwrap() error { return e.cause }

// payload returns the body of a request.
func (e *endpoint) payload(r *Request) (body []byte, err error) {
	request := models.Request{Model: e.model, System: r.System, Messages: e.messages(r.Conversation), Stream: true}
	if r.Tools != nil {
		request.Tools, err = r.Tools(e.provider.api.Dialect(false))
	}
	if err == nil {
		body, err = e.provider.api.Body(&request)
	}
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", e.name, err)
	}
	return body, nil
}

// askOnce sends one request and reads its stream.
func (e *endpoint) askOnce(ctx context.Context, payload []byte, show func(string)) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.base+strings.ReplaceAll(e.provider.path, "{model}", e.model), bytes.NewReader(payload))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if e.key != "" {
		e.provider.headers(request.Header, e.key)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return nil, &requestError{endpoint: e, cause: withoutURL(err), temporary: true}
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, e.statusError(response)
	}
	answer, err := e.read(response.Body, show)
	if err != nil {
		return nil, &requestError{endpoint: e, cause: err, temporary: true}
	}
	return answer, nil
}

// read reads a stream to its end.
func (e *endpoint) read(stream io.Reader, show func(string)) (*Answer, error) {
	reply, err := e.provider.api.ReadStream(stream, func(d models.Delta) {
		if show != nil && d.Text != "" {
			show(d.Text)
		}
	})
	if err != nil {
		return nil, err
	}
	if reply.Malformed {
		return nil, fmt.Errorf("the provider could not read a call of the model (%s)", reply.Stop)
	}
	return &Answer{
		API: e.provider.api.Name(), Messages: reply.Messages, Text: reply.Text, Calls: reply.Calls,
		Truncated: reply.Truncated, Refused: reply.Refused, Usage: reply.Usage,
	}, nil
}

// statusError returns the error of a response that is not OK.
func (e *endpoint) statusError(response *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes)) // without the rest, the status is reported
	_, cause := e.provider.api.ReadReply(text)
	if cause == nil {
		cause = errors.New("the response has an answer with the status of an error")
	}
	status := response.StatusCode
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After")) // a date, or no header, is 0
	return &requestError{
		endpoint: e, cause: fmt.Errorf("status %d: %w", status, cause), after: time.Duration(seconds) * time.Second,
		temporary: status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status == statusOverload || status >= 500 && status != http.StatusNotImplemented,
	}
}

// withoutURL removes the URL from an error of the client.
func withoutURL(err error) error {
	var failure *url.Error
	if errors.As(err, &failure) {
		return fmt.Errorf("the request failed: %w", failure.Err)
	}
	return err
}

// sleep waits, or returns the error of a context that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
