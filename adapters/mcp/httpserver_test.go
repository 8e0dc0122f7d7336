package mcp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// httpServer is a server by streamable HTTP whose answers to single methods a
// test replaces. It is stateful: it has one session at a time.
type httpServer struct {
	*httptest.Server
	t *testing.T
	// faults replace the answers to methods; GET is that to GET requests.
	faults map[string]http.HandlerFunc

	mu      sync.Mutex
	session int
	count   map[string]int
	headers map[string]http.Header // of the last request, by method
}

// newHTTPServer starts a server with faults.
func newHTTPServer(t *testing.T, faults map[string]http.HandlerFunc) *httpServer {
	t.Helper()
	s := &httpServer{t: t, faults: faults, count: make(map[string]int), headers: make(map[string]http.Header)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// calls returns how many requests with the method the server has received.
func (s *httpServer) calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count[method]
}

// header returns the headers of the last request with the method.
func (s *httpServer) header(method string) http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headers[method]
}

// endSession makes the server forget its session.
func (s *httpServer) endSession() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session++
}

// ServeHTTP answers one request.
func (s *httpServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var message request
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if err := json.Unmarshal(body, &message); err != nil {
			s.t.Errorf("the request %q: %v", body, err)
		}
	} else {
		message.Method = r.Method
	}
	s.mu.Lock()
	s.count[message.Method]++
	s.headers[message.Method] = r.Header.Clone()
	session := fmt.Sprintf("session-%d", s.session)
	s.mu.Unlock()
	if id := r.Header.Get("Mcp-Session-Id"); id != "" && id != session {
		http.Error(w, "no such session", http.StatusNotFound)
		return
	}
	r.Header.Set("Test-Id", string(message.ID))
	if fault := s.faults[message.Method]; fault != nil {
		fault(w, r)
		return
	}
	result := map[string]string{"initialize": initializeResult, "tools/list": listResult, "tools/call": echoResult}[message.Method]
	switch {
	case r.Method != http.MethodPost:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case message.ID == nil:
		w.WriteHeader(http.StatusAccepted)
	case result == "":
		http.Error(w, "unknown method", http.StatusBadRequest)
	default:
		w.Header().Set("Mcp-Session-Id", session)
		writeAnswer(w, r, result)
	}
}

// writeAnswer writes an answer to a request as JSON.
func writeAnswer(w http.ResponseWriter, r *http.Request, result string) {
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, r.Header.Get("Test-Id"), result)
}

// beginEvents begins a stream of events.
func beginEvents(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
}

// endless writes a text until the client is gone.
func endless(w http.ResponseWriter, r *http.Request, text string) {
	text = strings.Repeat(text, 1+8192/len(text))
	for r.Context().Err() == nil {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
	}
}

// newHTTPBridge returns a bridge to the server.
func newHTTPBridge(t *testing.T, s *httpServer, e *mcp.EndpointOptions, o mcp.BridgeOptions) *mcp.Bridge {
	t.Helper()
	o.Name, o.Transport = "far", mcp.HTTP(s.URL+"/mcp", e)
	b, err := mcp.NewBridge(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}
