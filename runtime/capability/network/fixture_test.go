package network

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// fixture is a simulated network: names with addresses, a server for all public addresses, and a server
// on loopback that no client may reach.
type fixture struct {
	t       testing.TB
	backend *Backend
	public  *httptest.Server // serves all public addresses
	private *httptest.Server // on loopback
	reached atomic.Int64     // the number of requests to private

	mu   sync.Mutex
	seen []*http.Request // the requests to public
}

// names has the addresses of the names in the network.
var names = map[string][]string{
	"a.com": {"93.184.216.34"}, "b.com": {"8.8.4.4"}, "api.a.com": {"8.8.8.8", "2606:2800:220:1::1"}, "c.org": {"1.1.1.1"},
	"in.com": {"10.0.0.1"}, "loop.com": {"127.0.0.1"}, "loop6.com": {"::1"}, "meta.com": {"169.254.169.254"},
	"mapped.com": {"::ffff:127.0.0.1"}, "nat64.com": {"64:ff9b::7f00:1"}, "sixtofour.com": {"2002:7f00:1::"},
	"cgnat.com": {"100.64.0.1"}, "zero.com": {"0.0.0.0"}, "ula.com": {"fd12::1"}, "multicast.com": {"224.0.0.1"},
	"mixed.com": {"127.0.0.1", "93.184.216.34"}, "compat.com": {"::7f00:1"}, "teredo.com": {"2001:0:7f00:1::"},
	"localhost": {"127.0.0.1"}, "bench.com": {"198.18.0.1"}, "proto.com": {"192.0.0.1"}, "linklocal.com": {"169.254.1.1"}, "fe80.com": {"fe80::1"},
	"meta6.com": {"fd00:ec2::254"}, "azure.com": {"168.63.129.16"}, "alibaba.com": {"100.100.100.200"}, "oracle.com": {"192.0.0.192"},
}

// rebindingNames has names with a public address at the first lookup, and with these addresses afterwards.
var rebindingNames = map[string]string{
	"loopback.test": "127.0.0.1", "loopback6.test": "::1", "private-a.test": "10.0.0.1", "private-b.test": "172.16.0.1", "private-c.test": "192.168.0.1",
	"link.test": "169.254.1.1", "metadata.test": "169.254.169.254", "mapped.test": "::ffff:127.0.0.1", "nat64.test": "64:ff9b::7f00:1",
	"unique.test": "fd12::1", "shared.test": "100.64.0.1", "zero.test": "0.0.0.0",
}

func newFixture(t testing.TB, o Options, public http.HandlerFunc) *fixture {
	w := &fixture{t: t}
	w.public = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		w.mu.Lock()
		w.seen = append(w.seen, request.Clone(context.Background()))
		w.mu.Unlock()
		public(response, request)
	}))
	t.Cleanup(w.public.Close)
	w.private = httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		w.reached.Add(1)
		_, _ = io.WriteString(response, "private")
	}))
	t.Cleanup(w.private.Close)
	dns := &dnsServer{answers: map[string][][]netip.Addr{}, asked: map[string]int{}}
	for name, texts := range names {
		dns.answers[name] = [][]netip.Addr{parse(texts...)}
	}
	// Public at the first lookup only.
	for name, address := range rebindingNames {
		dns.answers[name] = [][]netip.Addr{parse("93.184.216.34"), parse(address)}
	}
	o.Resolver = dns.resolver(t)
	w.backend = New(&o)
	w.backend.dial = w.dial
	t.Cleanup(w.backend.Close)
	return w
}

func parse(texts ...string) []netip.Addr {
	var list []netip.Addr
	for _, text := range texts {
		list = append(list, netip.MustParseAddr(text))
	}
	return list
}

// dial connects public addresses to the public server and all other addresses to the private one. It ignores
// the port.
func (w *fixture) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	target := w.public
	if public, _ := Public(netip.MustParseAddr(host)); !public {
		target = w.private
	}
	return new(net.Dialer).DialContext(ctx, "tcp", strings.TrimPrefix(strings.TrimPrefix(target.URL, "http://"), "https://"))
}

// client returns the client of a tool under a policy.
func (w *fixture) client(declared []string, policy capability.NetworkPolicy) *http.Client {
	w.t.Helper()
	client, err := w.backend.Open(context.Background(), &capability.Request{Tool: "t", Needs: &capability.Needs{Hosts: declared}, Network: policy})
	if err != nil {
		w.t.Fatal(err)
	}
	return client.(*http.Client)
}

// open returns a client that can reach every public host.
func (w *fixture) open() *http.Client {
	return w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}})
}

// attempt is a URL that a client must not reach.
type attempt struct{ reason, url string }

// checkRefused sends a request to each URL: each must be denied, and the private server must not be reached.
func (w *fixture) checkRefused(client *http.Client, attempts ...attempt) {
	w.t.Helper()
	for _, a := range attempts {
		response, err := client.Get(a.url)
		var denial *capability.Denied
		switch {
		case err == nil:
			_ = response.Body.Close()
			w.t.Errorf("%s: %s was answered with %s", a.reason, a.url, response.Status)
		case !errors.As(err, &denial) && !isURLError(err):
			w.t.Errorf("%s: %s failed, but was not denied: %v", a.reason, a.url, err)
		case denial != nil && denial.Kind != capability.KindNetwork:
			w.t.Errorf("%s: denied as %s", a.reason, denial.Kind)
		}
	}
	if n := w.reached.Load(); n != 0 {
		w.t.Errorf("the private server was reached %d times", n)
	}
}

// isURLError reports whether an error says that the text is not a URL.
func isURLError(err error) bool {
	return strings.Contains(err.Error(), "parse ") || strings.Contains(err.Error(), "no Host in request URL") || strings.Contains(err.Error(), "unsupported protocol scheme")
}

// answer returns the content of a URL that the client can reach.
func (w *fixture) answer(client *http.Client, url string) string {
	w.t.Helper()
	response, err := client.Get(url)
	if err != nil {
		w.t.Errorf("the allowed request failed: %v", err)
		return ""
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		w.t.Errorf("the allowed request failed: %v", err)
	}
	return string(content)
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }
