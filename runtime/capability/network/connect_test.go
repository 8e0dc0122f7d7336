package network

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// connector has the methods of the transport of a client in addition to RoundTrip.
type connector interface {
	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
	CheckHost(hostPort string, address netip.Addr) error
}

func isDenied(err error) bool {
	var denial *capability.Denied
	return errors.As(err, &denial) && denial.Kind == capability.KindNetwork
}

// get requests a page over a connection.
func get(t *testing.T, conn net.Conn) string {
	t.Helper()
	defer conn.Close()
	client := http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }, DisableKeepAlives: true}}
	response, err := client.Get("http://a.com/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestDialChecksLikeRequests(t *testing.T) {
	open := capability.NetworkPolicy{Allow: []string{"*"}}
	private := capability.NetworkPolicy{Allow: []string{"*", "loop.com", "127.0.0.1", "169.254.169.254", "meta.com"}, AllowPrivate: true}
	for _, c := range []struct {
		reason            string
		declared          []string
		policy            capability.NetworkPolicy
		network, hostPort string
		want              string // the answer; empty if refused
	}{
		{"a public host", []string{"*"}, open, "tcp", "a.com:443", "hello"},
		{"another port of it", []string{"*"}, open, "tcp", "a.com:25", ""},
		{"every port of every host", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*:*"}}, "tcp", "a.com:25", "hello"},
		{"a port that is no number", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*:*"}}, "tcp", "a.com:http", ""},
		{"port 0", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*:*"}}, "tcp", "a.com:0", ""},
		{"a public address", []string{"*"}, open, "tcp", "93.184.216.34:80", "hello"},
		{"an address of IPv6", []string{"*"}, open, "tcp", "[2606:2800:220:1::1]:80", "hello"},
		{"a private host that policy names", []string{"*", "loop.com"}, private, "tcp", "loop.com:80", "private"},
		{"a private address that policy names", []string{"*", "127.0.0.1"}, private, "tcp", "127.0.0.1:80", "private"},
		{"a private host that it does not name", []string{"*"}, private, "tcp", "in.com:80", ""},
		{"loopback", []string{"*"}, open, "tcp", "127.0.0.1:80", ""},
		{"loopback by name", []string{"*"}, open, "tcp", "loop.com:80", ""},
		{"loopback of IPv6", []string{"*"}, open, "tcp", "[::1]:80", ""},
		{"loopback, mapped", []string{"*"}, open, "tcp", "[::ffff:127.0.0.1]:80", ""},
		{"loopback in decimal", []string{"*"}, open, "tcp", "2130706433:80", ""},
		{"metadata, named by the policy", []string{"*", "169.254.169.254"}, private, "tcp", "169.254.169.254:80", ""},
		{"metadata by any name", []string{"*", "meta.com"}, private, "tcp", "meta.com:80", ""},
		{"a host that policy denies", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"a.com"}}, "tcp", "a.com:443", ""},
		{"an address that policy denies", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"93.184.216.34"}}, "tcp", "a.com:443", ""},
		{"a host that the tool does not declare", []string{"b.com"}, open, "tcp", "a.com:443", ""},
		{"a host that policy does not allow", []string{"*"}, capability.NetworkPolicy{Allow: []string{"b.com"}}, "tcp", "a.com:443", ""},
		{"no policy", []string{"*"}, capability.NetworkPolicy{}, "tcp", "a.com:443", ""},
		{"UDP", []string{"*"}, open, "udp", "a.com:53", ""},
		{"a socket of the system", []string{"*"}, open, "unix", "/var/run/docker.sock", ""},
		{"an escape in the name", []string{"*"}, open, "tcp", "a%2ecom:80", ""},
	} {
		w := newFixture(t, Options{}, hello)
		conn, err := w.client(c.declared, c.policy).Transport.(connector).DialContext(context.Background(), c.network, c.hostPort)
		switch {
		case c.want == "" && (err == nil || !isDenied(err)):
			t.Errorf("%s: %v", c.reason, err)
		case c.want != "" && err != nil:
			t.Errorf("%s: %v", c.reason, err)
		case c.want != "":
			if got := get(t, conn); got != c.want {
				t.Errorf("%s: answered by %q", c.reason, got)
			}
		}
		if c.want == "" && w.reached.Load() != 0 {
			t.Errorf("%s: the private server was reached", c.reason)
		}
	}
}

func TestDialChecksTheUsedAddress(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	transport := w.open().Transport.(connector)
	for name := range rebindingNames {
		conn, err := transport.DialContext(context.Background(), "tcp", name+":80")
		if err != nil {
			t.Fatalf("%s is public at first: %v", name, err)
		}
		conn.Close()
		if conn, err := transport.DialContext(context.Background(), "tcp", name+":80"); !isDenied(err) {
			t.Errorf("%s, which is private now: %v, %v", name, conn, err)
		}
	}
}

func TestDialInADryRun(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	client, err := w.backend.Open(context.Background(), &capability.Request{
		Needs: &capability.Needs{Hosts: []string{"*"}}, Network: capability.NetworkPolicy{Allow: []string{"*"}}, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.(*http.Client).Transport.(connector).DialContext(context.Background(), "tcp", "a.com:80"); !isDenied(err) {
		t.Errorf("dialled: %v", err)
	}
}

func TestCheckHost(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	before := w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"loop.com"}, AllowPrivate: true}).Transport.(connector)
	closed := w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"loop.com"}}).Transport.(connector)
	other := w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"a.com"}}).Transport.(connector)
	loopback := netip.MustParseAddr("127.0.0.1")
	for _, c := range []struct {
		reason    string
		transport connector
		hostPort  string
		address   netip.Addr
		allowed   bool
	}{
		{"without an address", before, "loop.com:80", netip.Addr{}, true},
		{"with the address it has", before, "loop.com:80", loopback, true},
		{"with the address of a metadata service", before, "loop.com:80", netip.MustParseAddr("169.254.169.254"), false},
		{"private addresses are no longer open", closed, "loop.com:80", loopback, false},
		{"the host is no longer allowed", other, "loop.com:80", loopback, false},
		{"a private address as the host", other, "127.0.0.1:80", netip.Addr{}, false},
		{"no port", before, "loop.com", netip.Addr{}, false},
	} {
		if err := c.transport.CheckHost(c.hostPort, c.address); (err == nil) != c.allowed {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}
