package browser

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

// guard is the part of the transport of a network client that the proxy needs.
// The package runtime/capability/network documents the methods.
type guard interface {
	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
	CheckHost(hostPort string, address netip.Addr) error
}

// guardOf returns the guard of a client.
func guardOf(client *http.Client) (guard, error) {
	if client != nil {
		if g, ok := client.Transport.(guard); ok {
			return g, nil
		}
	}
	return nil, errors.New("browser: the transport of the HTTP client is not that of runtime/capability/network: use that backend, without a wrapper")
}

// proxy is the only way of a session's profile to the network. It requires a
// password, because other processes of the machine can connect to it.
type proxy struct {
	listener net.Listener
	server   *http.Server
	forward  *httputil.ReverseProxy
	password string // the value of the header Proxy-Authorization
	group    sync.WaitGroup

	mu      sync.Mutex
	guard   guard
	tunnels map[net.Conn]string // the open connections with the host:port of those to hosts
	refused []refusal
	closed  bool
}

// refusal is a host that the policy refused.
type refusal struct {
	host, reason string
}

const (
	proxyUser = "session"
	// maxRefusals is the maximum number of refusals that are kept during a
	// call.
	maxRefusals = 20
	// dialTimeout limits the time for one connection.
	dialTimeout = 15 * time.Second
)

// newProxy starts a proxy that refuses every host until setGuard.
func newProxy() (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: listener, password: rand.Text(), tunnels: make(map[net.Conn]string)}
	quiet := log.New(io.Discard, "", 0)
	p.forward = &httputil.ReverseProxy{
		// The query is sent as it came, valid or not; no header about the client is added.
		Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.RawQuery = r.In.URL.RawQuery },
		Transport: &http.Transport{
			DialContext: p.dial, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: 256 << 10,
		},
		ModifyResponse: refuseProxyAuth,
		FlushInterval:  -1,
		ErrorLog:       quiet,
		// The connection is closed: an answer of the proxy would look like the site's.
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 20 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 256 << 10, ErrorLog: quiet}
	p.group.Go(func() { _ = p.server.Serve(listener) })
	return p, nil
}

// refuseProxyAuth refuses answers that ask for the password of a proxy:
// Chromium would take them for the proxy's own, and forget the right password.
func refuseProxyAuth(r *http.Response) error {
	if r.StatusCode == http.StatusProxyAuthRequired {
		return errors.New("browser: a site asks for the password of the proxy")
	}
	return nil
}

// address returns the address on which the proxy listens.
func (p *proxy) address() string { return p.listener.Addr().String() }

// setGuard sets the policy. It closes connections to hosts that the policy does
// not allow, and deletes earlier refusals.
func (p *proxy) setGuard(g guard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guard, p.refused = g, nil
	for conn, hostPort := range p.tunnels {
		if hostPort == fromChromium {
			continue // the connection to the host decides
		}
		address, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
		if g.CheckHost(hostPort, address.Addr()) != nil {
			conn.Close() // the goroutine that copies removes it
		}
	}
}

// fromChromium is the host of the connections from Chromium to the proxy.
const fromChromium = ""

// refusalReason returns why a host and port was refused since setGuard; empty
// where it was not.
func (p *proxy) refusalReason(hostPort string) string {
	for _, r := range p.refusals() {
		if strings.EqualFold(r.host, hostPort) {
			return r.reason
		}
	}
	return ""
}

// refusals returns the refusals since setGuard.
func (p *proxy) refusals() []refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.refused)
}

// dial connects to a host that the policy allows.
func (p *proxy) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	p.mu.Lock()
	g, closed := p.guard, p.closed
	p.mu.Unlock()
	if g == nil || closed {
		return nil, net.ErrClosed
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := g.DialContext(ctx, network, hostPort)
	if err != nil {
		p.addRefusal(hostPort, err)
		return nil, err
	}
	return p.track(conn, hostPort)
}

// addRefusal records a refusal, for the notes of the call.
func (p *proxy) addRefusal(hostPort string, err error) {
	denied, ok := errors.AsType[*capability.Denied](err)
	if !ok {
		return
	}
	r := refusal{hostPort, denied.Reason}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.refused) < maxRefusals && !slices.Contains(p.refused, r) {
		p.refused = append(p.refused, r)
	}
}

// ServeHTTP handles one request of Chromium.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !p.hasPassword(r.Header.Get("Proxy-Authorization")):
		w.Header().Set("Proxy-Authenticate", `Basic realm="session"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
	case r.Method == http.MethodConnect:
		p.connect(w, r)
	case r.URL.Scheme != "http" || r.Host != r.URL.Host || r.Header.Get("Upgrade") != "":
		panic(http.ErrAbortHandler) // no browser sends such a request
	default:
		p.forward.ServeHTTP(w, r)
	}
}

// hasPassword reports whether the header of a request has the password.
func (p *proxy) hasPassword(header string) bool {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(proxyUser+":"+p.password))
	return subtle.ConstantTimeCompare([]byte(header), []byte(want)) == 1
}

// close closes the proxy and all its connections, and waits for its goroutines.
func (p *proxy) close() {
	p.mu.Lock()
	p.closed = true
	for conn := range p.tunnels {
		conn.Close()
	}
	p.mu.Unlock()
	_ = p.server.Close()
	p.group.Wait()
}
