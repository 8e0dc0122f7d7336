package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// serveTools serves the tools over HTTP. The channel receives a value at the end
// of each request.
func serveTools(t *testing.T, o *mcp.Options, h *mcp.HTTPOptions, tools ...*runtime.Tool) (url string, ended <-chan struct{}) {
	t.Helper()
	server, err := mcp.NewServer(newRegistry(t, nil, tools...), o)
	if err != nil {
		t.Fatal(err)
	}
	ends := make(chan struct{}, 10_000)
	handler := server.Handler(h)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { ends <- struct{}{} }()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		web.CloseClientConnections()
		web.Close()
	})
	return web.URL, ends
}

// post sends a body, and returns the status, the text and the header of the response.
func post(t *testing.T, url, body string, header ...string) (status int, text string, h http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content), response.Header
}

// within fails the test if nothing is received within a minute.
func within(t *testing.T, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(time.Minute):
		t.Fatalf("%s: nothing happened within a minute", what)
	}
}

// TestBodyLimit checks that a request that is too long or is not JSON has an
// error status with a short text.
func TestBodyLimit(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		url, _ := serveTools(t, nil, &mcp.HTTPOptions{MaxRequestBytes: 1000, Stateless: stateless}, newTool("hello", say("hi")))
		for _, test := range []struct {
			reason, body string
			want         int
		}{
			{"at the limit", initialize + strings.Repeat(" ", 1000-len(initialize)), http.StatusOK},
			{"over the limit", initialize + strings.Repeat(" ", 1001-len(initialize)), http.StatusRequestEntityTooLarge},
			{"not JSON", `{"jsonrpc":`, http.StatusBadRequest},
			{"not a request", `[1,2]`, http.StatusBadRequest},
			{"empty", ``, http.StatusBadRequest},
		} {
			status, text, _ := post(t, url, test.body)
			if status != test.want || len(text) > 1000 {
				t.Errorf("stateless %v, %s: status %d, want %d: %.200s", stateless, test.reason, status, test.want, text)
			}
		}
	}
}

// TestSessionLimit checks that a session that is not used ends for a new one, the
// one that was not used for the longest time first, and that sessions with a call
// in progress do not.
func TestSessionLimit(t *testing.T) {
	begun, end := make(chan struct{}, 2), make(chan struct{})
	tool := newTool("waits", func(context.Context, *runtime.Call) runtime.Result {
		begun <- struct{}{}
		<-end
		return runtime.Text("done")
	})
	url, ended := serveTools(t, nil, &mcp.HTTPOptions{MaxSessions: 2}, tool)
	create := func() (status int, id string) {
		t.Helper()
		status, _, header := post(t, url, initialize)
		<-ended
		return status, header.Get("Mcp-Session-Id")
	}
	ping := func(id string) (status int) {
		t.Helper()
		status, _, _ = post(t, url, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id", id)
		<-ended
		return status
	}
	_, first := create()
	_, second := create()
	ping(first)
	status, third := create()
	if status != http.StatusOK || ping(first) != http.StatusOK || ping(second) != http.StatusNotFound || ping(third) != http.StatusOK {
		t.Errorf("the third session has the status %d; the others must have 200, 404, 200", status)
	}
	for _, id := range []string{first, third} {
		body := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"waits"}}`
		c := dialTCP(t, url)
		_, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: */*\r\nMcp-Session-Id: %s\r\nContent-Length: %d\r\n\r\n%s", c.RemoteAddr(), id, len(body), body)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "the call", begun)
	}
	status, text, _ := post(t, url, initialize)
	if <-ended; status != http.StatusServiceUnavailable || !strings.Contains(text, "2 sessions") {
		t.Errorf("while all sessions are in use: status %d: %s", status, text)
	}
	close(end)
	within(t, "the end of a call", ended)
	within(t, "the end of a call", ended)
	deleteSession(t, url, first)
	if status, _ := create(); status != http.StatusOK {
		t.Errorf("a session after the end of another: status %d", status)
	}
}

// TestSessionTimeout checks that a session without requests ends.
func TestSessionTimeout(t *testing.T) {
	url, _ := serveTools(t, nil, &mcp.HTTPOptions{SessionTimeout: 50 * time.Millisecond}, newTool("hello", say("hi")))
	_, _, header := post(t, url, initialize)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		status, _, _ := post(t, url, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id", header.Get("Mcp-Session-Id"))
		if status == http.StatusNotFound {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the session still exists: status %d", status)
		}
	}
}

// send opens a connection and writes a request, of which the body can be incomplete.
func send(t *testing.T, url, body string, length int) net.Conn {
	t.Helper()
	c := dialTCP(t, url)
	write(t, c, c.RemoteAddr().String(), body, length)
	return c
}

// dialTCP opens a connection.
func dialTCP(t *testing.T, url string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func write(t *testing.T, c net.Conn, address, body string, length int) {
	t.Helper()
	_, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: */*\r\nContent-Length: %d\r\n\r\n%s", address, length, body)
	if err != nil {
		t.Fatal(err)
	}
}

// TestClientThatDoesNotRead checks that a client that does not accept its result
// cannot hold a request for ever.
func TestClientThatDoesNotRead(t *testing.T) {
	image := make([]byte, 14<<20)
	tool := newTool("large", func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Mixed(runtime.ImagePart("image/png", image))
	})
	url, ended := serveTools(t, nil, &mcp.HTTPOptions{Stateless: true, ClientTimeout: 300 * time.Millisecond}, tool)
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"large"}}`
	send(t, url, body, len(body))
	within(t, "the request of a client that does not read", ended)
}

