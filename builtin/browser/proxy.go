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
	DialPublic(ctx context.Context, network, hostPort string) (net.Conn, error)
	DialPrivate(ctx context.Context, network, hostPort string) (net.Conn, error)
	IsPrivate(ctx context.Context, hostPort string) (bool, error)
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

// proxy is the only connection of a profile to the network. It requires a
// password, because other processes of the machine can connect to it.
type proxy struct {
	isPrivate bool // it also connects to addresses that are not public
	lifetime  context.Context
	end       context.CancelFunc
	listener  net.Listener
	server    *http.Server
	forward   *httputil.ReverseProxy
	password  string // the value of the header Proxy-Authorization
	group     sync.WaitGroup
	traffic   traffic

	mu      sync.Mutex
	guard   guard
	tunnels map[net.Conn]string // the open connections with the host:port of those to hosts
	refused []refusal
	// What happened since setGuard.
	problems map[string]string // why no connection to a host and port was possible
	answered map[string]bool   // the URLs of answered requests over http
	closed   bool
	private  map[string]bool // whether a host and port has private addresses, for proxies that reach them
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
func newProxy(isPrivate bool) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{isPrivate: isPrivate, listener: listener, password: rand.Text(), tunnels: make(map[net.Conn]string), private: make(map[string]bool)}
	p.lifetime, p.end = context.WithCancel(context.Background())
	quiet := log.New(io.Discard, "", 0)
	p.forward = &httputil.ReverseProxy{
		// The query is sent as it came, valid or not; no header about the client is added.
		Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.RawQuery = r.In.URL.RawQuery },
		Transport: &http.Transport{
			DialContext: p.dial, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: 256 << 10,
		},
		ModifyResponse: p.onAnswer,
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
	p.traffic.reset()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guard, p.refused = g, nil
	p.problems, p.answered = make(map[string]string), make(map[string]bool)
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
	g := p.currentGuard()
	switch {
	case g == nil:
		return nil, net.ErrClosed
	case p.traffic.add(0, 1):
		return nil, errTraffic
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn, err := p.dialWith(ctx, g, network, hostPort)
	if err != nil {
		if denied, ok := errors.AsType[*capability.Denied](err); ok {
			p.refuse(hostPort, denied.Reason)
		}
		p.setProblem(hostPort, err)
		return nil, err
	}
	return p.track(countedConn{conn, &p.traffic}, hostPort)
}

// currentGuard returns the policy; nil before the first call and after close.
func (p *proxy) currentGuard() guard {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	return p.guard
}

// dialWith connects to a public address, or to a private one if the proxy
// reaches those and the host had one when it was first looked up.
func (p *proxy) dialWith(ctx context.Context, g guard, network, hostPort string) (net.Conn, error) {
	private, err := p.isPrivateHost(ctx, hostPort)
	switch {
	case err != nil:
		return nil, err
	case private && p.isPrivate:
		return g.DialPrivate(ctx, network, hostPort)
	case private:
		return nil, capability.Deny(capability.KindNetwork, "its address is not public, and the page is from a public address: only browser_open can open it")
	}
	return g.DialPublic(ctx, network, hostPort)
}

// maxHosts is the maximum number of hosts whose kind of address is kept.
const maxHosts = 10_000

// isPrivateHost reports whether a host has addresses that are not public. In a
// proxy that reaches those, the first answer holds for its whole life, so that a
// host cannot change sides.
func (p *proxy) isPrivateHost(ctx context.Context, hostPort string) (bool, error) {
	key := strings.ToLower(hostPort)
	p.mu.Lock()
	private, ok := p.private[key]
	g := p.guard
	p.mu.Unlock()
	switch {
	case ok:
		return private, nil
	case g == nil:
		return false, net.ErrClosed
	}
	private, err := g.IsPrivate(ctx, hostPort)
	if err != nil || !p.isPrivate {
		return private, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if first, ok := p.private[key]; ok {
		return first, nil
	}
	if len(p.private) >= maxHosts {
		return false, errors.New("browser: the page has used too many hosts")
	}
	p.private[key] = private
	return private, nil
}

// run calls a function in a goroutine that close waits for. Its context ends
// with the proxy.
func (p *proxy) run(do func(ctx context.Context)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.group.Go(func() { do(p.lifetime) })
	}
}

// refuse records a refusal, for the notes of the call.
func (p *proxy) refuse(hostPort, reason string) {
	r := refusal{hostPort, reason}
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
	p.end()
	for conn := range p.tunnels {
		conn.Close()
	}
	p.mu.Unlock()
	_ = p.server.Close()
	p.group.Wait()
}
