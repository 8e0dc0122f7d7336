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
	"github.com/toolgen/toolgen/runtime/capability"
)

// The reasons of failures, in runtime.Result.Reason. A status other than success
// has the reason "HTTP_" and its number, such as HTTP_404.
const (
	// ReasonTooManyRedirects: the page redirects further than MaxRedirects.
	ReasonTooManyRedirects = "TOO_MANY_REDIRECTS"
	// ReasonDNS: the host has no address that could be looked up.
	ReasonDNS = "DNS_FAILED"
	// ReasonTLS: the server's certificate is not valid, or it speaks no TLS that fits.
	ReasonTLS = "TLS_FAILED"
	// ReasonRefused: nothing listens on the port.
	ReasonRefused = "CONNECTION_REFUSED"
	// ReasonUnreachable: there is no way to the host.
	ReasonUnreachable = "UNREACHABLE"
	// ReasonTimeout: the server did not answer in time.
	ReasonTimeout = "TIMEOUT"
	// ReasonConnectionLost: the server closed the connection before it had answered.
	ReasonConnectionLost = "CONNECTION_LOST"
	// ReasonBadResponse: the answer is not HTTP, or not in the form that it should have.
	ReasonBadResponse = "BAD_RESPONSE"
	// ReasonContentType: the document is not text.
	ReasonContentType = "UNSUPPORTED_CONTENT_TYPE"
	// ReasonContentEncoding: the document is compressed in a way that was not asked for.
	ReasonContentEncoding = "UNSUPPORTED_ENCODING"
	// ReasonCharset: the document is not text of the charset that it declares.
	ReasonCharset = "BAD_ENCODING"
	// ReasonTooDeep: the page is nested deeper than can be read.
	ReasonTooDeep = "TOO_DEEP"
	// ReasonNotConfigured: there is no search service, or no key for it.
	ReasonNotConfigured = "NOT_CONFIGURED"
	// ReasonUnauthorized: the search service refused its key.
	ReasonUnauthorized = "UNAUTHORIZED"
	// ReasonForbidden: the search service does not allow the search with its key.
	ReasonForbidden = "FORBIDDEN"
	// ReasonQuota: the plan or budget of the search service is used up.
	ReasonQuota = "QUOTA_EXCEEDED"
	// ReasonRateLimited: the search service was asked too often.
	ReasonRateLimited = "RATE_LIMITED"
	// ReasonFormatDisabled: the settings of the SearXNG do not allow JSON.
	ReasonFormatDisabled = "FORMAT_DISABLED"
	// ReasonTooLarge: the answer of the search service is too long.
	ReasonTooLarge = "RESPONSE_TOO_LARGE"

	reasonStatus = "HTTP_"
)

// is reports whether an error of that type is in a chain.
func is[E error](err error) bool {
	var found E
	return errors.As(err, &found)
}

func isTimeout(err error) bool {
	var slow net.Error
	return errors.As(err, &slow) && slow.Timeout()
}

// says makes a check for failures that have no type of their own, by their text.
func says(text string) func(error) bool {
	return func(err error) bool { return strings.Contains(err.Error(), text) }
}

// isErr makes a check for errors that are one of the targets.
func isErr(targets ...error) func(error) bool {
	return func(err error) bool {
		for _, target := range targets {
			if errors.Is(err, target) {
				return true
			}
		}
		return false
	}
}

