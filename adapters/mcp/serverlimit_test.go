package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// gated returns a tool that waits until the channel is closed, and counts the
// calls that run.
func gated(running *atomic.Int64, end <-chan struct{}) *runtime.Tool {
	return newTool("waits", func(ctx context.Context, _ *runtime.Call) runtime.Result {
		running.Add(1)
		select {
		case <-end:
			return runtime.Text("done")
		case <-ctx.Done():
			return runtime.FromError(ctx.Err())
		}
	})
}

// TestSessionCalls checks that one session cannot take the calls of the others,
// and that it cannot make an unlimited number of calls wait.
func TestSessionCalls(t *testing.T) {
	var running atomic.Int64
	end := make(chan struct{})
	s := newServer(t, &mcp.Options{MaxSessionCalls: 2}, gated(&running, end), newTool("hello", say("hi")))
	greedy, _ := startRaw(t.Context(), t, s)
	greedy.send(t, initialize)
	greedy.read(t, `"id":1`)
	const calls = 2 + 1024
	go func() {
		for i := range calls + 1 {
			_, _ = fmt.Fprintf(greedy, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"waits"}}`+"\n", i+10)
		}
	}()
	if answer := greedy.read(t, "error"); !strings.Contains(answer, "1026 calls of this session run or wait, which is the limit") {
		t.Errorf("one call too many is answered with %s", answer)
	}
	if n := running.Load(); n != 2 {
		t.Errorf("%d calls of the session run", n)
	}
	other, _ := startRaw(t.Context(), t, s)
	other.send(t, initialize)
	other.read(t, `"id":1`)
	other.send(t, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hello"}}`)
	other.read(t, `"hi"`)
	go other.discard()
	close(end)
	for range calls {
		greedy.read(t, `"done"`)
	}
	go greedy.discard()
	endsWithinASecond(t, "Close", func() { _ = s.Close() })
}

// TestTotalBodyLimit checks that the bodies of all requests in progress together
// have a limit, and that the server accepts requests after it.
func TestTotalBodyLimit(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		url, _ := serveTools(t, nil, &mcp.HTTPOptions{MaxRequestBytes: 100_000, MaxTotalRequestBytes: 300_000, Stateless: stateless}, newTool("hello", say("hi")))
		for range 4 {
			send(t, url, strings.Repeat(" ", 90_000), 95_000)
		}
		eventually(t, "no request was refused", func() bool {
			status, text, header := post(t, url, initialize+strings.Repeat(" ", 90_000))
			return status == http.StatusServiceUnavailable && strings.Contains(text, "too many bytes at the same time") && header.Get("Retry-After") == "1"
		})
	}
}

// TestTotalBodyLimitIsReleased checks that the bytes of requests that have ended
// do not count.
func TestTotalBodyLimitIsReleased(t *testing.T) {
	url, _ := serveTools(t, nil, &mcp.HTTPOptions{MaxRequestBytes: 10_000, MaxTotalRequestBytes: 20_000}, newTool("hello", say("hi")))
	for i := range 50 {
		body := initialize + strings.Repeat(" ", 9_000-len(initialize))
		if i%2 == 1 {
			body += strings.Repeat(" ", 9_000)
		}
		if status, text, _ := post(t, url, body); status != []int{http.StatusOK, http.StatusRequestEntityTooLarge}[i%2] {
			t.Fatalf("request %d has the status %d: %s", i, status, text)
		}
	}
}

// TestLimitTexts checks that the errors of messages that are too long or are not
// valid say what is wrong.
func TestLimitTexts(t *testing.T) {
	url, _ := serveTools(t, nil, &mcp.HTTPOptions{MaxRequestBytes: 1000}, newTool("hello", say("hi")))
	for body, want := range map[string]string{
		strings.Repeat(" ", 1001): "the body has more than 1000 bytes, which is the limit",
		`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}`: `the message has the member "method" twice`,
	} {
		if _, text, _ := post(t, url, body); !strings.Contains(text, want) {
			t.Errorf("%.20q is answered with %q, want %q", body, text, want)
		}
	}
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`: `the message has the member "id" twice`,
		strings.Repeat(" ", 1001):                         "a message has more than 1000 bytes, which is the limit",
	} {
		s := newServer(t, nil)
		err := s.Serve(t.Context(), &sdk.IOTransport{Reader: io.NopCloser(strings.NewReader(message + "\n")), Writer: discardCloser{}, MaxLineLength: 1000})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q ends Serve with %v, want %q", message, err, want)
		}
		_ = s.Close()
	}
}

// discardCloser is a writer that drops everything.
type discardCloser struct{}

func (discardCloser) Write(p []byte) (int, error) { return len(p), nil }
func (discardCloser) Close() error                { return nil }

// TestEndOfInput checks that the calls in progress at the end of the input are
// answered.
func TestEndOfInput(t *testing.T) {
	checkGoroutines(t)
	var running atomic.Int64
	end := make(chan struct{})
	s := newServer(t, nil, gated(&running, end))
	c, ended := startRaw(t.Context(), t, s)
	c.send(t, initialize)
	c.read(t, `"id":1`)
	for i := range 3 {
		c.send(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"waits"}}`, i+10))
	}
	eventually(t, "the calls do not run", func() bool { return running.Load() == 3 })
	_ = c.Close()
	time.Sleep(20 * time.Millisecond)
	close(end)
	for range 3 {
		c.read(t, `"done"`)
	}
	endsWithinASecond(t, "Serve", func() {
		if err := <-ended; err != nil {
			t.Errorf("Serve returns %v", err)
		}
	})
	_ = s.Close()
}

// TestClientThatEndsItsInputAndDoesNotRead checks that such a client cannot keep
// the server alive.
func TestClientThatEndsItsInputAndDoesNotRead(t *testing.T) {
	checkGoroutines(t)
	s := newServer(t, nil, newTool("hello", say("hi")))
	ctx, cancel := context.WithCancel(t.Context())
	c, ended := startRaw(ctx, t, s)
	c.send(t, initialize)
	_ = c.Close()
	time.Sleep(20 * time.Millisecond)
	cancel()
	endsWithinASecond(t, "Serve", func() {
		if err := <-ended; err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("Serve returns %v", err)
		}
	})
	_ = s.Close()
}
