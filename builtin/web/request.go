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
)

// document is what a server answered.
type document struct {
	url       *url.URL // after redirects
	status    int
	redirects int
	header    http.Header
	mediaType string // without parameters
	kind      kind
	body      []byte
	cut       string // why the body goes on; empty when it is whole
}

// accepted is what is asked for: pages and text, and no picture of them.
const accepted = "text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.9, application/json;q=0.9, application/xml;q=0.8, */*;q=0.5"

// patience leaves a quarter of the call's time for the work on what was read: a
// server that never stops sending must not cost the part that came.
func patience(ctx context.Context) (context.Context, context.CancelFunc) {
	left := 30 * time.Second
	if deadline, ok := ctx.Deadline(); ok {
		left = time.Until(deadline)
	}
	return context.WithTimeout(ctx, left-left/4)
}

// get fetches a document of success that is text. The end of a body that is too
// long, too slow or broken off is missing, and cut says why; without any
// beginning that is a failure.
func get(ctx context.Context, client *http.Client, address string) (*document, error) {
	u, err := parseURL(address)
	if err != nil {
		return nil, err
	}
	ctx, cancel := patience(ctx)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, wrongURL("cannot be asked for")
	}
	request.Header.Set("Accept", accepted)
	d := &document{url: u}
	response, err := d.follower(client).Do(request)
	if err != nil {
		return nil, explain(ctx, d.url.Host, err)
	}
	defer response.Body.Close()
	d.status, d.header = response.StatusCode, response.Header
	if d.status < 200 || d.status > 299 {
		return nil, d.refused(response)
	}
	return d, d.read(ctx, response)
}

var errRedirects = errors.New("too many redirects")

// follower is the client, following the document to where redirects lead. It
// asks the client's own check as well, which may allow fewer.
func (d *document) follower(client *http.Client) *http.Client {
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

// read takes the body up to the limit, unless its beginning shows that it is
// not text.
func (d *document) read(ctx context.Context, response *http.Response) error {
	if encoding := response.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return d.failed(ReasonContentEncoding, nil, "is compressed as %q, which was not asked for and cannot be read", short(encoding, 40))
	}
	body := bufio.NewReaderSize(response.Body, sniffBytes)
	head, err := body.Peek(sniffBytes)
	if len(head) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return explain(ctx, d.url.Host, err)
	}
	if d.mediaType, d.kind = classify(response.Header.Get("Content-Type"), head); d.kind == kindBinary {
		return d.unsupported(response.ContentLength)
	}
	var buffer bytes.Buffer
	_, err = buffer.ReadFrom(io.LimitReader(body, MaxBodyBytes+1))
	d.body = buffer.Bytes()
	switch {
	case len(d.body) > MaxBodyBytes:
		d.body = d.body[:MaxBodyBytes]
		d.cut = fmt.Sprintf("only the first %s are read", texts.Bytes(MaxBodyBytes))
	case err != nil && len(d.body) == 0:
		return explain(ctx, d.url.Host, err)
	case err != nil:
		d.cut = fmt.Sprintf("%s after %s", brokenOff(err), texts.Bytes(int64(len(d.body))))
	}
	return nil
}

func brokenOff(err error) string {
	if isTimeout(err) || errors.Is(err, context.DeadlineExceeded) {
		return "the server was too slow, and was left"
	}
	return "the rest was not sent, or is broken,"
}
