package gemini

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
)

// maxResponseBytes limits a response, or a line of a streamed response, so that
// a server cannot use all memory.
const maxResponseBytes = 256 << 20

// methods are the methods whose requests have a conversation.
var methods = map[string]bool{"generateContent": true, "streamGenerateContent": true, "countTokens": true}

// Transport keeps the bytes of the arguments of tool calls, except for white space
// between values. The SDK would sort the members and round the numbers. In a response it adds the member "toolgen:json" to the
// arguments of each call. [Reply] and [Stream] read this member, and in the next
// request Transport replaces the arguments by its text. So the provider gets its
// own bytes back, and a program must not change the arguments of a call in a
// conversation.
//
// Transport changes only requests and responses of generateContent,
// streamGenerateContent and countTokens. It refuses a response, or a line of a streamed response,
// of more than 256 MiB. The zero value is ready to use. It is safe for concurrent
// use.
type Transport struct {
	// Base sends the requests; nil means http.DefaultTransport.
	Base http.RoundTripper
}

// RoundTrip sends the request.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	_, method, _ := strings.Cut(path.Base(request.URL.Path), ":")
	if !methods[method] {
		return base.RoundTrip(request)
	}
	request, err := editRequest(request)
	if err != nil {
		return nil, err
	}
	response, err := base.RoundTrip(request)
	if err != nil || response.StatusCode != http.StatusOK {
		return response, err
	}
	if method == "streamGenerateContent" {
		response.Body = &lineEditor{lines: bufio.NewReader(response.Body), body: response.Body}
		response.ContentLength = -1
		response.Header.Del("Content-Length")
		return response, nil
	}
	return response, editResponse(response)
}

// editRequest returns a request with the exact arguments of calls.
func editRequest(request *http.Request) (*http.Request, error) {
	if request.Body == nil {
		return request, nil
	}
	body, err := io.ReadAll(request.Body)
	if err = errors.Join(err, request.Body.Close()); err != nil {
		return nil, err
	}
	if bytes.Contains(body, []byte(exactName)) {
		body = editArguments(body, requestArguments, takeExactText)
	}
	edited := request.Clone(request.Context())
	edited.Body = io.NopCloser(bytes.NewReader(body))
	edited.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	edited.ContentLength = int64(len(body))
	return edited, nil
}

// editResponse adds the text of the arguments to the calls of a response.
func editResponse(response *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, maxResponseBytes+1))
	if err == nil && len(body) > maxResponseBytes {
		err = errTooLong
	}
	if err = errors.Join(err, response.Body.Close()); err != nil {
		return err
	}
	body = editArguments(body, responseArguments, addExactText)
	response.Body = io.NopCloser(bytes.NewReader(body))
	response.ContentLength = int64(len(body))
	response.Header.Set("Content-Length", fmt.Sprint(len(body)))
	return nil
}

// errTooLong reports a response of more than maxResponseBytes.
var errTooLong = fmt.Errorf("gemini: the response is longer than %d MiB", maxResponseBytes>>20)

// lineEditor reads a stream of server-sent events and adds the text of the
// arguments to the calls.
type lineEditor struct {
	lines   *bufio.Reader
	body    io.Closer
	pending []byte // the part of an edited line that Read has not returned
	err     error
}

// Read reads the edited stream.
func (e *lineEditor) Read(p []byte) (int, error) {
	for len(e.pending) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		e.pending, e.err = e.nextLine()
		e.pending = editLine(e.pending)
	}
	n := copy(p, e.pending)
	e.pending = e.pending[n:]
	return n, nil
}

// Close closes the body of the response.
func (e *lineEditor) Close() error { return e.body.Close() }

// nextLine returns the next line with its line ending.
func (e *lineEditor) nextLine() ([]byte, error) {
	var line []byte
	for {
		part, err := e.lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxResponseBytes:
			return nil, errTooLong
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// editLine returns a line of the stream with edited arguments.
func editLine(line []byte) []byte {
	data, isData := bytes.CutPrefix(line, []byte("data:"))
	if !isData || !bytes.Contains(data, []byte("functionCall")) {
		return line
	}
	text := bytes.TrimSpace(data)
	ending := line[len(bytes.TrimRight(line, "\r\n")):]
	edited := append([]byte("data: "), editArguments(text, responseArguments, addExactText)...)
	return append(edited, ending...)
}