// TestClientThatDoesNotSend checks that a client that sends half of a body cannot
// hold a request for ever.
func TestClientThatDoesNotSend(t *testing.T) {
	url, ended := serveTools(t, nil, &mcp.HTTPOptions{ClientTimeout: 300 * time.Millisecond}, newTool("hello", say("hi")))
	send(t, url, `{"jsonrpc":`, 100)
	within(t, "the request of a client that does not send", ended)
}

// TestSlowToolOutlivesClientTimeout checks that the time limits of a client do not
// limit the time of a tool, and that a connection works after them.
func TestSlowToolOutlivesClientTimeout(t *testing.T) {
	tool := newTool("slow", func(ctx context.Context, _ *runtime.Call) runtime.Result {
		select {
		case <-time.After(600 * time.Millisecond):
			return runtime.Text("done")
		case <-ctx.Done():
			return runtime.FromError(ctx.Err())
		}
	})
	url, _ := serveTools(t, nil, &mcp.HTTPOptions{Stateless: true, ClientTimeout: 200 * time.Millisecond}, tool)
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}`
	c := send(t, url, body, len(body))
	reader := bufio.NewReader(c)
	for i := range 2 {
		if i > 0 {
			write(t, c, strings.TrimPrefix(url, "http://"), body, len(body))
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(response.Body)
		if err != nil || !strings.Contains(string(content), "done") {
			t.Errorf("request %d: %s, %v", i, content, err)
		}
		_ = response.Body.Close()
		time.Sleep(300 * time.Millisecond)
	}
}

// TestClientThatGoesAway checks that a call ends when the connection of a client
// of a stateless server ends.
func TestClientThatGoesAway(t *testing.T) {
	begun, cancelled := make(chan struct{}), make(chan struct{})
	tool := newTool("waits", func(ctx context.Context, _ *runtime.Call) runtime.Result {
		close(begun)
		<-ctx.Done()
		close(cancelled)
		return runtime.FromError(ctx.Err())
	})
	url, ended := serveTools(t, nil, &mcp.HTTPOptions{Stateless: true}, tool)
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"waits"}}`
	c := send(t, url, body, len(body))
	within(t, "the call", begun)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	within(t, "the end of the call", cancelled)
	within(t, "the end of the request", ended)
}

// TestCloseCancelsCalls checks that Close does not wait for the time limit of a tool.
func TestCloseCancelsCalls(t *testing.T) {
	begun := make(chan struct{})
	tool := newTool("waits", func(ctx context.Context, _ *runtime.Call) runtime.Result {
		close(begun)
		<-ctx.Done()
		return runtime.FromError(ctx.Err())
	})
	server, err := mcp.NewServer(newRegistry(t, nil, tool), nil)
	if err != nil {
		t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	go func() { _ = server.Serve(t.Context(), far) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	go func() { _, _ = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "waits"}) }()
	within(t, "the call", begun)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = server.Close() // the session has ended or not
	}()
	within(t, "the end of Close", closed)
}

