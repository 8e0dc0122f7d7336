package browser_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/internal/racetest"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// requestsByKind has, for each kind of request, HTML that sends one to the host
// OTHER, with the kind as its path.
var requestsByKind = map[string]string{
	"fetch":      `<script>fetch('http://OTHER/fetch', {mode: 'no-cors'})</script>`,
	"xhr":        `<script>{ const x = new XMLHttpRequest(); x.open('GET', 'http://OTHER/xhr'); x.send() }</script>`,
	"post":       `<script>fetch('http://OTHER/post', {method: 'POST', mode: 'no-cors', body: document.cookie})</script>`,
	"beacon":     `<script>navigator.sendBeacon('http://OTHER/beacon', 'x')</script>`,
	"events":     `<script>new EventSource('http://OTHER/events')</script>`,
	"socket":     `<script>new WebSocket('ws://OTHER/socket')</script>`,
	"image":      `<img src="http://OTHER/image">`,
	"script":     `<script src="http://OTHER/script"></script>`,
	"module":     `<script type=module>import('http://OTHER/module')</script>`,
	"style":      `<link rel=stylesheet href="http://OTHER/style">`,
	"imported":   `<style>@import 'http://OTHER/imported';</style>`,
	"background": `<div style="background: url(http://OTHER/background)">x</div>`,
	"font":       `<style>@font-face { font-family: f; src: url(http://OTHER/font) }</style><p style="font-family: f">x`,
	"frame":      `<iframe src="http://OTHER/frame"></iframe>`,
	"object":     `<object data="http://OTHER/object"></object>`,
	"video":      `<video src="http://OTHER/video" preload=auto></video>`,
	"preload":    `<link rel=preload as=fetch crossorigin href="http://OTHER/preload">`,
	"form":       `<iframe name=target></iframe><form id=f action="http://OTHER/form" target=target></form><script>f.submit()</script>`,
	"window":     `<iframe srcdoc="<script>parent.eval('fetch(&quot;http://OTHER/window&quot;, {mode: &quot;no-cors&quot;})')</script>"></iframe>`,
	"redirect":   `<script>fetch('/to?http://OTHER/redirect', {mode: 'no-cors'})</script>`,
	"worker":     `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://OTHER/worker', {mode: 'no-cors'})"])))</script>`,
	"shared":     `<script>new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://OTHER/shared', {mode: 'no-cors'})"])))</script>`,
	"service":    `<script>navigator.serviceWorker.register('/service.js')</script>`,
}

// otherRequests is HTML with requests and connections to the host OTHER that Chromium may omit, so that a control cannot
// wait for them.
const otherRequests = `<link rel=preconnect href="http://OTHER"><link rel=dns-prefetch href="//prefetched.example"><link rel=prefetch href="http://OTHER/prefetch">
	<link rel=modulepreload href="http://OTHER/modulepreload"><link rel=manifest href="http://OTHER/manifest"><link rel=icon href="http://OTHER/icon"><link rel=prerender href="http://OTHER/prerender">
	<meta http-equiv=Content-Security-Policy content="img-src *; report-uri http://OTHER/report"><script type=speculationrules>{"prerender": [{"urls": ["http://OTHER/speculation"], "eagerness": "immediate"}], "prefetch": [{"urls": ["http://OTHER/speculation"], "eagerness": "immediate"}]}</script>
	<img srcset="http://OTHER/srcset 1x"><input type=image src="http://OTHER/input"><audio src="http://OTHER/audio" preload=auto></audio><video poster="http://OTHER/poster"><track default src="http://OTHER/track"></video>
	<embed src="http://OTHER/embed"><svg><image href="http://OTHER/svg" width=9 height=9 /><use href="http://OTHER/use#x" /></svg><a id=ping href="#x" ping="http://OTHER/ping">x</a><iframe src="//OTHER/frame2"></iframe>
	<style>li { cursor: url(http://OTHER/cursor), auto; list-style-image: url(http://OTHER/list) }</style><ul><li>x</ul><script>
	ping.click(); new WebSocket('wss://OTHER/secure'); try { new WebTransport('https://OTHER/transport') } catch { } try { fetchLater('http://OTHER/later', {activateAfter: 0}) } catch { }
	for (const url of ['turn:OTHER?transport=tcp', 'turns:OTHER?transport=tcp', 'stun:OTHER', 'turn:OTHER?transport=udp']) try {
		const c = new RTCPeerConnection({iceServers: [{urls: url, username: 'u', credential: 'c'}], iceTransportPolicy: 'all'}); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch { }
	const remote = new RTCPeerConnection(); remote.setRemoteDescription({type: 'offer', sdp: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:0\r\na=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuvwx\r\na=setup:actpass\r\na=sctp-port:5000\r\na=fingerprint:sha-256 ' + Array(32).fill('AA').join(':') + '\r\na=candidate:1 1 TCP 1518280447 ADDRESS PORT typ host tcptype passive\r\n'}).then(() => remote.createAnswer()).then((a) => remote.setLocalDescription(a)).catch((e) => console.error('offer: ' + e))
	new Worker(URL.createObjectURL(new Blob(["try { importScripts('http://OTHER/imported2') } catch { }; new WebSocket('ws://OTHER/worker2')"]))); addEventListener('pagehide', () => fetch('http://OTHER/pagehide', {keepalive: true, mode: 'no-cors'}))
	</script>`

