package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// The pauses before the stream of notifications is opened again.
const (
	firstStreamPause = time.Second
	maxStreamPause   = 30 * time.Second
)

// streamWait is how long the first request of a connection waits for the stream of
// notifications. Some servers do not answer before their first notification.
const streamWait = 3 * time.Second

// listen reads the notifications of the server until the connection ends or the
// server does not offer them any more, for example because the session has ended.
// The next call notices that. It closes answered when the server has answered the
// first request for the stream.
func (e *endpoint) listen(c *clientConnection, answered chan struct{}) {
	pause := firstStreamPause
	setAnswered := sync.OnceFunc(func() { close(answered) })
	for isFirst := true; ; isFirst = false {
		begin := time.Now()
		if !e.readStream(c, isFirst, setAnswered) {
			return
		}
		if time.Since(begin) > maxStreamPause {
			pause = firstStreamPause
		}
		select {
		case <-e.ctx.Done():
			return
		case <-time.After(pause):
			pause = min(2*pause, maxStreamPause)
		}
	}
}

// readStream opens the stream of notifications and reads it to its end. It
// reports whether the stream should be opened again. When it is opened again, the
// tools are listed, because a notification may have been lost. It calls answered
// when the server has answered.
func (e *endpoint) readStream(c *clientConnection, isFirst bool, answered func()) (isOffered bool) {
	defer answered() // also without an answer
	request, err := http.NewRequestWithContext(e.ctx, http.MethodGet, e.url.String(), nil)
	if err != nil {
		return false
	}
	request.Header.Set("Accept", "text/event-stream")
	if session := c.SessionID(); session != "" {
		request.Header.Set("Mcp-Session-Id", session)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return e.ctx.Err() == nil
	}
	defer response.Body.Close()
	answered()
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case response.StatusCode >= http.StatusInternalServerError, response.StatusCode == http.StatusTooManyRequests,
		response.StatusCode == http.StatusConflict: // the server has not noticed the end of the last stream
		return true
	case response.StatusCode != http.StatusOK || mediaType != "text/event-stream":
		return false
	}
	if !isFirst {
		c.bridge.requestList()
	}
	err = readEvents(response.Body, e.max, func(data []byte) error {
		m, err := jsonrpc.DecodeMessage(data)
		if err != nil {
			return err
		}
		if m = c.accept(m); m != nil {
			c.deliver(m)
		}
		return nil
	})
	c.bridge.options.Logger.Debug("the stream of notifications of the MCP server has ended", "server", c.bridge.options.Name, "error", err)
	return true
}

// readEvents reads the events of a stream until its end, and calls handle with
// the data of each event that has data. The limit is the maximum length of an
// event, in bytes.
func readEvents(stream io.Reader, limit int, handle func(data []byte) error) error {
	reader := bufio.NewReader(stream)
	var data []byte
	size := 0
	for {
		line, err := readLine(reader, limit-size)
		if err != nil {
			return err
		}
		size += len(line) + 1
		if len(line) > 0 {
			if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
			}
			continue
		}
		if len(data) > 0 {
			if err := handle(data); err != nil {
				return err
			}
		}
		data, size = nil, 0
	}
}

// readLine reads one line of at most limit bytes, without its end.
func readLine(reader *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := reader.ReadSlice('\n')
		if len(line)+len(part) > limit {
			return nil, errors.New("an event is longer than the limit of a message")
		}
		line = append(line, part...)
		if err == nil {
			return bytes.TrimRight(line, "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}
