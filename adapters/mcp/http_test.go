package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// serve serves a registry with one tool over HTTP.
func serve(t *testing.T, h *mcp.HTTPOptions) *httptest.Server {
	t.Helper()
	server, err := mcp.NewServer(newRegistry(t, nil, newTool("hello", say("hi"))), nil)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server.Handler(h))
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	return web
}

// withHeader adds a header to requests.
type withHeader struct{ name, value string }

func (h withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set(h.name, h.value)
	return http.DefaultTransport.RoundTrip(r)
}

// TestHTTP calls a tool of servers with and without sessions and a token.
func TestHTTP(t *testing.T) {
	for _, o := range []*mcp.HTTPOptions{nil, {Stateless: true}, {Token: "t0ken"}} {
		web := serve(t, o)
		transport := &sdk.StreamableClientTransport{Endpoint: web.URL, MaxRetries: -1}
		if o != nil && o.Token != "" {
			transport.HTTPClient = &http.Client{Transport: withHeader{"Authorization", "Bearer " + o.Token}}
		}
		session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := call(t, session, "hello", nil); text(r) != "hi" {
			t.Errorf("%+v answers %q", o, text(r))
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestHTTPGuards checks that requests with foreign hosts, from foreign pages and
// without the token are refused.
func TestHTTPGuards(t *testing.T) {
	open := serve(t, &mcp.HTTPOptions{Origins: []string{"https://app.example.com"}})
	closed := serve(t, &mcp.HTTPOptions{Token: "t0ken"})
	named := serve(t, &mcp.HTTPOptions{Hosts: []string{"tools.example.com"}})
	for _, test := range []struct {
		name, url, host, origin, token string
		want                           int
	}{
		{"no origin", open.URL, "", "", "", http.StatusOK},
		{"an allowed origin", open.URL, "", "https://app.example.com", "", http.StatusOK},
		{"its own origin", open.URL, "", open.URL, "", http.StatusOK},
		{"another page", open.URL, "", "https://evil.example.com", "", http.StatusForbidden},
		{"an opaque origin", open.URL, "", "null", "", http.StatusForbidden},
		{"another port of this machine", open.URL, "", "http://127.0.0.1:1", "", http.StatusForbidden},
		{"another host", open.URL, "evil.example.com", "", "", http.StatusForbidden},
		{"another host and its origin", open.URL, "evil.example.com", "http://evil.example.com", "", http.StatusForbidden},
		{"a name of the server", named.URL, "tools.example.com:443", "", "", http.StatusOK},
		{"the address of a named server", named.URL, "", "", "", http.StatusForbidden},
		{"no token", closed.URL, "", "", "", http.StatusUnauthorized},
		{"a wrong token", closed.URL, "", "", "t0ke", http.StatusUnauthorized},
		{"the token", closed.URL, "", "", "t0ken", http.StatusOK},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.url, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if test.host != "" {
				r.Host = test.host
			}
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			if test.token != "" {
				r.Header.Set("Authorization", "Bearer "+test.token)
			}
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != test.want {
				t.Errorf("the status is %d, want %d", response.StatusCode, test.want)
			}
		})
	}
}

// TestListenAndServe checks the end of the context and errors.
func TestListenAndServe(t *testing.T) {
	registry := newRegistry(t, nil, newTool("hello", say("hi")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := mcp.ListenAndServe(ctx, "127.0.0.1:0", registry, nil, nil); err != nil && !strings.Contains(err.Error(), "canceled") {
		t.Errorf("an ended context gives %v", err)
	}
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	if err := mcp.ListenAndServe(t.Context(), strings.TrimPrefix(web.URL, "http://"), registry, nil, nil); err == nil {
		t.Error("a port in use is no error")
	}
}

// TestAccessHeaders checks the challenge of RFC 6750, and that headers on which the
// access depends occur once.
func TestAccessHeaders(t *testing.T) {
	closed, open := serve(t, &mcp.HTTPOptions{Token: "0123456789abcdef"}), serve(t, nil)
	for _, test := range []struct {
		reason, url string
		header      []string
		status      int
		challenge   string
	}{
		{"no token", closed.URL, nil, http.StatusUnauthorized, "Bearer"},
		{"a wrong token", closed.URL, []string{"Authorization", "Bearer x"}, http.StatusUnauthorized, `Bearer error="invalid_token"`},
		{"the token", closed.URL, []string{"Authorization", "Bearer 0123456789abcdef"}, http.StatusOK, ""},
		{"two tokens", closed.URL, []string{"Authorization", "Bearer 0123456789abcdef", "Authorization", "Bearer x"}, http.StatusBadRequest, ""},
		{"two origins", open.URL, []string{"Origin", open.URL, "Origin", "https://evil.example.com"}, http.StatusBadRequest, ""},
		{"two equal origins", open.URL, []string{"Origin", open.URL, "Origin", open.URL}, http.StatusBadRequest, ""},
		{"two sessions", open.URL, []string{"Mcp-Session-Id", "a", "Mcp-Session-Id", "b"}, http.StatusBadRequest, ""},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, test.url, strings.NewReader(initialize))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		for i := 0; i < len(test.header); i += 2 {
			r.Header.Add(test.header[i], test.header[i+1])
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Get("WWW-Authenticate"); response.StatusCode != test.status || got != test.challenge {
			t.Errorf("%s: status %d and challenge %q, want %d and %q", test.reason, response.StatusCode, got, test.status, test.challenge)
		}
	}
}
