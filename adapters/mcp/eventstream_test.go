package mcp_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// The stream of notifications is open before the bridge sends a request that
// needs it. Otherwise the server can lose what it sends, such as a request whose
// refusal a tool waits for.
func TestStreamIsOpenBeforeCalls(t *testing.T) {
	var isOpen atomic.Bool
	s := newHTTPServer(t, nil)
	s.faults = map[string]http.HandlerFunc{
		http.MethodGet: func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(200 * time.Millisecond)
			isOpen.Store(true)
			beginEvents(w)
			<-r.Context().Done()
		},
		"tools/list": func(w http.ResponseWriter, r *http.Request) {
			if !isOpen.Load() {
				t.Error("the tools were listed before the stream was open")
			}
			writeAnswer(w, r, listResult)
		},
	}
	newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
}

// A server that does not answer the request for the stream delays the connection
// for at most its time limit.
func TestStreamWithoutAnswer(t *testing.T) {
	s := newHTTPServer(t, map[string]http.HandlerFunc{
		http.MethodGet: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	})
	begin := time.Now()
	newHTTPBridge(t, s, nil, mcp.BridgeOptions{ConnectTimeout: time.Second})
	if took := time.Since(begin); took < time.Second || took > 2900*time.Millisecond {
		t.Errorf("the connection took %s, want about a second", took)
	}
}