// requestsTo returns HTML with all kinds of requests to a host and port.
func requestsTo(where string) string {
	host, port, _ := net.SplitHostPort(where)
	var b strings.Builder
	b.WriteString(strings.NewReplacer("OTHER", where, "ADDRESS", host, "PORT", port).Replace(otherRequests))
	for _, html := range requestsByKind {
		b.WriteString(strings.ReplaceAll(html, "OTHER", where))
	}
	return b.String()
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, r.URL.RawQuery, http.StatusFound)
}

// serveRequests starts a site whose page sends all kinds of requests to another
// site.
func serveRequests(t *testing.T) (page, other *site) {
	other = serveAt(t, "127.0.0.2", nil)
	where := strings.TrimPrefix(other.URL, "http://")
	return serve(t, map[string]any{"/": `<title>Tries</title>` + requestsTo(where), "/to": redirect, "/service.js": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, "fetch('http://%s/service', {mode: 'no-cors'})", where)
	}}), other
}

func (s *site) countConnections() *atomic.Int64 {
	var n atomic.Int64
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			n.Add(1)
		}
	}
	return &n
}

func TestRequestsObeyPolicy(t *testing.T) {
	t.Parallel()
	page, other := serveRequests(t)
	t.Run("allowed", func(t *testing.T) { // the control: each request arrives
		v := newClient(t)
		v.allow("127.0.0.1", "127.0.0.2")
		v.open(page.URL).mustLack("network policy")
		for way := range requestsByKind {
			waitFor(t, way, func() bool { return other.requests("/"+way) > 0 })
		}
	})
	for _, c := range []struct {
		reason string
		policy runtime.NetworkPolicy
	}{
		{"not allowed", runtime.NetworkPolicy{Allow: []string{"127.0.0.1:*"}, AllowPrivate: true}},
		{"denied", runtime.NetworkPolicy{Allow: []string{"127.0.0.1:*", "127.0.0.2:*"}, Deny: []string{"127.0.0.2"}, AllowPrivate: true}},
		{"private", runtime.NetworkPolicy{Allow: []string{"*", "127.0.0.1:*"}, Deny: []string{"prefetched.example"}, AllowPrivate: true}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			if (racetest.Enabled || testing.Short()) && c.reason != "not allowed" {
				t.Skip("this case runs without -short and without the race detector")
			}
			page, other := serveRequests(t)
			connections := other.countConnections()
			v := newClient(t)
			v.turn.Policy.Network = c.policy
			p := v.open(page.URL).mustShow("the network policy refused a request of the page to 127.0.0.2:")
			if p.Title != "Tries" {
				t.Errorf("the page itself was not shown: %s", p.text)
			}
			waitFor(t, "the service worker", func() bool { return page.requests("/service.js") > 0 })
			v.mustCall("snapshot", args{"wait_seconds": 1})
			if n := connections.Load(); n != 0 {
				t.Errorf("%d connections were made", n)
			}
		})
	}
}

func TestNavigationObeysPolicy(t *testing.T) {
	t.Parallel()
	other := serveAt(t, "127.0.0.2", map[string]any{"/": "<title>Other</title>"})
	connections := other.countConnections()
	s := serve(t, map[string]any{
		"/": `<a href="` + other.URL + `">Direct</a><a href="/to?` + other.URL + `">Redirected</a><a href="file:///etc/passwd">File</a>
			<button onclick="location = 'file:///etc/passwd'">Script</button><button onclick="window.open('file:///etc/passwd')">Window</button>
			<a href="view-source:` + other.URL + `">Source</a><a href="chrome://version">Chrome</a><iframe src="file:///etc/passwd"></iframe>
			<a href="javascript:void(document.title='by script')">Javascript</a>`,
		"/to": redirect, "/file": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		},
		"/meta": `<meta http-equiv=refresh content="0;url=` + other.URL + `">`,
	})
	v := newClient(t)
	port := other.URL[strings.LastIndexByte(other.URL, ':'):]
	for _, c := range []struct {
		reason, url string
		code        runtime.Code
		why         string
	}{
		{"another host", other.URL, runtime.NotAvailable, "network"},
		{"a redirect to it", s.URL + "/to?" + other.URL, runtime.NotAvailable, "network"},
		{"a redirect to a file", s.URL + "/file", runtime.ExecutionFailed, "LOAD_FAILED"},
		{"in decimal", "http://2130706434" + port, runtime.NotAvailable, "network"},
		{"shortened", "http://127.2" + port, runtime.NotAvailable, "network"},
		{"mapped", "http://[::ffff:127.0.0.2]" + port, runtime.NotAvailable, "network"},
		{"this host", "http://0.0.0.0" + port, runtime.NotAvailable, "network"},
		{"metadata", "http://169.254.169.254/latest/meta-data/", runtime.NotAvailable, "network"},
		{"full width digits", "http://１２７.0.0.2" + port, runtime.NotAvailable, "network"},
	} {
		v.mustFail("open", args{"url": c.url}, c.code, c.why)
	}
	for _, name := range []string{`"Direct"`, `"Redirected"`, `"File"`, `"Script"`, `"Window"`, `"Source"`, `"Chrome"`} {
		v.open(s.URL).click(name).mustLack("root:", "Command Line", `Title: "Other"`)
	}
	v.open(s.URL + "/meta").mustLack(`Title: "Other"`)
	if r := v.call("open", args{"url": "http://localhost" + port}); r.OK { // localhost may be unknown here
		t.Errorf("by another name: %s", r.Value)
	}
	v.allow()
	v.mustFail("open", args{"url": s.URL}, runtime.NotAvailable, "network")
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
	v.allow("127.0.0.1", "127.0.0.2")
	if p := v.open(s.URL + "/to?" + other.URL); p.Title != "Other" {
		t.Errorf("the control failed: %s", p.text)
	}
	if p := v.open(s.URL).click(`"Javascript"`); p.Title != "by script" {
		t.Errorf("got %s", p.text)
	}
}

