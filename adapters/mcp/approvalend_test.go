package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// dangerous returns a tool that needs approval, and counts its runs.
func dangerous(runs *atomic.Int64) *runtime.Tool {
	tool := newTool("remove", func(context.Context, *runtime.Call) runtime.Result {
		runs.Add(1)
		return runtime.Text("removed")
	})
	tool.Approval = &runtime.Approval{}
	return tool
}

// initializeWithForms is the first request of a client that can show forms.
const initializeWithForms = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{"form":{}}},"clientInfo":{"name":"t","version":"1"}}}`

// rawClient is a client that never answers a request of the server.
type rawClient struct {
	io.WriteCloser
	messages *json.Decoder
}

// send sends a message.
func (c *rawClient) send(t *testing.T, message string) {
	t.Helper()
	if _, err := io.WriteString(c, message+"\n"); err != nil {
		t.Fatal(err)
	}
}

// read returns the next message of the server that contains the text.
func (c *rawClient) read(t *testing.T, text string) string {
	t.Helper()
	for {
		var message json.RawMessage
		if err := c.messages.Decode(&message); err != nil {
			t.Fatalf("no message contains %s: %v", text, err)
		}
		if strings.Contains(string(message), text) {
			return string(message)
		}
	}
}

// discard reads all messages.
func (c *rawClient) discard() {
	var message json.RawMessage
	for c.messages.Decode(&message) == nil {
	}
}

// startRaw serves one client on pipes. The channel receives the result of Serve.
func startRaw(ctx context.Context, t *testing.T, s *mcp.Server) (*rawClient, <-chan error) {
	t.Helper()
	stdin, toServer := io.Pipe()
	fromServer, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, &sdk.IOTransport{Reader: stdin, Writer: stdout}) }()
	t.Cleanup(func() {
		_ = toServer.Close()
		_ = fromServer.Close()
	})
	return &rawClient{toServer, json.NewDecoder(fromServer)}, ended
}

const callRemove = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remove"}}`

func newServer(t *testing.T, o *mcp.Options, tools ...*runtime.Tool) *mcp.Server {
	t.Helper()
	s, err := mcp.NewServer(newRegistry(t, nil, tools...), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// endsWithinASecond fails the test if f takes longer.
func endsWithinASecond(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(time.Second):
		t.Errorf("%s takes more than a second", what)
	}
}

// TestUnansweredApproval checks that a request for approval that the client never
// answers ends with the server, with the context of Serve, and with its timeout.
func TestUnansweredApproval(t *testing.T) {
	var runs atomic.Int64
	ask := func(ctx context.Context, t *testing.T, o *mcp.Options) (*mcp.Server, *rawClient, <-chan error) {
		s := newServer(t, o, dangerous(&runs))
		c, ended := startRaw(ctx, t, s)
		c.send(t, initializeWithForms)
		c.read(t, `"id":1`)
		c.send(t, callRemove)
		c.read(t, "elicitation/create")
		return s, c, ended
	}
	t.Run("Close", func(t *testing.T) {
		checkGoroutines(t)
		s, c, ended := ask(t.Context(), t, nil)
		go c.discard()
		endsWithinASecond(t, "Close", func() { _ = s.Close(); <-ended })
	})
	t.Run("Close without a reader", func(t *testing.T) {
		checkGoroutines(t)
		s, _, ended := ask(t.Context(), t, nil)
		endsWithinASecond(t, "Close", func() { _ = s.Close(); <-ended })
	})
	t.Run("context", func(t *testing.T) {
		checkGoroutines(t)
		ctx, cancel := context.WithCancel(t.Context())
		s, _, ended := ask(ctx, t, nil)
		cancel()
		endsWithinASecond(t, "Serve", func() { <-ended; _ = s.Close() })
	})
	t.Run("end of input", func(t *testing.T) {
		checkGoroutines(t)
		s, c, ended := ask(t.Context(), t, nil)
		_ = c.Close()
		if answer := c.read(t, `"id":2`); !strings.Contains(answer, "was not approved") {
			t.Errorf("the answer is %s", answer)
		}
		go c.discard()
		endsWithinASecond(t, "Serve", func() { <-ended; _ = s.Close() })
	})
	t.Run("timeout", func(t *testing.T) {
		checkGoroutines(t)
		s, c, ended := ask(t.Context(), t, &mcp.Options{ApprovalTimeout: 50 * time.Millisecond})
		if answer := c.read(t, `"id":2`); !strings.Contains(answer, "there was no decision within 50ms") {
			t.Errorf("the answer is %s", answer)
		}
		go c.discard()
		endsWithinASecond(t, "Close", func() { _ = s.Close(); <-ended })
	})
	if runs.Load() != 0 {
		t.Errorf("the tool ran %d times", runs.Load())
	}
}

// askHTTP makes a call that waits for approval in a session, and returns the id of the session and a channel that
// is closed at the end of the response.
func askHTTP(t *testing.T, url string) (id string, ended <-chan struct{}, abort func()) {
	t.Helper()
	_, _, header := post(t, url, initializeWithForms)
	id = header.Get("Mcp-Session-Id")
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(callRemove))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Session-Id", id)
	response, err := http.DefaultClient.Do(r) //nolint:bodyclose // the goroutine below closes it
	if err != nil {
		t.Fatal(err)
	}
	begin := make([]byte, 512)
	if _, err := response.Body.Read(begin); err != nil || !strings.Contains(string(begin), "elicitation/create") {
		t.Fatalf("the response begins with %q, %v", begin, err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	}()
	return id, done, cancel
}

// TestUnansweredApprovalOverHTTP checks that the end of a session ends its
// requests for approval.
func TestUnansweredApprovalOverHTTP(t *testing.T) {
	var runs atomic.Int64
	start := func(t *testing.T, h *mcp.HTTPOptions) (*mcp.Server, string) {
		checkGoroutines(t)
		s := newServer(t, nil, dangerous(&runs))
		web := httptest.NewServer(s.Handler(h))
		t.Cleanup(func() {
			endsWithinASecond(t, "Close", func() { _ = s.Close() })
			web.CloseClientConnections()
			web.Close()
			http.DefaultClient.CloseIdleConnections()
		})
		return s, web.URL
	}
	t.Run("DELETE", func(t *testing.T) {
		_, url := start(t, nil)
		id, ended, _ := askHTTP(t, url)
		endsWithinASecond(t, "DELETE", func() { deleteSession(t, url, id) })
		within(t, "the end of the response", ended)
	})
	t.Run("SessionTimeout", func(t *testing.T) {
		_, url := start(t, &mcp.HTTPOptions{SessionTimeout: 50 * time.Millisecond})
		id, ended, abort := askHTTP(t, url)
		abort()
		within(t, "the end of the response", ended)
		eventually(t, "the session did not end", func() bool {
			status, _, _ := post(t, url, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "Mcp-Session-Id", id)
			time.Sleep(100 * time.Millisecond)
			return status == http.StatusNotFound
		})
	})
	t.Run("Close", func(t *testing.T) {
		s, url := start(t, nil)
		_, ended, _ := askHTTP(t, url)
		endsWithinASecond(t, "Close", func() { _ = s.Close() })
		within(t, "the end of the response", ended)
	})
	if runs.Load() != 0 {
		t.Errorf("the tool ran %d times", runs.Load())
	}
}

// deleteSession sends DELETE for a session.
func deleteSession(t *testing.T, url, id string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Mcp-Session-Id", id)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Errorf("DELETE has the status %d", response.StatusCode)
	}
}
