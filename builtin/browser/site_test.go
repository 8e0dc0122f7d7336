package browser_test

import (
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// site is a server on a loopback address that counts the requests for each path.
type site struct {
	*httptest.Server
	host string

	mu   sync.Mutex
	seen map[string]int
}

// serve starts a site with HTML or handlers by path.
func serve(t testing.TB, pages map[string]any) *site {
	t.Helper()
	return serveAt(t, "127.0.0.1", pages)
}

func serveAt(t testing.TB, address string, pages map[string]any) *site {
	t.Helper()
	s := &site{host: address, seen: make(map[string]int)}
	listener, err := net.Listen("tcp", address+":0")
	if err != nil {
		t.Skip("this loopback address cannot be used: ", err)
	}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.seen[r.URL.Path]++
		s.mu.Unlock()
		switch page := pages[r.URL.Path].(type) {
		case string:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<!doctype html><html lang=en><meta charset=utf-8>"+page)
		case func(http.ResponseWriter, *http.Request):
			page(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	s.Listener.Close()
	s.Listener = listener
	s.Start()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// requests returns the number of requests for a path.
func (s *site) requests(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[path]
}

// all returns the number of requests for each path.
func (s *site) all() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.seen)
}
