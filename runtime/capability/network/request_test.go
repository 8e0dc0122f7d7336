package network

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// redirector answers a path of the form "/CODE/URL" with a redirect to that URL, and all other paths with
// "arrived".
func redirector(w http.ResponseWriter, r *http.Request) {
	code, target, ok := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/to/")
	if !ok {
		_, _ = io.WriteString(w, "arrived")
		return
	}
	target, err := url.PathUnescape(target)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Location", target)
	w.WriteHeader(map[string]int{"301": 301, "302": 302, "303": 303, "307": 307, "308": 308}[code])
}

func TestRedirectsAreCheckedOnEveryHop(t *testing.T) {
	w := newFixture(t, Options{MaxRedirects: 4}, redirector)
	var attempts []attempt
	for _, code := range []string{"301", "302", "303", "307", "308"} {
		attempts = append(attempts,
			attempt{code + " to loopback", "http://a.com/" + code + "/to/http:%2F%2F127.0.0.1%2F"},
			attempt{code + " to a name of it", "http://a.com/" + code + "/to/http:%2F%2Floop.com%2F"})
	}
	attempts = append(attempts,
		attempt{"in two hops", "http://a.com/302/to/http:%2F%2Fb.com%2F302%2Fto%2Fhttp:%252F%252Fin.com%252F"},
		attempt{"to metadata", "http://a.com/302/to/http:%2F%2F169.254.169.254%2F"},
		attempt{"to a file", "http://a.com/302/to/file:%2F%2F%2Fetc%2Fpasswd"},
		attempt{"to userinfo", "http://a.com/302/to/http:%2F%2Fb.com@127.0.0.1%2F"},
		attempt{"without a scheme", "http://a.com/302/to/%2F%2F127.0.0.1%2F"},
		attempt{"in decimal", "http://a.com/302/to/http:%2F%2F2130706433%2F"})
	w.checkRefused(w.open(), attempts...)
	if got := w.answer(w.open(), "http://a.com/302/to/http:%2F%2Fb.com%2F"); got != "arrived" {
		t.Errorf("the allowed request got %q", got)
	}
	w.checkRefused(w.client([]string{"a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}), attempt{"to a host that is not declared", "http://a.com/302/to/http:%2F%2Fb.com%2F"})
}

func TestMaxRedirects(t *testing.T) {
	hops := 0
	w := newFixture(t, Options{MaxRedirects: 4}, func(w http.ResponseWriter, r *http.Request) {
		if hops--; hops >= 0 {
			http.Redirect(w, r, "/again", http.StatusFound)
		}
	})
	for n, ok := range map[int]bool{0: true, 4: true, 5: false, 1000: false} {
		hops = n
		w.seen = nil
		response, err := w.open().Get("http://a.com/")
		if err == nil {
			_ = response.Body.Close()
		}
		if (err == nil) != ok || len(w.seen) > 5 {
			t.Errorf("%d redirects: %v after %d requests", n, err, len(w.seen))
		}
	}
	hops = 1
	none := New(&Options{MaxRedirects: -1, Resolver: w.backend.options.Resolver})
	none.dial = w.dial
	client, err := none.Open(t.Context(), &capability.Request{Needs: &capability.Needs{Hosts: []string{"*"}}, Network: capability.NetworkPolicy{Allow: []string{"*"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.(*http.Client).Get("http://a.com/"); err == nil { //nolint:bodyclose // the request fails
		t.Error("no redirect must be followed")
	}
}

// TestHeadersStayWithTheirOrigin sends headers that are meant for one origin through redirects.
func TestHeadersStayWithTheirOrigin(t *testing.T) {
	private := http.Header{
		"Authorization": {"Bearer x"}, "Cookie": {"a=b"}, "X-Api-Key": {"k"}, "Api-Key": {"k"}, "X-Auth-Token": {"k"}, "Proxy-Authorization": {"x"},
		"Www-Authenticate": {"x"}, "X-Goog-Api-Key": {"k"}, "Private-Token": {"k"}, "X-Anything": {"k"}, "Referer": {"http://a.com/?key=k"},
	}
	for _, c := range []struct {
		reason, url string
		kept        bool // the last request has the headers
	}{
		{"the same origin", "http://a.com/302/to/%2Fx", true},
		{"another host", "http://a.com/302/to/http:%2F%2Fb.com%2F", false},
		{"a host below", "http://a.com/302/to/http:%2F%2Fapi.a.com%2F", false},
		{"another port", "http://a.com/302/to/http:%2F%2Fa.com:8080%2F", false},
		{"the same port, written", "http://a.com/302/to/http:%2F%2Fa.com:80%2F", true},
		{"there and back", "http://a.com/302/to/http:%2F%2Fb.com%2F302%2Fto%2Fhttp:%252F%252Fa.com%252F", false},
	} {
		w := newFixture(t, Options{}, redirector)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = private.Clone()
		request.Header.Set("Accept", "text/plain")
		response, err := w.client([]string{"*"}, capability.NetworkPolicy{Allow: []string{"*:*"}}).Do(request)
		if err != nil {
			t.Fatal(c.reason, err)
		}
		_ = response.Body.Close()
		last := w.seen[len(w.seen)-1]
		if len(w.seen) < 2 || last.Header.Get("Accept") != "text/plain" {
			t.Errorf("%s: %d requests, Accept %q", c.reason, len(w.seen), last.Header.Get("Accept"))
		}
		for name := range private {
			if got := last.Header.Get(name) != ""; got != c.kept && (!c.kept || name != "Referer") {
				t.Errorf("%s: %s was sent: %t", c.reason, name, got)
			}
		}
	}
}

func TestBodiesStayWithTheirOrigin(t *testing.T) {
	for _, c := range []struct {
		reason, url string
		allowed     bool
		body        string // of the last request
	}{
		{"307 to another origin", "http://a.com/307/to/http:%2F%2Fb.com%2F", false, ""},
		{"308 to another origin", "http://a.com/308/to/http:%2F%2Fb.com%2F", false, ""},
		{"303 drops the body", "http://a.com/303/to/http:%2F%2Fb.com%2F", true, ""},
		{"302 drops the body", "http://a.com/302/to/http:%2F%2Fb.com%2F", true, ""},
		{"307 within the origin", "http://a.com/307/to/%2Fx", true, "secret"},
	} {
		bodies := []string{}
		w := newFixture(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
			content, _ := io.ReadAll(r.Body)
			bodies = append(bodies, string(content))
			redirector(w, r)
		})
		response, err := w.open().Post(c.url, "text/plain", strings.NewReader("secret"))
		if err == nil {
			_ = response.Body.Close()
		}
		want := []string{"secret"}
		if c.allowed {
			want = append(want, c.body)
		}
		if (err == nil) != c.allowed || !slices.Equal(bodies, want) {
			t.Errorf("%s: %v, bodies %q", c.reason, err, bodies)
		}
	}
}

// TestRebinding uses names that have a public address at the first lookup, when they are reached, and
// another address afterwards.
func TestRebinding(t *testing.T) {
	w := newFixture(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close") // so that every request makes a connection
		_, _ = io.WriteString(w, "hello")
	})
	client := w.open()
	for name, address := range rebindingNames {
		if got := w.answer(client, "http://"+name+"/"); got != "hello" {
			t.Errorf("%s: the allowed request got %q", name, got)
		}
		w.checkRefused(client, attempt{"rebound to " + address, "http://" + name + "/"}, attempt{"and again", "http://" + name + "/x"})
	}
}

func TestOnlyThePublicAddressesOfANameAreUsed(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	for range 5 {
		w.backend.Close()
		if got := w.answer(w.open(), "http://mixed.com/"); got != "hello" {
			t.Errorf("got %q", got)
		}
	}
	if w.reached.Load() != 0 {
		t.Error("the private address was used")
	}
}

// TestProxiesOfTheEnvironmentAreNotUsed sets each variable to a proxy that counts its requests. A client
// with the proxy reaches it.
func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	for _, variable := range []string{
		"HTTP_PROXY=", "http_proxy=", "HTTPS_PROXY=", "https_proxy=", "ALL_PROXY=", "all_proxy=",
		"HTTP_PROXY=http://", "http_proxy=http://user:pw@", "ALL_PROXY=socks5://", "all_proxy=socks5h://", "HTTPS_PROXY=https://",
	} {
		t.Run(variable, func(t *testing.T) {
			var used atomic.Int64
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			go func() {
				for {
					conn, err := listener.Accept()
					if err != nil {
						return
					}
					used.Add(1)
					_ = conn.Close()
				}
			}()
			name, scheme, _ := strings.Cut(variable, "=")
			t.Setenv(name, scheme+listener.Addr().String())
			w := newFixture(t, Options{}, hello)
			if got := w.answer(w.open(), "http://a.com/"); got != "hello" || used.Load() != 0 {
				t.Errorf("got %q, the proxy was used %d times", got, used.Load())
			}
			through := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: listener.Addr().String()})}}
			if response, err := through.Get("http://a.com/"); err == nil {
				_ = response.Body.Close()
			}
			if used.Load() == 0 {
				t.Error("a client with the proxy did not reach it")
			}
		})
	}
}

