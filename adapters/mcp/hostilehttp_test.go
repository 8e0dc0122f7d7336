package mcp_test

import (
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// A server that accepts connections and says nothing.
func TestSilentListener(t *testing.T) {
	checkGoroutines(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	begin := time.Now()
	_, err = mcp.NewBridge(t.Context(), mcp.BridgeOptions{
		Name: "far", Transport: mcp.HTTP("http://"+listener.Addr().String()+"/mcp", nil), ConnectTimeout: time.Second,
	})
	if err == nil || !strings.Contains(err.Error(), "mcp: the server far cannot be reached: it did not answer within 1s") {
		t.Errorf("the error is %v", err)
	}
	if took := time.Since(begin); took > 4*time.Second {
		t.Errorf("the error took %s", took)
	}
}

// Each fault of one response fails one call, in bounded time and memory. Other
// calls use the same session.
func TestFaultyResponses(t *testing.T) {
	drop := func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
			_ = conn.Close()
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "secret page", code) }
	}
	for _, test := range []struct {
		name     string
		fault    http.HandlerFunc
		code     runtime.Code
		reason   string
		want     string
		sessions int // how many sessions are used for a second call
	}{
		{"endless JSON", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			endless(w, r, "[1,")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "longer than 1048576 bytes", 1},
		{"compressed JSON", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for r.Context().Err() == nil {
				if _, err := z.Write(make([]byte, 1<<20)); err != nil {
					return
				}
				_ = z.Flush()
				_ = http.NewResponseController(w).Flush()
			}
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "longer than 1048576 bytes", 1},
		{"no JSON", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, "<html>")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "the response is not valid", 1},
		{"half a body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"jsonrpc":"2.0",`)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "did not answer before the deadline of the call", 1},
		{"deep JSON", func(w http.ResponseWriter, r *http.Request) {
			writeAnswer(w, r, strings.Repeat("[", 400_000))
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "the response is not valid", 1},
		{"an answer to another request", func(w http.ResponseWriter, r *http.Request) {
			r.Header.Set("Test-Id", "12345")
			writeAnswer(w, r, echoResult)
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "did not answer before the deadline of the call", 1},
		{"endless event", func(w http.ResponseWriter, r *http.Request) {
			beginEvents(w)
			fmt.Fprint(w, "data: ")
			endless(w, r, "x")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "event exceeded", 2},
		{"endless events", func(w http.ResponseWriter, r *http.Request) {
			beginEvents(w)
			endless(w, r, `data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}`+"\n\n")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "did not answer before the deadline of the call", 1},
		{"a stream without an answer", func(w http.ResponseWriter, r *http.Request) {
			beginEvents(w)
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "terminated without response", 1},
		{"an event without JSON", func(w http.ResponseWriter, r *http.Request) {
			beginEvents(w)
			fmt.Fprint(w, "data: hello\n\n")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "failed to decode event", 2},
		{"a dropped connection", drop, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "EOF", 1},
		{"an unknown type", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, `unsupported content type "text/plain"`, 2},
		{"no authorization", status(http.StatusUnauthorized), runtime.NotAvailable, "", "status 401 Unauthorized", 2},
		{"an error of the protocol", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"x must be positive"}}`, r.Header.Get("Test-Id"))
		}, runtime.InputInvalid, "", "answered with an error: x must be positive", 1},
		{"too many requests", status(http.StatusTooManyRequests), runtime.NotAvailable, "", "status 429", 1},
		{"an error of the server", status(http.StatusBadGateway), runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "Bad Gateway", 1},
		{"an endless error", func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			endless(w, r, "error")
		}, runtime.ExecutionFailed, runtime.ReasonOutcomeUnknown, "Internal Server Error", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkGoroutines(t)
			isFaulty := true
			s := newHTTPServer(t, nil)
			s.faults = map[string]http.HandlerFunc{"tools/call": func(w http.ResponseWriter, r *http.Request) {
				if isFaulty {
					isFaulty = false
					test.fault(w, r)
					return
				}
				writeAnswer(w, r, echoResult)
			}}
			b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{MaxMessageBytes: 1 << 20, Timeout: time.Second})
			heap := measureHeap(t)
			r := run(t, b, "mcp__far__echo", `{}`)
			if most := heap(); most > 60<<20 {
				t.Errorf("the call used %d MB", most>>20)
			}
			if r.OK || r.Code != test.code || r.Reason != test.reason || !strings.Contains(r.Error, test.want) || strings.Contains(r.Error, "secret page") {
				t.Errorf("the call answers %+v, want %q", r, test.want)
			}
			if n := s.calls("tools/call"); n != 1 {
				t.Errorf("the call was sent %d times", n)
			}
			if r := run(t, b, "mcp__far__echo", `{}`); !r.OK {
				t.Errorf("the second call answers %+v", r)
			}
			if n := s.calls("initialize"); n != test.sessions {
				t.Errorf("there were %d sessions, want %d", n, test.sessions)
			}
			_ = b.Close()
			s.CloseClientConnections()
			s.Close()
		})
	}
}
