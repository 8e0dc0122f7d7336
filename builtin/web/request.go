package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// document is the answer of a server.
type document struct {
	call      *runtime.Call
	url       *url.URL // after redirects
	status    int
	redirects int
	header    http.Header
	mediaType string // of the content, without parameters
	kind      kind
	body      []byte
	cut       string // why the body is not complete; empty when it is
}

// acceptHeader is the header Accept: pages and text.
const acceptHeader = "text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.9, application/json;q=0.9, application/xml;q=0.8, */*;q=0.5"

// withReadTimeout returns a context that ends after three quarters of the
// remaining time, so that the part that has arrived from a slow server can be
// processed.
func withReadTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	left := 30 * time.Second
	if deadline, ok := ctx.Deadline(); ok {
		left = time.Until(deadline)
	}
	return context.WithTimeout(ctx, left-left/4)
}

// get fetches a document. When a body is too long, too slow or interrupted, get
// returns its beginning, and cut says why; without a beginning it fails.
// Documents without text fail too.
func get(ctx context.Context, call *runtime.Call, client *http.Client, address string) (*document, error) {
	u, err := parseURL(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := withReadTimeout(ctx)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, wrongURL("is not valid")
	}
	request.Header.Set("Accept", acceptHeader)
	d := &document{call: call, url: u}
	response, err := d.redirectClient(client).Do(request)
	if err != nil {
		return nil, d.requestError(ctx, err)
	}
	defer response.Body.Close()
	d.status, d.header = response.StatusCode, response.Header
	if d.status < 200 || d.status > 299 {
		return nil, d.statusError(response)
	}
	return d, d.read(ctx, response)
}

var errRedirects = errors.New("too many redirects")

// redirectClient returns a client that records redirects in the document. It calls
// the client's own check too, which may allow fewer redirects.
func (d *document) redirectClient(client *http.Client) *http.Client {
	own := *client
	own.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		if len(via) > MaxRedirects {
			return errRedirects
		}
		if client.CheckRedirect != nil {
			switch err := client.CheckRedirect(next, via); {
			case errors.Is(err, http.ErrUseLastResponse):
				return http.ErrUseLastResponse
			case err != nil:
				return errors.Join(errRedirects, err)
			}
		}
		d.url, d.redirects = next.URL, len(via)
		return nil
	}
	return &own
}

// read reads the body up to the limit, unless its beginning shows that it is
// not text.
func (d *document) read(ctx context.Context, response *http.Response) error {
	if encoding := response.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return d.failure(ReasonContentEncoding, nil, "has the compression %q, which was not requested and cannot be read", shortLine(encoding, 40))
	}
	body := bufio.NewReaderSize(response.Body, sniffBytes)
	head, err := body.Peek(sniffBytes)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return d.requestError(ctx, err)
	}
	if d.mediaType, d.kind = classify(response.Header.Get("Content-Type"), head); d.kind == kindBinary {
		return d.notTextError(response.ContentLength)
	}
	limit := MaxBodyBytes
	if d.kind == kindPDF {
		limit = MaxPDFBytes
	}
	var buffer bytes.Buffer
	_, err = buffer.ReadFrom(io.LimitReader(body, int64(limit)+1))
	d.body = buffer.Bytes()
	switch {
	case len(d.body) > limit:
		d.body = d.body[:limit]
		d.cut = fmt.Sprintf("the document has more than %s", texts.Bytes(int64(limit)))
	case err != nil && len(d.body) == 0:
		return d.requestError(ctx, err)
	case err != nil:
		d.cut = fmt.Sprintf("%s after %s", interruption(err), texts.Bytes(int64(len(d.body))))
	}
	return nil
}

// interruption describes why a body is not complete.
func interruption(err error) string {
	if isTimeout(err) || errors.Is(err, context.DeadlineExceeded) {
		return "reading stopped because the server is too slow,"
	}
	return "the server sent no more, or invalid data,"
}
