package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// The reasons of failures, in runtime.Result.Reason. The reason of a status
// other than success is "HTTP_" and the number, such as HTTP_404.
const (
	// ReasonTooManyRedirects means that the page redirects further than
	// MaxRedirects.
	ReasonTooManyRedirects = "TOO_MANY_REDIRECTS"
	// ReasonDNS means that the name of the host has no address.
	ReasonDNS = "DNS_FAILED"
	// ReasonTLS means that the certificate is not valid, or there is no common
	// version of TLS.
	ReasonTLS = "TLS_FAILED"
	// ReasonRefused means that the host refuses connections on the port.
	ReasonRefused = "CONNECTION_REFUSED"
	// ReasonUnreachable means that there is no route to the host.
	ReasonUnreachable = "UNREACHABLE"
	// ReasonTimeout means that the server did not answer in time.
	ReasonTimeout = "TIMEOUT"
	// ReasonConnectionLost means that the server closed the connection before
	// the end of its answer.
	ReasonConnectionLost = "CONNECTION_LOST"
	// ReasonBadResponse means that the answer is not HTTP, or has not the
	// documented form.
	ReasonBadResponse = "BAD_RESPONSE"
	// ReasonContentType means that the document is not text.
	ReasonContentType = "UNSUPPORTED_CONTENT_TYPE"
	// ReasonContentEncoding means that the document has a compression that was
	// not requested.
	ReasonContentEncoding = "UNSUPPORTED_ENCODING"
	// ReasonCharset means that the document is not text of the charset that it
	// declares.
	ReasonCharset = "BAD_ENCODING"
	// ReasonPDF means that a PDF is damaged, or needs a password.
	ReasonPDF = "UNREADABLE_PDF"
	// ReasonTooDeep means that the elements of the page are nested too deep.
	ReasonTooDeep = "TOO_DEEP"
	// ReasonNotConfigured means that no search service is configured, or its
	// key is missing.
	ReasonNotConfigured = "NOT_CONFIGURED"
	// ReasonUnauthorized means that the search service refused its key.
	ReasonUnauthorized = "UNAUTHORIZED"
	// ReasonForbidden means that the key does not allow the search.
	ReasonForbidden = "FORBIDDEN"
	// ReasonQuota means that the quota of the search service is used up.
	ReasonQuota = "QUOTA_EXCEEDED"
	// ReasonRateLimited means that there were too many requests to the search
	// service.
	ReasonRateLimited = "RATE_LIMITED"
	// ReasonFormatDisabled means that the settings of the SearXNG instance do
	// not allow JSON.
	ReasonFormatDisabled = "FORMAT_DISABLED"
	// ReasonTooLarge means that the answer of the search service is too long.
	ReasonTooLarge = "RESPONSE_TOO_LARGE"

	reasonStatus = "HTTP_"
)

// isType reports whether an error in the chain has the type E.
func isType[E error](err error) bool {
	var found E
	return errors.As(err, &found)
}

func isTimeout(err error) bool {
	var slow net.Error
	return errors.As(err, &slow) && slow.Timeout()
}

// hasText returns a check for errors that have no type, by their text.
func hasText(text string) func(error) bool {
	return func(err error) bool { return strings.Contains(err.Error(), text) }
}

