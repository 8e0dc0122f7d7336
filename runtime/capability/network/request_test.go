package network

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// redirector answers a path "/CODE/URL" with a redirect to that URL, and
// everything else with "arrived".
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
	w := newWorld(t, Options{MaxRedirects: 4}, redirector)
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
	w.refused(w.open(), attempts...)
	if got := w.answered(w.open(), "http://a.com/302/to/http:%2F%2Fb.com%2F"); got != "arrived" {
		t.Errorf("the control got %q", got)
	}
	w.refused(w.client([]string{"a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}), attempt{"to a host that is not declared", "http://a.com/302/to/http:%2F%2Fb.com%2F"})
}

func TestRedirectsEnd(t *testing.T) {
	hops := 0
	w := newWorld(t, Options{MaxRedirects: 4}, func(w http.ResponseWriter, r *http.Request) {
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
	client, err := none.Client(t.Context(), &capability.Request{Needs: &capability.Needs{Hosts: []string{"*"}}, Network: capability.NetworkPolicy{Allow: []string{"*"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.(*http.Client).Get("http://a.com/"); err == nil { //nolint:bodyclose // there is none
		t.Error("no redirect must be followed")
	}
}

// TestHeadersStayWithTheirOrigin sends what is meant for one host only through
// chains of redirects.
func TestHeadersStayWithTheirOrigin(t *testing.T) {
	private := http.Header{
		"Authorization": {"Bearer x"}, "Cookie": {"a=b"}, "X-Api-Key": {"k"}, "Api-Key": {"k"}, "X-Auth-Token": {"k"}, "Proxy-Authorization": {"x"},
		"Www-Authenticate": {"x"}, "X-Goog-Api-Key": {"k"}, "Private-Token": {"k"}, "X-Anything": {"k"}, "Referer": {"http://a.com/?key=k"},
	}
	for _, c := range []struct {
		reason, url string
		kept        bool // at the last hop
	}{
		{"the same origin", "http://a.com/302/to/%2Fx", true},
		{"another host", "http://a.com/302/to/http:%2F%2Fb.com%2F", false},
		{"a host below", "http://a.com/302/to/http:%2F%2Fapi.a.com%2F", false},
		{"another port", "http://a.com/302/to/http:%2F%2Fa.com:8080%2F", false},
		{"the same port, written", "http://a.com/302/to/http:%2F%2Fa.com:80%2F", true},
		{"there and back", "http://a.com/302/to/http:%2F%2Fb.com%2F302%2Fto%2Fhttp:%252F%252Fa.com%252F", false},
	} {
		w := newWorld(t, Options{}, redirector)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = private.Clone()
		request.Header.Set("Accept", "text/plain")
		response, err := w.open().Do(request)
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
		body        string // at the last hop
	}{
		{"307 to another origin", "http://a.com/307/to/http:%2F%2Fb.com%2F", false, ""},
		{"308 to another origin", "http://a.com/308/to/http:%2F%2Fb.com%2F", false, ""},
		{"303 drops the body", "http://a.com/303/to/http:%2F%2Fb.com%2F", true, ""},
		{"302 drops the body", "http://a.com/302/to/http:%2F%2Fb.com%2F", true, ""},
		{"307 within the origin", "http://a.com/307/to/%2Fx", true, "secret"},
	} {
		bodies := []string{}
		w := newWorld(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
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

// TestRebinding has a name that is public when it is first looked up, and
// loopback from then on.
func TestRebinding(t *testing.T) {
	w := newWorld(t, Options{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close") // so that every request connects anew
		_, _ = io.WriteString(w, "hello")
	})
	client := w.open()
	if got := w.answered(client, "http://rebind.com/"); got != "hello" {
		t.Errorf("the control got %q", got)
	}
	for range 10 {
		w.refused(client, attempt{"rebound", "http://rebind.com/"})
	}
}

func TestOnlyThePublicAddressesOfANameAreUsed(t *testing.T) {
	w := newWorld(t, Options{}, hello)
	for range 5 {
		w.backend.Close()
		if got := w.answered(w.open(), "http://mixed.com/"); got != "hello" {
			t.Errorf("got %q", got)
		}
	}
	if w.reached.Load() != 0 {
		t.Error("the private address was used")
	}
}

func TestProxiesOfTheEnvironmentAreNotUsed(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1/")
	}
	w := newWorld(t, Options{}, hello)
	if got := w.answered(w.open(), "http://a.com/"); got != "hello" {
		t.Errorf("got %q", got)
	}
}

// TestConnectionsAreNotShared opens a connection to a private host where that
// is allowed, and asks for it where it is not.
func TestConnectionsAreNotShared(t *testing.T) {
	w := newWorld(t, Options{}, hello)
	opened := capability.NetworkPolicy{Allow: []string{"in.com"}, AllowPrivate: true}
	if got := w.answered(w.client([]string{"in.com"}, opened), "http://in.com/"); got != "private" {
		t.Errorf("the control got %q", got)
	}
	for _, c := range []struct {
		declared []string
		policy   capability.NetworkPolicy
	}{
		{[]string{"in.com"}, capability.NetworkPolicy{Allow: []string{"in.com"}}},
		{[]string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}}},
		{[]string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, AllowPrivate: true}},
		{[]string{"in.com"}, capability.NetworkPolicy{Allow: []string{"in.com"}, Deny: []string{"10.0.0.1"}, AllowPrivate: true}},
		{[]string{"in.com"}, capability.NetworkPolicy{Allow: []string{"in.com"}, Deny: []string{"in.com"}, AllowPrivate: true}},
	} {
		if _, err := w.client(c.declared, c.policy).Get("http://in.com/"); err == nil { //nolint:bodyclose // there is none
			t.Errorf("%+v reached the private host", c)
		}
	}
	if n := w.reached.Load(); n != 1 {
		t.Errorf("the private server was reached %d times", n)
	}
}

func TestBodiesAreBounded(t *testing.T) {
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
		w := newWorld(t, Options{MaxBodyBytes: 1000}, c.answer)
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

func TestSlowServers(t *testing.T) {
	release := make(chan struct{})
	for reason, answer := range map[string]http.HandlerFunc{
		"no answer": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-release:
			case <-r.Context().Done():
			}
		},
		"a body that does not end": func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, "begin")
			w.(http.Flusher).Flush()
			select {
			case <-release:
			case <-r.Context().Done():
			}
		},
		"an endless header": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X", strings.Repeat("x", 1<<20))
		},
	} {
		w := newWorld(t, quick, answer)
		response, err := w.open().Get("http://a.com/")
		if err == nil {
			_, err = io.ReadAll(response.Body)
			_ = response.Body.Close()
		}
		if err == nil {
			t.Errorf("%s: must fail", reason)
		}
	}
	close(release)
	w := newWorld(t, Options{}, hello)
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	cancel()
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.com/", nil)
	if _, err := w.open().Do(request); !errors.Is(err, context.Canceled) { //nolint:bodyclose // there is none
		t.Errorf("cancelled: %v", err)
	}
}

func TestRequestsThatPretend(t *testing.T) {
	for reason, change := range map[string]func(*http.Request){
		"another Host header": func(r *http.Request) { r.Host = "in.com" },
		"an upgrade":          func(r *http.Request) { r.Header.Set("Upgrade", "websocket") },
	} {
		w := newWorld(t, Options{}, hello)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.com/", nil)
		if err != nil {
			t.Fatal(err)
		}
		change(request)
		var denial *capability.Denied
		if _, err := w.open().Do(request); !errors.As(err, &denial) { //nolint:bodyclose // there is none
			t.Errorf("%s: %v", reason, err)
		}
	}
}

func TestDryRunsOnlyRead(t *testing.T) {
	w := newWorld(t, Options{}, hello)
	client, err := w.backend.Client(t.Context(), &capability.Request{DryRun: true, Needs: &capability.Needs{Hosts: []string{"*"}}, Network: capability.NetworkPolicy{Allow: []string{"*"}}})
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

// TestRefusalsTellNothing makes sure that what is allowed does not show in a
// refusal.
func TestRefusalsTellNothing(t *testing.T) {
	w := newWorld(t, Options{}, hello)
	client := w.client([]string{"a.com", "secret.example.org"}, capability.NetworkPolicy{Allow: []string{"a.com", "*.corp.example"}, Deny: []string{"hidden.example"}})
	for _, url := range []string{"http://b.com/", "http://127.0.0.1/", "http://secret.example.org/", "http://x@a.com/"} {
		_, err := client.Get(url) //nolint:bodyclose // there is none
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
	w := newWorld(t, Options{UserAgent: "agent/1"}, hello)
	w.answered(w.open(), "http://a.com/")
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
		name, address, problem := canonical(host)
		if problem != "" {
			return
		}
		if again, _, problem := canonical(name); problem != "" || again != name {
			t.Errorf("%q is canonical as %q, and that as %q (%s)", host, name, again, problem)
		}
		if parsed, err := netip.ParseAddr(name); (err == nil) != address.IsValid() || err == nil && parsed != address {
			t.Errorf("%q: name %q, address %s", host, name, address)
		}
	})
}
