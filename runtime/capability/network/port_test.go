package network

import (
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

func TestPorts(t *testing.T) {
	list := func(patterns ...string) []string { return patterns }
	for _, c := range []struct {
		reason                string
		declared, allow, deny []string
		hostPort              string
		want                  bool
	}{
		{"HTTP", list("*"), list("a.com"), nil, "a.com:80", true},
		{"HTTPS", list("*"), list("a.com"), nil, "a.com:443", true},
		{"another port", list("*"), list("a.com"), nil, "a.com:8080", false},
		{"another port of every host", list("*"), list("*"), nil, "a.com:22", false},
		{"a named port", list("*"), list("a.com:8080"), nil, "a.com:8080", true},
		{"only the named port", list("*"), list("a.com:8080"), nil, "a.com:443", false},
		{"a port of names below", list("*"), list("*.a.com:8080"), nil, "api.a.com:8080", true},
		{"a port of every host", list("*"), list("*:8080"), nil, "b.com:8080", true},
		{"every port", list("*"), list("a.com:*"), nil, "a.com:1", true},
		{"every port of another host", list("*"), list("a.com:*"), nil, "b.com:443", false},
		{"every port of every host", list("*"), list("*:*"), nil, "b.com:65535", true},
		{"a port of an address", list("*"), list("8.8.4.4:53"), nil, "8.8.4.4:53", true},
		{"another port of an address", list("*"), list("8.8.4.4:53"), nil, "8.8.4.4:80", false},
		{"a port of an IPv6 address", list("*"), list("[2606:2800:220:1::1]:53"), nil, "[2606:2800:220:1::1]:53", true},
		{"another port of an IPv6 address", list("*"), list("2606:2800:220:1::1"), nil, "[2606:2800:220:1::1]:53", false},
		{"a declared port", list("a.com:8080"), list("a.com:*"), nil, "a.com:8080", true},
		{"a port that is not declared", list("a.com"), list("a.com:*"), nil, "a.com:8080", false},
		{"every port declared", list("a.com:*"), list("a.com:8080"), nil, "a.com:8080", true},
		{"denied on every port", list("*"), list("*:*"), list("a.com"), "a.com:8080", false},
		{"denied on one port", list("*"), list("*:*"), list("a.com:8080"), "a.com:8080", false},
		{"denied on another port", list("*"), list("*:*"), list("a.com:8080"), "a.com:443", true},
		{"one port of every host denied", list("*"), list("*:*"), list("*:25"), "a.com:25", false},
		{"its address denied on the port", list("*"), list("*:*"), list("93.184.216.34:25"), "a.com:25", false},
		{"its address denied on another port", list("*"), list("*:*"), list("93.184.216.34:25"), "a.com:80", true},
		{"zeros before the port", list("*"), list("a.com"), nil, "a.com:0080", true},
		{"a sign before the port", list("*"), list("*:*"), nil, "a.com:+80", false},
		{"no port", list("*"), list("*:*"), nil, "a.com:", false},
		{"a port that is too large", list("*"), list("*:*"), nil, "a.com:65616", false},
	} {
		w := newFixture(t, Options{}, hello)
		client := w.client(c.declared, capability.NetworkPolicy{Allow: c.allow, Deny: c.deny})
		conn, err := client.Transport.(connector).DialContext(t.Context(), "tcp", c.hostPort)
		if err == nil {
			_ = conn.Close()
		}
		if (err == nil) != c.want {
			t.Errorf("%s: connecting: %v", c.reason, err)
		}
		response, err := client.Get("http://" + c.hostPort + "/")
		if err == nil {
			_ = response.Body.Close()
		}
		if (err == nil) != (c.want || c.hostPort == "a.com:") { // a URL can have an empty port
			t.Errorf("%s: a request: %v", c.reason, err)
		}
	}
}

// TestRedirectFromPublicToPrivate follows redirects to a private host that the policy opens: only those of private
// hosts are followed.
func TestRedirectFromPublicToPrivate(t *testing.T) {
	w := newFixture(t, Options{}, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.RawQuery, http.StatusFound) })
	policy := capability.NetworkPolicy{Allow: []string{"*", "loop.com", "in.com:*", "b.com", "mixed.com"}, AllowPrivate: true}
	client := w.client([]string{"*"}, policy)
	if got := w.answer(client, "http://loop.com/"); got != "private" {
		t.Errorf("directly: %q", got)
	}
	w.reached.Store(0)
	for _, first := range []string{"a.com", "b.com", "c.org"} { // b.com is named, and public
		for _, target := range []string{"http://loop.com/", "http://in.com:9/", "http://b.com/?http://loop.com/", "//loop.com", "http://mixed.com/"} {
			w.checkRefused(client, attempt{"a redirect", "http://" + first + "/?" + target})
		}
	}
}

func TestKindsOfAddresses(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	policy := capability.NetworkPolicy{Allow: []string{"*", "loop.com", "mixed.com", "b.com", "127.0.0.1:9"}, AllowPrivate: true}
	g := w.client([]string{"*"}, policy).Transport.(*guard)
	for hostPort, want := range map[string]struct{ isPrivate, public, private bool }{
		"loop.com:80":  {true, false, true},
		"127.0.0.1:9":  {true, false, true},
		"mixed.com:80": {true, true, true},
		"b.com:80":     {false, true, false},
		"a.com:443":    {false, true, false},
		"in.com:80":    {false, false, false}, // not named
	} {
		if private, _ := g.IsPrivate(t.Context(), hostPort); private != want.isPrivate {
			t.Errorf("%s: IsPrivate is %t", hostPort, private)
		}
		for name, dial := range map[string]struct {
			conn net.Conn
			want bool
		}{"DialPublic": {dialed(g.DialPublic(t.Context(), "tcp", hostPort)), want.public}, "DialPrivate": {dialed(g.DialPrivate(t.Context(), "tcp", hostPort)), want.private}} {
			if (dial.conn != nil) != dial.want {
				t.Errorf("%s: %s connected: %t", hostPort, name, dial.conn != nil)
			}
		}
	}
	if _, err := g.IsPrivate(t.Context(), "loop.com:8080"); !isDenied(err) {
		t.Errorf("another port: %v", err)
	}
	if err := g.CheckHost("b.com:8080", netip.Addr{}); !isDenied(err) {
		t.Errorf("another port: %v", err)
	}
}

// dialed closes a connection and returns it; nil after an error.
func dialed(conn net.Conn, err error) net.Conn {
	if err != nil {
		return nil
	}
	_ = conn.Close()
	return conn
}
