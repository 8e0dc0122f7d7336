package browser

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// tracked is a connection that its proxy knows of until it is closed.
type tracked struct {
	net.Conn
	proxy *proxy
}

func (p *proxy) track(conn net.Conn, hostPort string) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	p.tunnels[conn] = hostPort
	return &tracked{conn, p}, nil
}

func (t *tracked) Close() error {
	t.proxy.mu.Lock()
	delete(t.proxy.tunnels, t.Conn)
	t.proxy.mu.Unlock()
	return t.Conn.Close()
}

// connect joins Chromium and a host, until one of them has enough.
func (p *proxy) connect(w http.ResponseWriter, r *http.Request) {
	there, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway) // Chromium shows an error of its own
		return
	}
	defer there.Close()
	here, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	here, err = p.track(here, fromChromium) // so that close ends it
	if err != nil {
		return
	}
	defer here.Close()
	if _, err := io.WriteString(here, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	join(here, buffered.Reader, there)
}

// join copies both ways, and returns when both are done.
func join(here net.Conn, from *bufio.Reader, there net.Conn) {
	var group sync.WaitGroup
	group.Go(func() {
		_, _ = io.Copy(there, from)
		finish(there)
	})
	_, _ = io.Copy(here, there)
	finish(here)
	group.Wait()
}

// finish tells the other end that nothing more comes; an end that does not
// finish in turn is cut after a while.
func finish(conn net.Conn) {
	if t, ok := conn.(*tracked); ok {
		conn = t.Conn
	}
	if half, ok := conn.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		conn.Close()
		return
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
}
