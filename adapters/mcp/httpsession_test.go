package mcp_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// After the answer, a stream that does not end holds nothing.
func TestStreamWithoutEnd(t *testing.T) {
	checkGoroutines(t)
	s := newHTTPServer(t, map[string]http.HandlerFunc{"tools/call": func(w http.ResponseWriter, r *http.Request) {
		beginEvents(w)
		fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n\n", r.Header.Get("Test-Id"), echoResult)
		endless(w, r, ": nothing\n")
	}})
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	begin := time.Now()
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || time.Since(begin) > 5*time.Second {
		t.Errorf("after %s the call answers %+v", time.Since(begin), r)
	}
	_ = b.Close()
	s.CloseClientConnections()
	s.Close()
}

// A session that has ended and a server that was restarted are not noticed by
// the caller: the server cannot have executed the call, and it is sent again.
func TestSessionsThatEnd(t *testing.T) {
	s := newHTTPServer(t, nil)
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	for i := range 3 {
		s.endSession()
		if r := run(t, b, "mcp__far__echo", `{}`); !r.OK {
			t.Errorf("call %d answers %+v", i, r)
		}
	}
	if n := s.calls("initialize"); n != 4 {
		t.Errorf("there were %d sessions", n)
	}
	address := s.Listener.Addr().String()
	s.CloseClientConnections()
	s.Close()
	eventually(t, "a call without a server is not refused", func() bool {
		r := run(t, b, "mcp__far__echo", `{}`) // the first one can use an open connection
		return r.Code == runtime.NotAvailable && strings.Contains(r.Error, "the server far cannot be reached: dial") && strings.Contains(r.Error, "connection refused")
	})
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Skip(err) // another program has the port
	}
	again := &http.Server{Handler: s}
	go func() { _ = again.Serve(listener) }()
	defer again.Close()
	eventually(t, "the server is not found again", func() bool { return run(t, b, "mcp__far__echo", `{}`).OK })
}

// Some servers answer with an error of the protocol when a session has ended.
func TestSessionEndWithAnswer(t *testing.T) {
	s := newHTTPServer(t, nil)
	s.faults = map[string]http.HandlerFunc{"tools/call": func(w http.ResponseWriter, r *http.Request) {
		if s.calls("tools/call") == 1 {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32001,"message":"Session not found"}}`, r.Header.Get("Test-Id"))
			return
		}
		writeAnswer(w, r, echoResult)
	}}
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || s.calls("initialize") != 2 {
		t.Errorf("after %d sessions the call answers %+v", s.calls("initialize"), r)
	}
}

// A stream of notifications that ends at once is not opened all the time, and
// changes of the list arrive by it.
func TestNotificationStream(t *testing.T) {
	checkGoroutines(t)
	s := newHTTPServer(t, map[string]http.HandlerFunc{"GET": func(w http.ResponseWriter, _ *http.Request) {
		beginEvents(w)
		fmt.Fprint(w, "id: 1\nretry: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n")
	}})
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	eventually(t, "the change was not noticed", func() bool { return s.calls("tools/list") >= 2 })
	time.Sleep(1500 * time.Millisecond)
	if n := s.calls("GET"); n < 1 || n > 4 {
		t.Errorf("the stream was opened %d times", n)
	}
	if got := s.header("GET"); got.Get("Mcp-Session-Id") != "session-0" || got.Get("Mcp-Protocol-Version") != "2025-11-25" {
		t.Errorf("the headers are %v", got)
	}
	_ = b.Close()
	s.CloseClientConnections()
	s.Close()
}

// Parallel calls share a connection, and a call that is cancelled does not
// disturb the others.
func TestParallelHTTPCalls(t *testing.T) {
	checkGoroutines(t)
	hang := make(chan struct{})
	s := newHTTPServer(t, nil)
	s.faults = map[string]http.HandlerFunc{"tools/call": func(w http.ResponseWriter, r *http.Request) {
		if s.calls("tools/call") == 1 {
			select {
			case <-r.Context().Done():
			case <-hang:
			}
			return
		}
		writeAnswer(w, r, echoResult)
	}}
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan runtime.CallResult)
	go func() {
		first <- runtime.NewRegistry(nil).ExecuteParallel(ctx, []runtime.ToolCall{{Name: "mcp__far__echo", Args: []byte(`{}`)}}, &runtime.Turn{Tools: b.Tools()})[0]
	}()
	eventually(t, "the call was not sent", func() bool { return s.calls("tools/call") == 1 })
	for range 20 {
		if r := run(t, b, "mcp__far__echo", `{}`); !r.OK {
			t.Errorf("a call answers %+v", r)
		}
	}
	cancel()
	if r := <-first; r.Result.OK || r.Result.Reason != runtime.ReasonOutcomeUnknown {
		t.Errorf("the cancelled call answers %+v", r.Result)
	}
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || s.calls("initialize") != 1 {
		t.Errorf("after %d sessions a call answers %+v", s.calls("initialize"), r)
	}
	close(hang)
	_ = b.Close()
	s.CloseClientConnections()
	s.Close()
}