// A narrower policy closes open connections that it does not allow, and no others.
func TestNarrowerPolicyClosesConnections(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{}, 9)
	other := serveAt(t, "127.0.0.2", map[string]any{"/socket": func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = conn.Read(make([]byte, 1)) // until the other end closes
		conn.Close()
		ended <- struct{}{}
	}})
	s := serve(t, map[string]any{"/": `<script>new WebSocket('` + strings.Replace(other.URL, "http", "ws", 1) + `/socket')</script>`})
	v := newClient(t)
	v.turn.Policy.Network = runtime.NetworkPolicy{Allow: []string{"127.0.0.1:*", "127.0.0.2:*"}, AllowPrivate: true}
	v.open(s.URL)
	waitFor(t, "the socket opens", func() bool { return other.requests("/socket") == 1 })
	// Chromium connects to the proxy from 127.0.0.1, which the policy need not allow.
	v.turn.Policy.Network.Deny = []string{"127.0.0.1"}
	v.mustCall("snapshot", nil)
	select {
	case <-ended:
		t.Fatal("the socket was cut although its host is allowed")
	case <-time.After(300 * time.Millisecond):
	}
	v.turn.Policy.Network.Deny = []string{"127.0.0.2"}
	v.mustCall("snapshot", nil)
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Fatal("the socket was not cut")
	}
}

// Chromium sends no UDP packets, which the proxy could not check.
func TestNoUDP(t *testing.T) {
	t.Parallel()
	packets, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer packets.Close()
	s := serve(t, map[string]any{"/": `<p id=p>gathering</p><script>
		const c = new RTCPeerConnection({iceServers: [{urls: 'stun:` + packets.LocalAddr().String() + `'}]}), found = [];
		c.onicecandidate = (e) => { if (e.candidate) found.push(e.candidate.candidate); else p.textContent = 'gathered ' + found.length };
		c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))</script>`})
	v := newClient(t)
	v.allow("127.0.0.1")
	p := v.open(s.URL)
	for range 10 {
		if strings.Contains(p.text, "gathered") {
			break
		}
		p = v.mustCall("snapshot", args{"wait_seconds": 1})
	}
	p.mustShow("gathered 0")
	_ = packets.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, from, err := packets.ReadFrom(make([]byte, 100)); err == nil {
		t.Errorf("%d bytes came from %v", n, from)
	}
}

// Chromium sends no requests of its own, and a site that clears its data does not
// make the session forget the password of the proxy.
func TestChromiumSendsNoRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, map[string]any{"/": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Clear-Site-Data", `"*"`)
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<link rel=icon href="data:,"><form><input type=password autocomplete=current-password><input type=email><input autocomplete=name><input autocomplete=tel><input autocomplete=street-address><input autocomplete=cc-number></form><p lang=de>Guten Tag, wie geht es Ihnen?`)
	}})
	v := newClient(t)
	v.allow("127.0.0.1")
	v.open(s.URL).mustLack("Note:")
	v.mustCall("snapshot", args{"wait_seconds": 2}).mustLack("Note:")
	v.open(s.URL + "/?again").mustShow("Guten Tag")
}

// A wrapped HTTP client cannot dial: the call fails, and Chromium is not started.
func TestWrappedClientIsRefused(t *testing.T) {
	t.Parallel()
	needChromium(t)
	m := newFixture(browser.Options{})
	m.options.Backends.Network = func(context.Context, *capability.Request) (any, error) { return http.DefaultClient, nil }
	m.registry = runtime.NewRegistry(m.options)
	if err := m.registry.Register(browser.BrowserTools(m.browser)...); err != nil {
		t.Fatal(err)
	}
	v := m.newClient(t)
	if r := v.call("open", args{"url": "http://127.0.0.1/"}); r.OK || m.started.Load() != 0 {
		t.Errorf("got %+v", r)
	}
}