// troubles are the ways in which a request fails, the first that fits. What a
// connection says of itself is left out: it names addresses inside.
var troubles = []struct {
	fits         func(error) bool
	reason, text string
}{
	{isErr(errRedirects), ReasonTooManyRedirects, "redirects further than is followed"},
	{is[*net.DNSError], ReasonDNS, "has no address that could be looked up: check the spelling of the host"},
	{is[*tls.CertificateVerificationError], ReasonTLS, "has a certificate that is not valid for it"},
	{is[x509.UnknownAuthorityError], ReasonTLS, "has a certificate of an unknown authority"},
	{is[x509.HostnameError], ReasonTLS, "has a certificate of another host"},
	{isErr(http.ErrSchemeMismatch), ReasonTLS, "does not speak TLS on this port: try http://"},
	{is[tls.RecordHeaderError], ReasonTLS, "does not speak TLS on this port: try http://"},
	{says("tls: "), ReasonTLS, "does not agree with this program on how to speak TLS"},
	{isErr(syscall.ECONNREFUSED), ReasonRefused, "refuses connections: nothing listens on this port"},
	{isErr(syscall.EHOSTUNREACH, syscall.ENETUNREACH), ReasonUnreachable, "cannot be reached from here"},
	{isTimeout, ReasonTimeout, "did not answer in time"},
	{isErr(context.DeadlineExceeded), ReasonTimeout, "did not answer in time"},
	{isErr(io.EOF, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE), ReasonConnectionLost, "closed the connection before it had answered"},
	{says("server closed idle connection"), ReasonConnectionLost, "closed the connection before it had answered"},
	{is[error], ReasonBadResponse, "gave an answer that is not HTTP, or not compressed as it says"},
}

// explain is a failed request as the failure of a tool. A refusal of the
// network capability stays what it is.
func explain(ctx context.Context, host string, err error) error {
	var denied *capability.Denied
	switch {
	case errors.As(err, &denied):
		return denied
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	}
	i := 0
	for !troubles[i].fits(err) { // the last one fits
		i++
	}
	return failure(host, troubles[i].reason, err, "%s", troubles[i].text)
}

// failure says what went wrong with a host, a document or a service. What the
// cause says is not for the model.
func failure(subject, reason string, cause error, format string, args ...any) error {
	err := texts.Failed(reason, "", "%s %s", subject, fmt.Sprintf(format, args...))
	err.Cause = cause
	return err
}

// failed is a failure of the document.
func (d *document) failed(reason string, cause error, format string, args ...any) error {
	return failure(d.url.String(), reason, cause, format, args...)
}

// unsupported refuses what is not text.
func (d *document) unsupported(length int64) error {
	long := "of unknown size"
	if length >= 0 {
		long = "of " + texts.Bytes(length)
	}
	return d.failed(ReasonContentType, nil, "is %s %s, which is not text and cannot be shown", d.mediaType, long)
}

// excerptBytes is how much of the body of a failure is looked at.
const excerptBytes = 16 << 10

// advice is what to do about a status.
var advice = map[int]string{
	http.StatusUnauthorized:    "It needs a login, which this tool has not.",
	http.StatusForbidden:       "The server does not let this program read it.",
	http.StatusNotFound:        "Check the address, or search for the page.",
	http.StatusGone:            "It was removed for good.",
	http.StatusTooManyRequests: "Wait before asking this server again.",
}

// refused is the failure for a status other than success.
func (d *document) refused(response *http.Response) error {
	text := fmt.Sprintf("answered %d %s.", d.status, http.StatusText(d.status))
	if a := advice[d.status]; a != "" {
		text += " " + a
	}
	if wait := retryAfter(response.Header); wait > 0 {
		text += fmt.Sprintf(" Try again in %s.", wait)
	}
	body, _ := io.ReadAll(io.LimitReader(response.Body, excerptBytes)) // what came is enough
	if words := excerpt(response.Header.Get("Content-Type"), body); words != "" {
		text += " It says: " + words
	}
	return d.failed(reasonStatus+strconv.Itoa(d.status), nil, "%s", text)
}

// excerpt is the beginning of the text of a body, in one line.
func excerpt(contentType string, body []byte) string {
	d := &document{body: body}
	d.mediaType, d.kind = classify(contentType, body)
	d.header = http.Header{"Content-Type": {contentType}}
	text, err := d.decode()
	switch {
	case err != nil || d.kind == kindBinary:
		return ""
	case d.kind == kindHTML:
		text = plainHTML(text)
	}
	return short(visible(text), 300)
}

// retryAfter reads the header Retry-After, seconds or a date (RFC 9110, section
// 10.2.3); zero when there is none.
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
