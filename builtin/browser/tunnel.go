package browser

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// trackedConn is a connection that its proxy can close.
type trackedConn struct {
	net.Conn
	proxy *proxy
}

// track adds a connection to those that the proxy closes.
func (p *proxy) track(conn net.Conn, hostPort string) (net.Conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		conn.Close()
		return nil, net.ErrClosed
	}
	p.tunnels[conn] = hostPort
	return &trackedConn{conn, p}, nil
}

func (t *trackedConn) Close() error {
	t.proxy.mu.Lock()
	delete(t.proxy.tunnels, t.Conn)
	t.proxy.mu.Unlock()
	return t.Conn.Close()
}

// connect copies between Chromium and a host until both have closed.
func (p *proxy) connect(w http.ResponseWriter, r *http.Request) {
	server, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway) // Chromium shows an error of its own
		return
	}
	defer server.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	client, err = p.track(client, fromChromium) // so that closing the proxy closes it
	if err != nil {
		return
	}
	defer client.Close()
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	join(client, buffered.Reader, server)
}

// join copies in both directions, and returns when both are done.
func join(client net.Conn, from *bufio.Reader, server net.Conn) {
	var group sync.WaitGroup
	group.Go(func() {
		_, _ = io.Copy(server, from)
		closeWrite(server)
	})
	_, _ = io.Copy(client, server)
	closeWrite(client)
	group.Wait()
}

// closeWrite ends the data for the other end. A connection that the
// other end does not close in turn is closed after a minute.
func closeWrite(conn net.Conn) {
	if t, ok := conn.(*trackedConn); ok {
		conn = t.Conn
	}
	if half, ok := conn.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		conn.Close()
		return
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
}
