package modelservers_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// requireServers is an environment variable. If it is set, the tests fail
	// instead of being skipped if the servers are not installed.
	requireServers = "TOOLGEN_MODEL_SERVERS"
	serversDir     = "testdata/servers"
)

// program returns the path of a file in node_modules. It skips the test if the
// packages are not installed.
func program(t *testing.T, path string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join(serversDir, "node_modules", path))
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(full)
	_, missing := exec.LookPath("node")
	if err == nil && missing == nil {
		return full
	}
	if os.Getenv(requireServers) != "" {
		t.Fatalf("%s is set, but the mock servers are not installed: run npm ci in internal/modelservers/%s (%v, %v)", requireServers, serversDir, err, missing)
	}
	t.Skipf("the mock servers are not installed: run npm ci in internal/modelservers/%s", serversDir)
	return ""
}

// startServer starts a server that listens on the port of its arguments, waits
// until it accepts connections and stops it at the end of the test. output gets
// what the server prints.
func startServer(t *testing.T, output io.Writer, port int, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	command := exec.CommandContext(ctx, name, args...)
	command.Stdout, command.Stderr = output, output
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 5 * time.Second
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = command.Wait() // the interrupt is not an error
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	for range 300 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			return "http://" + address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s does not listen on %s", name, address)
	return ""
}

// freePort returns a port that no program uses.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// recordedRequest is a request of a client.
type recordedRequest struct {
	path string
	body string
}

// modelServer is a mock server of all providers. It records the requests.
type modelServer struct {
	url      string
	mu       sync.Mutex
	requests []recordedRequest
}

// startModelServer starts a mock server with the answers of
// testdata/fixtures.json. The name of the model selects the answers.
func startModelServer(t *testing.T) *modelServer {
	t.Helper()
	cli, port := program(t, "@copilotkit/aimock/dist/cli.js"), freePort(t)
	mock := startServer(t, io.Discard, port, "node", cli, "-p", fmt.Sprint(port), "-f", "testdata/fixtures.json", "--strict")
	target, err := url.Parse(mock)
	if err != nil {
		t.Fatal(err)
	}
	s := &modelServer{}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.FlushInterval = -1
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) } // pass on a lost connection
	proxy.ErrorLog = nil
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.record(r)
		proxy.ServeHTTP(w, r)
	}))
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// record adds a request. Its body can be read again.
func (s *modelServer) record(r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has closed the connection
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, recordedRequest{r.URL.Path, string(body)})
}

// withPath returns the bodies of the requests whose path contains a text.
func (s *modelServer) withPath(text string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var bodies []string
	for _, r := range s.requests {
		if strings.Contains(r.path, text) {
			bodies = append(bodies, r.body)
		}
	}
	return bodies
}

// last returns the body of the latest request.
func (s *modelServer) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.requests) == 0 {
		return ""
	}
	return s.requests[len(s.requests)-1].body
}