// isOneOf returns a check for the target errors.
func isOneOf(targets ...error) func(error) bool {
	return func(err error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
}

// requestErrors are the errors of requests; the first that matches counts. The
// text of the error itself is left out, because it may have internal addresses.
var requestErrors = []struct {
	matches      func(error) bool
	reason, text string
}{
	{isOneOf(errRedirects), ReasonTooManyRedirects, "redirects too often"},
	{isType[*net.DNSError], ReasonDNS, "has a host without an address: check the spelling of the host"},
	{isType[*tls.CertificateVerificationError], ReasonTLS, "has a certificate that is not valid for it"},
	{isType[x509.UnknownAuthorityError], ReasonTLS, "has a certificate of an unknown authority"},
	{isType[x509.HostnameError], ReasonTLS, "has a certificate of another host"},
	{isOneOf(http.ErrSchemeMismatch), ReasonTLS, "does not use TLS on this port: try http://"},
	{isType[tls.RecordHeaderError], ReasonTLS, "does not use TLS on this port: try http://"},
	{hasText("tls: "), ReasonTLS, "has no TLS version in common with this program"},
	{isOneOf(syscall.ECONNREFUSED), ReasonRefused, "refuses connections on this port"},
	{isOneOf(syscall.EHOSTUNREACH, syscall.ENETUNREACH), ReasonUnreachable, "cannot be reached from this machine"},
	{isTimeout, ReasonTimeout, "did not answer in time"},
	{isOneOf(context.DeadlineExceeded), ReasonTimeout, "did not answer in time"},
	{isOneOf(io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE), ReasonConnectionLost, "closed the connection before the end of its answer"},
	{hasText("server closed idle connection"), ReasonConnectionLost, "closed the connection before the end of its answer"},
	{isType[error], ReasonBadResponse, "sent an answer that is not HTTP, or whose compression is not valid"},
}

// requestError returns the failure of the tool for an error of a request. A refusal
// of the network capability is returned as it is.
func requestError(ctx context.Context, host string, err error) error {
	var denied *capability.Denied
	switch {
	case errors.As(err, &denied):
		return denied
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	}
	i := 0
	for !requestErrors[i].matches(err) { // the last one matches every error
		i++
	}
	return failure(host, requestErrors[i].reason, err, "%s", requestErrors[i].text)
}

// requestError is requestError for the host of the document. The text about the host of the call itself is the own
// text of the tool, which needs no fence. A redirect names a host that a server chose.
func (d *document) requestError(ctx context.Context, err error) error {
	err = requestError(ctx, d.url.Host, err)
	if d.redirects > 0 {
		return err
	}
	own, ok := errors.AsType[*runtime.Error](err)
	if denied, isDenied := errors.AsType[*capability.Denied](err); isDenied {
		own, ok = texts.Error(runtime.NotAvailable, denied.Kind.String(), "", "%s", denied.Error()), true
		own.Cause = err
	}
	if !ok {
		return err
	}
	own.OwnText = true
	return own
}

// failure returns a failure about a host, a document or a service. The model
// does not see the cause.
func failure(subject, reason string, cause error, format string, args ...any) error {
	err := texts.Quoting(texts.Failure(reason, "", "%s %s", subject, fmt.Sprintf(format, args...)))
	err.Cause = cause
	return err
}

// failure returns a failure of the document in the words of the tool. A redirect names an
// address that a server chose.
func (d *document) failure(reason string, cause error, format string, args ...any) error {
	err := d.quotingFailure(reason, cause, format, args...)
	if own, ok := errors.AsType[*runtime.Error](err); ok && d.redirects == 0 {
		own.OwnText = true
	}
	return err
}

// quotingFailure returns a failure of the document with words of the server.
func (d *document) quotingFailure(reason string, cause error, format string, args ...any) error {
	return failure(d.url.String(), reason, cause, format, args...)
}

// notTextError returns the failure of a document that is not text.
func (d *document) notTextError(length int64) error {
	long := "of unknown size"
	if length >= 0 {
		long = "of " + texts.Bytes(length)
	}
	return d.failure(ReasonContentType, nil, "is %s %s: only pages, text and PDF can be fetched", d.mediaType, long)
}

// excerptBytes is the length of the beginning of a body that is read for the
// text of a failure.
const excerptBytes = 16 << 10

// advice is what the model can do about a status.
var advice = map[int]string{
	http.StatusUnauthorized:    "It requires a login, which this tool does not have.",
	http.StatusForbidden:       "The server does not allow this program to read it.",
	http.StatusNotFound:        "Check the address, or search for the page.",
	http.StatusGone:            "It was removed permanently.",
	http.StatusTooManyRequests: "Wait before the next request to this server.",
}

// statusError returns the failure of a status other than success.
func (d *document) statusError(response *http.Response) error {
	text := fmt.Sprintf("answered %d %s.", d.status, http.StatusText(d.status))
	if a := advice[d.status]; a != "" {
		text += " " + a
	}
	if wait := retryAfter(response.Header); wait > 0 {
		text += fmt.Sprintf(" Try again in %s.", wait)
	}
	body, _ := io.ReadAll(io.LimitReader(response.Body, excerptBytes)) // a part is enough
	if words := d.excerpt(response.Header.Get("Content-Type"), body); words != "" {
		return d.quotingFailure(reasonStatus+strconv.Itoa(d.status), nil, "%s The server says: %s", text, words)
	}
	return d.failure(reasonStatus+strconv.Itoa(d.status), nil, "%s", text)
}

// excerpt returns the beginning of the text of a body on one line, without secrets.
func (d *document) excerpt(contentType string, body []byte) string {
	d = &document{call: d.call, body: body}
	if len(body) == excerptBytes {
		d.cut = "only its beginning is read"
	}
	d.mediaType, d.kind = classify(contentType, body)
	d.header = http.Header{"Content-Type": {contentType}}
	text, err := d.decode()
	switch {
	case err != nil || d.kind == kindBinary:
		return ""
	case d.kind == kindHTML:
		text = plainHTML(d.redact(text))
		d.cut = ""
	}
	return shortLine(d.redact(removeInvisible(text)), 300)
}

// retryAfter returns the time of the header Retry-After, in seconds or as a
// date (RFC 9110, section 10.2.3); zero for none.
func retryAfter(h http.Header) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.Atoi(value); err == nil && seconds > 0 {
		return time.Duration(min(seconds, 1_000_000)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(time.Until(at).Round(time.Second), 0)
	}
	return 0
}
