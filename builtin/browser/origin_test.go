package browser_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// internet is the transport of a network client that reaches every address of this machine, which are not public, and
// public hosts that a site on loopback serves.
type internet struct {
	http.RoundTripper
	public map[string]string // the address of the server of each public host
}

func (i *internet) IsPrivate(_ context.Context, hostPort string) (bool, error) {
	host, _, err := net.SplitHostPort(hostPort)
	_, public := i.public[host]
	return !public, err
}

func (i *internet) CheckHost(string, netip.Addr) error { return nil }

func (i *internet) DialPublic(ctx context.Context, network, hostPort string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(hostPort)
	if address, ok := i.public[host]; ok {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	return nil, capability.Deny(capability.KindNetwork, "its address is not public")
}

func (i *internet) DialPrivate(ctx context.Context, network, hostPort string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(hostPort)
	if _, ok := i.public[host]; ok {
		return nil, errors.New("a public address")
	}
	return new(net.Dialer).DialContext(ctx, network, hostPort)
}

// newInternet returns a client whose network is an internet with these public sites.
func newInternet(t *testing.T, public map[string]*site) *client {
	needChromium(t)
	i := &internet{public: make(map[string]string)}
	for host, s := range public {
		i.public[host] = strings.TrimPrefix(s.URL, "http://")
	}
	m := newFixture(browser.Options{})
	m.options.Backends.Network = func(context.Context, *capability.Request) (any, error) { return &http.Client{Transport: i}, nil }
	m.registry = runtime.NewRegistry(m.options)
	if err := m.registry.Register(browser.BrowserTools(m.browser)...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.browser.Shutdown(context.Background()) })
	return m.newClient(t)
}

// A page from a public address reaches no address that is not public, in any way.
func TestPublicPageReachesNoPrivateAddress(t *testing.T) {
	t.Parallel()
	private := serveAt(t, "127.0.0.2", map[string]any{"/": "<title>Private</title>"})
	where := strings.TrimPrefix(private.URL, "http://")
	connections := private.countConnections()
	var b strings.Builder
	b.WriteString("<title>Public</title>" + requestsTo(where))
	b.WriteString(`<a href="` + private.URL + `">Link</a><a target=_blank href="` + private.URL + `">Window</a><form action="` + private.URL + `/post" method=post><button>Send</button></form><a href="/to?` + private.URL + `">Redirected</a>`)
	public := serve(t, map[string]any{"/": b.String(), "/to": redirect, "/service.js": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, "fetch('"+private.URL+"/service', {mode: 'no-cors'})")
	}})
	v := newInternet(t, map[string]*site{"public.example": public})
	p := v.open("http://public.example/").mustShow("Public", where, "the page is from a public address")
	for _, name := range []string{`"Window"`, `"Redirected"`, `"Link"`, `"Send"`}[:racetest.Fewer(4, 2)] {
		p.click(name).mustLack("Private")
		p = v.open("http://public.example/")
	}
	v.mustFail("open", args{"url": "http://public.example/to?" + private.URL}, runtime.NotAvailable, "network")
	v.mustCall("snapshot", args{"wait_seconds": 1})
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections were made: %v", n, private.all())
	}
	v.call("close", nil)
	v.open("http://public.example/")
	// The control: the tool opens the private page, and the public one still reaches nothing in the background.
	if p := v.open(private.URL); p.Title != "Private" {
		t.Errorf("got %s", p.text)
	}
	v.mustCall("snapshot", args{"wait_seconds": 1})
	for path := range private.all() {
		if path != "/" && path != "/favicon.ico" {
			t.Errorf("the public page reached %s", path)
		}
	}
	if p := v.mustCall("back", nil); p.Title != "Public" {
		t.Errorf("got %s", p.text)
	}
}

// A page from an address that is not public can load scripts and images from public addresses, but no documents, which
// would reach what it reaches.
func TestPrivatePageOpensNoPublicDocument(t *testing.T) {
	t.Parallel()
	attack := func(private string) string {
		return `<title>Public</title><p>public text<script>fetch('` + private + `/attacked', {mode: 'no-cors'})</script>`
	}
	pages := map[string]any{"/private": "<title>Private</title>", "/to": redirect}
	private := serve(t, pages)
	other := serveAt(t, "127.0.0.2", map[string]any{
		"/": `<p>other text<script>setTimeout(() => { location = 'http://public.example/other' }, 100)</script>`,
	})
	public := serveAt(t, "127.0.0.3", map[string]any{"/script.js": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, "document.title = 'with a script'")
	}, "/image": "x", "/frame": attack(private.URL), "/object": attack(private.URL), "/embed": attack(private.URL), "/window": attack(private.URL), "/link": attack(private.URL), "/other": attack(private.URL), "/": attack(private.URL)})
	pages["/"] = `<title>none</title><script src="http://public.example/script.js"></script><img src="http://public.example/image"><iframe src="http://public.example/frame"></iframe>
		<object data="http://public.example/object"></object><embed src="http://public.example/embed"><iframe src="` + other.URL + `"></iframe><iframe src="/to?http://public.example/frame"></iframe>
		<a href="http://public.example/link">Link</a><button onclick="window.open('http://public.example/window')">Window</button>`
	v := newInternet(t, map[string]*site{"public.example": public})
	p := v.open(private.URL)
	if p.Title != "with a script" {
		t.Errorf("the script of a public address did not run: %s", p.text)
	}
	p.mustShow("document from a public address").mustLack("public text")
	waitFor(t, "the frame of another site", func() bool { return other.requests("/") > 0 })
	time.Sleep(time.Second)
	p.click(`"Link"`).mustLack("public text")
	v.open(private.URL).click(`"Window"`).mustLack("public text")
	for path, n := range public.all() {
		if path != "/script.js" && path != "/image" {
			t.Errorf("%s was requested %d times", path, n)
		}
	}
	v.mustFail("open", args{"url": private.URL + "/to?http://public.example/"}, runtime.NotAvailable, "network")
	if p := v.open("http://public.example/"); p.Title != "Public" {
		t.Errorf("the tool cannot open the public page: %s", p.text)
	}
	v.mustCall("snapshot", args{"wait_seconds": 1})
	if n := private.requests("/attacked"); n != 0 {
		t.Errorf("a public document reached a private address %d times", n)
	}
}

// Ports are part of the policy.
func TestPagesObeyPorts(t *testing.T) {
	t.Parallel()
	other := serve(t, nil)
	where := strings.TrimPrefix(other.URL, "http://")
	connections := other.countConnections()
	s := serve(t, map[string]any{"/": requestsTo(where) + `<a href="` + other.URL + `">Link</a>`, "/to": redirect, "/service.js": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = io.WriteString(w, "fetch('"+other.URL+"/service', {mode: 'no-cors'})")
	}})
	v := newClient(t)
	v.turn.Policy.Network = runtime.NetworkPolicy{Allow: []string{"*", strings.TrimPrefix(s.URL, "http://")}, AllowPrivate: true}
	v.open(s.URL).mustShow("does not allow the host on port").click(`"Link"`)
	v.mustFail("open", args{"url": other.URL}, runtime.NotAvailable, "network")
	v.turn.Policy.Network.Allow = []string{"127.0.0.1"} // the ports 80 and 443
	v.mustFail("open", args{"url": s.URL}, runtime.NotAvailable, "network")
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
}