// TestParallelCalls checks that thousands of calls of several clients succeed, and
// that no more than MaxCalls run at the same time.
func TestParallelCalls(t *testing.T) {
	const maxCalls, clients, each = 20, 10, 300
	transport := &http.Transport{MaxIdleConnsPerHost: clients * each}
	defer transport.CloseIdleConnections()
	var running, highest atomic.Int64
	tool := newTool("counts", func(context.Context, *runtime.Call) runtime.Result {
		n := running.Add(1)
		for old := highest.Load(); n > old && !highest.CompareAndSwap(old, n); old = highest.Load() {
		}
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return runtime.Text("done")
	})
	url, _ := serveTools(t, &mcp.Options{MaxCalls: maxCalls}, nil, tool)
	var wg sync.WaitGroup
	for range clients {
		endpoint := &sdk.StreamableClientTransport{Endpoint: url, MaxRetries: -1, HTTPClient: &http.Client{Transport: transport}}
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), endpoint, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Close()
		for range each {
			wg.Go(func() {
				r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "counts"})
				if err != nil || text(r) != "done" {
					t.Errorf("%v, %v", r, err)
				}
			})
		}
	}
	wg.Wait()
	if n := highest.Load(); n > maxCalls || n < 2 {
		t.Errorf("%d calls ran at the same time, want 2 to %d", n, maxCalls)
	}
}

// TestLongTextsOfClients checks that the server does not repeat a long text of a
// client.
func TestLongTextsOfClients(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	session := connect(t, newRegistry(t, nil, newTool("hello", say("hi"))), nil, nil)
	for _, cursor := range []string{long, "9:" + long, strings.Repeat("9", 1<<20) + ":hello", "-1:hello"} {
		_, err := session.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: cursor})
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("the error of a cursor of %d bytes has %d bytes", len(cursor), len(err.Error()))
		}
		if err == nil && !strings.HasPrefix(cursor, "9:") {
			t.Errorf("the cursor %.20q is accepted", cursor)
		}
	}
	answer, err := json.Marshal(call(t, session, long, nil))
	if err != nil || len(answer) > 2000 {
		t.Errorf("the result for a tool name of %d bytes has %d bytes, %v", len(long), len(answer), err)
	}
}

// TestOptionsAreChecked checks that options that cannot work are errors.
func TestOptionsAreChecked(t *testing.T) {
	registry := newRegistry(t, nil)
	for _, o := range []*mcp.Options{{PageSize: -1}, {MaxCalls: -1}, {MaxSessionCalls: -1}, {MaxApprovals: -1}, {MaxSessionApprovals: -1}, {ApprovalTimeout: -1}, {Key: []byte("short")}} {
		if _, err := mcp.NewServer(registry, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	for _, h := range []*mcp.HTTPOptions{
		{Token: "with space and more"}, {Token: "line-line-line-line\n"}, {Token: "fifteen-letters"}, {MaxSessions: -1}, {ClientTimeout: -1},
		{SessionTimeout: -1}, {MaxRequestBytes: -1}, {MaxTotalRequestBytes: -1},
		{Hosts: []string{"*"}}, {Hosts: []string{"a.example.com", "*.example.com"}}, {Hosts: []string{"https://a"}}, {Hosts: []string{"a:80"}}, {Hosts: []string{""}},
		{Origins: []string{"*"}}, {Origins: []string{"https://*.example.com"}}, {Origins: []string{"a.example.com"}}, {Origins: []string{"https://a/"}}, {Origins: []string{"null"}},
	} {
		if err := mcp.ListenAndServe(t.Context(), "127.0.0.1:0", registry, nil, h); err == nil || !strings.Contains(err.Error(), "HTTPOptions") {
			t.Errorf("%+v: %v", h, err)
		}
	}
	good := &mcp.HTTPOptions{Token: "0123456789abcdef", Hosts: []string{"A.example.com", "::1", "127.0.0.1", "my_host", "x"}, Origins: []string{"https://a.example.com:8443", "app://b"}}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}
