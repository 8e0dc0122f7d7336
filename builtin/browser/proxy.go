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

// guard is the transport of a client of the capability Network, as far as the
// proxy needs it. The backend network documents the methods.
type guard interface {
	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
	CheckHost(hostPort string, address netip.Addr) error
}

// guardOf is the guard of a client.
func guardOf(client *http.Client) (guard, error) {
	if client != nil {
		if g, ok := client.Transport.(guard); ok {
			return g, nil
		}
	}
	return nil, errors.New("browser: the client's transport cannot dial: the browser needs the backend of runtime/capability/network, not wrapped")
}

// proxy is what the profile of one session reaches the network through. It
// serves only those who know its password, because other
// processes of the machine can connect to it too.
type proxy struct {
	listener net.Listener
	server   *http.Server
	forward  *httputil.ReverseProxy
	password string // the value of the header Proxy-Authorization
	group    sync.WaitGroup

	mu      sync.Mutex
	guard   guard
	tunnels map[net.Conn]string // the connections that are open, and the host:port of those to others
	refused []refusal
	closed  bool
}

// refusal is a host that was not connected to.
type refusal struct {
	host, reason string
}

const (
	proxyUser = "session"
	// maxRefusals is how many refusals are remembered during a call.
	maxRefusals = 20
	// dialTimeout bounds one connection.
	dialTimeout = 15 * time.Second
)

// newProxy starts a proxy that allows nothing yet.
func newProxy() (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: listener, password: rand.Text(), tunnels: make(map[net.Conn]string)}
	quiet := log.New(io.Discard, "", 0)
	p.forward = &httputil.ReverseProxy{
		// The URL is that of the request, also where its query is not to Go's taste; nothing about the client is added.
		Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL.RawQuery = r.In.URL.RawQuery },
		Transport: &http.Transport{
			DialContext: p.dial, DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: 256 << 10,
		},
		ModifyResponse: onlyOurs,
		FlushInterval:  -1,
		ErrorLog:       quiet,
		// The connection is closed: an answer of ours would look like the site's.
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 20 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 256 << 10, ErrorLog: quiet}
	p.group.Go(func() { _ = p.server.Serve(listener) })
	return p, nil
}

// onlyOurs refuses answers that ask for a proxy's password: Chromium would
// believe that they are ours, and forget the right one.
func onlyOurs(r *http.Response) error {
	if r.StatusCode == http.StatusProxyAuthRequired {
		return errors.New("browser: a site asks for the password of the proxy")
	}
	return nil
}

// address is where the proxy listens.
func (p *proxy) address() string { return p.listener.Addr().String() }

// allow sets the policy in force. What is connected to hosts that it does
// not allow is cut, and earlier refusals are forgotten.
func (p *proxy) allow(g guard) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.guard, p.refused = g, nil
	for conn, hostPort := range p.tunnels {
		if hostPort == fromChromium {
			continue // what it is joined to decides
		}
		address, _ := netip.ParseAddrPort(conn.RemoteAddr().String())
		if g.CheckHost(hostPort, address.Addr()) != nil {
			conn.Close() // whoever copies from it forgets it
		}
	}
}

// fromChromium stands for a host in the connections that Chromium made to the proxy.
const fromChromium = ""

// refusal is the reason for which a host and port was refused since allow; empty when it was not.
func (p *proxy) refusal(hostPort string) string {
	for _, r := range p.refusals() {
		if strings.EqualFold(r.host, hostPort) {
			return r.reason
		}
	}
	return ""
}

// refusals are those since allow.
func (p *proxy) refusals() []refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.refused)
}

// dial connects to a host that the policy in force allows.
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
		p.note(hostPort, err)
		return nil, err
	}
	return p.track(conn, hostPort)
}

// note remembers a refusal, for the model.
func (p *proxy) note(hostPort string, err error) {
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

// ServeHTTP answers one request of Chromium.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !p.knows(r.Header.Get("Proxy-Authorization")):
		w.Header().Set("Proxy-Authenticate", `Basic realm="session"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
	case r.Method == http.MethodConnect:
		p.connect(w, r)
	case r.URL.Scheme != "http" || r.Host != r.URL.Host || r.Header.Get("Upgrade") != "":
		panic(http.ErrAbortHandler) // no browser asks a proxy so
	default:
		p.forward.ServeHTTP(w, r)
	}
}

// knows reports whether a request comes with the password.
func (p *proxy) knows(header string) bool {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(proxyUser+":"+p.password))
	return subtle.ConstantTimeCompare([]byte(header), []byte(want)) == 1
}

// close ends the proxy and all its connections, and waits for that.
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
