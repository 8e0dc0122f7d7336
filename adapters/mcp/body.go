package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
)

// minBody is the number of bytes for which the buffer of a body begins.
const minBody = 4 << 10

// errBusy means that the bodies of all requests have too many bytes.
var errBusy = errors.New("the server reads too many bytes at the same time; try again later")

// bodies reads the bodies of requests and limits their bytes, of one request and
// of all requests in progress.
type bodies struct {
	most, mostTotal int64
	total           atomic.Int64
}

// handler returns a handler that passes on requests whose bodies were read and
// checked.
func (b *bodies) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			next.ServeHTTP(w, r)
			return
		}
		body, err := b.read(http.MaxBytesReader(w, r.Body, b.most))
		defer func() { b.total.Add(-int64(cap(body))) }()
		if err == nil {
			err = checkMessage(body)
		}
		if err != nil {
			b.refuse(w, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// read reads a body. The capacity of the result counts for the total, also if
// read returns an error.
func (b *bodies) read(from io.Reader) (body []byte, err error) {
	for {
		if len(body) == cap(body) {
			grown := max(minBody, 2*cap(body))
			if b.total.Add(int64(grown-cap(body))) > b.mostTotal {
				b.total.Add(-int64(grown - cap(body)))
				return body, errBusy
			}
			body = append(make([]byte, 0, grown), body...)
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if errors.Is(err, io.EOF) {
			return body, nil
		}
		if err != nil {
			return body, err
		}
	}
}

// refuse answers a request whose body was not read, or is not valid.
func (b *bodies) refuse(w http.ResponseWriter, err error) {
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, fmt.Sprintf("Content Too Large: the body has more than %d bytes, which is the limit; send less in one request", b.most), http.StatusRequestEntityTooLarge)
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "1")
		http.Error(w, "Service Unavailable: "+err.Error(), http.StatusServiceUnavailable)
	default:
		http.Error(w, "Bad Request: "+err.Error(), http.StatusBadRequest)
	}
}
