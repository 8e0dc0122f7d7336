package mcp

import (
	"io"
	"net/http"
	"time"
)

// maxWriteBytes is the number of bytes that a client accepts within
// HTTPOptions.ClientTimeout.
const maxWriteBytes = 64 << 10

// limitTime limits the time that a client takes to send the body of a request
// and to accept the response.
func limitTime(timeout time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		controller := http.NewResponseController(w)
		// The connection can serve further requests, which have limits of their own.
		defer func() { _ = controller.SetWriteDeadline(time.Time{}) }()
		r = r.WithContext(r.Context())
		r.Body = &timedBody{ReadCloser: r.Body, controller: controller, timeout: timeout}
		next.ServeHTTP(&timedWriter{ResponseWriter: w, controller: controller, timeout: timeout}, r)
	})
}

// timedBody is the body of a request. Reads fail when the timeout has passed
// since the first read. Errors of SetReadDeadline mean that the connection has
// no deadlines.
type timedBody struct {
	io.ReadCloser
	controller *http.ResponseController
	timeout    time.Duration
	started    bool
}

// Read reads from the body. The first call sets the deadline.
func (b *timedBody) Read(p []byte) (int, error) {
	if !b.started {
		b.started = true
		_ = b.controller.SetReadDeadline(time.Now().Add(b.timeout))
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		_ = b.controller.SetReadDeadline(time.Time{}) // the server goes on to wait for the end of the connection
	}
	return n, err
}

// timedWriter is a response. A write fails when the client does not accept its
// bytes in time.
type timedWriter struct {
	http.ResponseWriter
	controller *http.ResponseController
	timeout    time.Duration
}

// Write writes the text in parts, each with a time limit of its own.
func (w *timedWriter) Write(p []byte) (written int, err error) {
	for {
		part := p[:min(len(p), maxWriteBytes)]
		w.startTimeout()
		n, err := w.ResponseWriter.Write(part)
		written, p = written+n, p[n:]
		if err != nil || len(p) == 0 {
			return written, err
		}
	}
}

// FlushError is for [http.ResponseController].
func (w *timedWriter) FlushError() error {
	w.startTimeout()
	return w.controller.Flush()
}

// Unwrap is for [http.ResponseController].
func (w *timedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *timedWriter) startTimeout() { _ = w.controller.SetWriteDeadline(time.Now().Add(w.timeout)) }