// TestConnectionsAreNotShared connects to a private host in a scope that allows it, and then sends requests
// in scopes that do not.
func TestConnectionsAreNotShared(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	opened := capability.NetworkPolicy{Allow: []string{"in.com"}, AllowPrivate: true}
	if got := w.answer(w.client([]string{"in.com"}, opened), "http://in.com/"); got != "private" {
		t.Errorf("the allowed request got %q", got)
	}
	named, star := []string{"in.com"}, []string{"*"}
	for _, c := range []struct {
		declared []string
		policy   capability.NetworkPolicy
	}{
		{named, capability.NetworkPolicy{Allow: named}},
		{star, capability.NetworkPolicy{Allow: star}},
		{star, capability.NetworkPolicy{Allow: star, AllowPrivate: true}},
		{named, capability.NetworkPolicy{Allow: star, AllowPrivate: true}},
		{star, capability.NetworkPolicy{Allow: named}},
		{named, capability.NetworkPolicy{Allow: named, Deny: []string{"10.0.0.1"}, AllowPrivate: true}},
		{named, capability.NetworkPolicy{Allow: named, Deny: named, AllowPrivate: true}},
		{named, capability.NetworkPolicy{Allow: named, Deny: star, AllowPrivate: true}},
		{nil, capability.NetworkPolicy{Allow: named, AllowPrivate: true}},
		{[]string{"a.com"}, capability.NetworkPolicy{Allow: named, AllowPrivate: true}},
		{[]string{"*.in.com"}, capability.NetworkPolicy{Allow: named, AllowPrivate: true}},
		{named, capability.NetworkPolicy{}},
	} {
		if _, err := w.client(c.declared, c.policy).Get("http://in.com/"); err == nil { //nolint:bodyclose // the request fails
			t.Errorf("%+v reached the private host", c)
		}
	}
	if n := w.reached.Load(); n != 1 {
		t.Errorf("the private server was reached %d times", n)
	}
}

