package mcp_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// The URL may contain a key. No error contains it.
func TestSecretURL(t *testing.T) {
	_, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: mcp.HTTP("http://127.0.0.1:1/mcp?key=secret", nil)})
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "the server far cannot be reached") {
		t.Errorf("the error is %v", err)
	}
}

// The headers of the server reach only its origin.
func TestRedirects(t *testing.T) {
	other := newHTTPServer(t, nil)
	redirect := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/mcp", http.StatusTemporaryRedirect)
	}
	secret := &mcp.EndpointOptions{Header: http.Header{"X-Api-Key": {"secret"}}}
	for name, options := range map[string]*mcp.EndpointOptions{"guarded": secret, "own": {Header: secret.Header, Client: &http.Client{}}} {
		s := newHTTPServer(t, map[string]http.HandlerFunc{"tools/call": redirect, "GET": redirect})
		b := newHTTPBridge(t, s, options, mcp.BridgeOptions{})
		if got := s.header("tools/list").Get("X-Api-Key"); got != "secret" {
			t.Errorf("%s: the header is %q", name, got)
		}
		if r := run(t, b, "mcp__far__echo", `{}`); r.OK || !strings.Contains(r.Error, "redirect") || !strings.Contains(r.Error, "origin") {
			t.Errorf("%s: the call answers %+v", name, r)
		}
		eventually(t, "the stream was not opened", func() bool { return s.calls("GET") > 0 })
		time.Sleep(50 * time.Millisecond)
		for _, method := range []string{"GET", "tools/call"} {
			if got := other.header(method); got.Get("X-Api-Key") != "" || got.Get("Mcp-Session-Id") != "" {
				t.Errorf("%s: the other server got %v", name, got)
			}
		}
	}
}

// The policy decides which hosts are reached; URLs that are not valid and
// metadata services are refused.
func TestEndpointPolicy(t *testing.T) {
	s := newHTTPServer(t, nil)
	port := s.Listener.Addr().(*net.TCPAddr).Port
	open := &runtime.NetworkPolicy{Allow: []string{s.Listener.Addr().String()}, AllowPrivate: true}
	for _, test := range []struct {
		url    string
		policy *runtime.NetworkPolicy
		want   string // of the error; empty for none
	}{
		{s.URL, nil, ""},
		{s.URL, open, ""},
		{fmt.Sprintf("http://localhost:%d", port), nil, ""},
		{s.URL, &runtime.NetworkPolicy{Allow: []string{"127.0.0.1"}, AllowPrivate: true}, "network"}, // only the ports 80 and 443
		{s.URL, &runtime.NetworkPolicy{Allow: []string{"*"}}, "network"},
		{s.URL, &runtime.NetworkPolicy{Allow: []string{"example.org"}, AllowPrivate: true}, "network"},
		{s.URL, &runtime.NetworkPolicy{}, "network"},
		{"http://169.254.169.254/", nil, "metadata"},
		{"http://user:secret@127.0.0.1/", nil, "its URL is not valid"},
		{"file:///etc/passwd", nil, "its URL is not valid"},
		{"127.0.0.1:80", nil, "its URL is not valid"},
	} {
		b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: mcp.HTTP(test.url, &mcp.EndpointOptions{Network: test.policy})})
		switch {
		case err == nil:
			_ = b.Close()
			if test.want != "" {
				t.Errorf("%s with %+v is reached", test.url, test.policy)
			}
		case test.want == "" || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret"):
			t.Errorf("%s with %+v gives the error %v, want %q", test.url, test.policy, err, test.want)
		}
	}
}

// The id of a session is a secret too: a server that has forgotten the session
// makes the SDK return an error with the id.
func TestSecretSession(t *testing.T) {
	s := newHTTPServer(t, map[string]http.HandlerFunc{"tools/call": func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no such session", http.StatusNotFound)
	}})
	var log bytes.Buffer
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	id := s.header("tools/list").Get("Mcp-Session-Id")
	if r := run(t, b, "mcp__far__echo", `{}`); r.OK || id == "" || strings.Contains(r.Error, id) {
		t.Errorf("the id is %q, and the result is %+v", id, r)
	}
	_ = b.Close()
	if strings.Contains(log.String(), id) || log.Len() == 0 {
		t.Errorf("the id is %q, and the log is %s", id, log.String())
	}
}