func TestMaxBodyBytes(t *testing.T) {
	var bomb bytes.Buffer
	packed := gzip.NewWriter(&bomb)
	_, _ = packed.Write(make([]byte, 4<<20))
	_ = packed.Close()
	for _, c := range []struct {
		reason string
		answer http.HandlerFunc
		ok     bool
	}{
		{"just fits", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1000)) }, true},
		{"a byte too long", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1001)) }, false},
		{"endless", func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1000)); err != nil {
					return
				}
			}
		}, false},
		{"a compressed bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		}, false},
	} {
		w := newFixture(t, Options{MaxBodyBytes: 1000}, c.answer)
		response, err := w.open().Get("http://a.com/")
		if err != nil {
			t.Fatal(c.reason, err)
		}
		content, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		var large *TooLargeError
		if len(content) > 1000 || (err == nil) != c.ok || errors.As(err, &large) == c.ok {
			t.Errorf("%s: %d bytes, %v", c.reason, len(content), err)
		}
	}
}

// TestServersThatDoNotEnd sends requests to servers that are slow or send without end: each request ends in
// time with an error.
func TestServersThatDoNotEnd(t *testing.T) {
	raw := func(send func(conn io.Writer, done <-chan struct{})) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			conn, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(5 * time.Second))
			send(conn, r.Context().Done())
		}
	}
	repeat := func(head, piece string, pause time.Duration) func(io.Writer, <-chan struct{}) {
		return func(conn io.Writer, done <-chan struct{}) {
			for _, err := io.WriteString(conn, head); err == nil; _, err = io.WriteString(conn, piece) {
				select {
				case <-done:
					return
				case <-time.After(pause):
				}
			}
		}
	}
	const ok = "HTTP/1.1 200 OK\r\n"
	for reason, send := range map[string]func(io.Writer, <-chan struct{}){
		"no answer":                   func(_ io.Writer, done <-chan struct{}) { <-done },
		"half a status line":          repeat("HTTP/1.1 2", "", 10*time.Millisecond),
		"a header, byte by byte":      repeat(ok+"X: ", "x", 20*time.Millisecond),
		"endless headers":             repeat(ok, "X: "+strings.Repeat("x", 1000)+"\r\n", 0),
		"one endless header":          repeat(ok+"X: ", strings.Repeat("x", 4096), 0),
		"endless early hints":         repeat("", "HTTP/1.1 103 Early Hints\r\n\r\n", 0),
		"a body, byte by byte":        repeat(ok+"\r\n", "x", 20*time.Millisecond),
		"an endless body":             repeat(ok+"\r\n", strings.Repeat("x", 4096), 0),
		"endless chunks":              repeat(ok+"Transfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 0),
		"endless extensions":          repeat(ok+"Transfer-Encoding: chunked\r\n\r\n1;", strings.Repeat("x", 4096), 0),
		"endless trailers":            repeat(ok+"Transfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n", "X: y\r\n", 0),
		"a body shorter than it says": repeat(ok+"Content-Length: 1000000000\r\n\r\nx", "", 10*time.Millisecond),
	} {
		w := newFixture(t, Options{Timeout: 300 * time.Millisecond, MaxBodyBytes: 100_000}, raw(send))
		start := time.Now()
		response, err := w.open().Get("http://a.com/")
		if err == nil {
			_, err = io.ReadAll(response.Body)
			_ = response.Body.Close()
		}
		if took := time.Since(start); err == nil || took > time.Minute {
			t.Errorf("%s: %v after %s", reason, err, took)
		}
	}
	w := newFixture(t, Options{}, hello)
	if got := w.answer(w.open(), "http://a.com/"); got != "hello" {
		t.Errorf("the allowed request got %q", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	cancel()
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.com/", nil)
	if _, err := w.open().Do(request); !errors.Is(err, context.Canceled) { //nolint:bodyclose // the request fails
		t.Errorf("cancelled: %v", err)
	}
}

func TestForgedRequestFields(t *testing.T) {
	for reason, change := range map[string]func(*http.Request){
		"another Host header": func(r *http.Request) { r.Host = "in.com" },
		"an upgrade":          func(r *http.Request) { r.Header.Set("Upgrade", "websocket") },

		"an upgrade in lower case":        func(r *http.Request) { r.Header["upgrade"] = []string{"websocket"} },
		"an upgrade in mixed case":        func(r *http.Request) { r.Header["uPgrade"] = []string{"", "websocket"} },
		"a connection that upgrades":      func(r *http.Request) { r.Header.Set("Connection", "keep-alive, Upgrade") },
		"another host in lower case":      func(r *http.Request) { r.Header["host"] = []string{"in.com"} },
		"a length in lower case":          func(r *http.Request) { r.Header["content-length"] = []string{"7"} },
		"chunks in lower case":            func(r *http.Request) { r.Header["transfer-encoding"] = []string{"chunked"} },
		"a tunnel":                        func(r *http.Request) { r.Method = http.MethodConnect },
		"a tunnel in lower case":          func(r *http.Request) { r.Method = "connect" },
		"the start of HTTP/2":             func(r *http.Request) { r.Method = "PRI" },
		"an opaque URL":                   func(r *http.Request) { r.URL.Opaque = "//in.com/" },
		"an opaque path":                  func(r *http.Request) { r.URL.Opaque = "/x" },
		"a path that is a URL":            func(r *http.Request) { r.URL.Path = "http://in.com/" },
		"a path without a slash":          func(r *http.Request) { r.URL.Path = "x" },
		"an encoded path without a slash": func(r *http.Request) { r.URL.Path, r.URL.RawPath = "/x", "%2Fx" },
		"an asterisk with another method": func(r *http.Request) { r.URL.Path = "*" },
	} {
		w := newFixture(t, Options{}, hello)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.com/", nil)
		if err != nil {
			t.Fatal(err)
		}
		change(request)
		var denial *capability.Denied
		if _, err := w.open().Do(request); !errors.As(err, &denial) { //nolint:bodyclose // the request fails
			t.Errorf("%s: %v", reason, err)
		}
	}
}

func TestDryRun(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	client, err := w.backend.Open(t.Context(), &capability.Request{DryRun: true, Needs: &capability.Needs{Hosts: []string{"*"}}, Network: capability.NetworkPolicy{Allow: []string{"*"}}})
	if err != nil {
		t.Fatal(err)
	}
	for method, sent := range map[string]bool{"GET": true, "HEAD": true, "POST": false, "DELETE": false, "PUT": false, "PATCH": false, "": true} {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://a.com/", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := client.(*http.Client).Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		if (err == nil) != sent {
			t.Errorf("%s: %v", method, err)
		}
	}
}

// TestRefusalsShowNothing checks that refusals do not show what is allowed.
func TestRefusalsShowNothing(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	client := w.client([]string{"a.com", "secret.example.org"}, capability.NetworkPolicy{Allow: []string{"a.com", "*.corp.example"}, Deny: []string{"hidden.example"}})
	for _, url := range []string{"http://b.com/", "http://127.0.0.1/", "http://secret.example.org/", "http://x@a.com/"} {
		_, err := client.Get(url) //nolint:bodyclose // the request fails
		if err == nil {
			t.Fatal(url)
		}
		for _, word := range []string{"corp.example", "hidden.example", "\"a.com\""} {
			if strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v", url, err)
			}
		}
	}
}

func TestUserAgent(t *testing.T) {
	w := newFixture(t, Options{UserAgent: "agent/1"}, hello)
	w.answer(w.open(), "http://a.com/")
	if got := w.seen[0].Header.Get("User-Agent"); got != "agent/1" {
		t.Errorf("got %q", got)
	}
}

func FuzzHosts(f *testing.F) {
	for name := range names {
		f.Add(name)
	}
	for _, host := range []string{"127.0.0.1", "[::1]", "0x7f.1", "①.com", "a..b", "2130706433"} {
		f.Add(host)
	}
	f.Fuzz(func(t *testing.T, host string) {
		name, address, problem := canonicalHost(host)
		if problem != "" {
			return
		}
		if again, _, problem := canonicalHost(name); problem != "" || again != name {
			t.Errorf("%q is canonical as %q, and that as %q (%s)", host, name, again, problem)
		}
		if parsed, err := netip.ParseAddr(name); (err == nil) != address.IsValid() || err == nil && parsed != address {
			t.Errorf("%q: name %q, address %s", host, name, address)
		}
	})
}
