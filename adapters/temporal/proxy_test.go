package temporal

import (
	"io"
	"net"
	"sync"
	"testing"
)

// proxy passes connections on to a server, and can drop them.
type proxy struct {
	address string
	mu      sync.Mutex
	down    bool
	open    map[net.Conn]bool
}

// newProxy returns a proxy on the loopback interface.
func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{address: listener.Addr().String(), open: map[net.Conn]bool{}}
	t.Cleanup(func() { listener.Close(); p.drop(true) })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go p.pass(connection, target)
		}
	}()
	return p
}

// drop closes all connections, and refuses later ones while down is set.
func (p *proxy) drop(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	for connection := range p.open {
		connection.Close()
	}
}

// add adds a connection, and reports whether it is passed on.
func (p *proxy) add(connection net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		connection.Close()
		return false
	}
	p.open[connection] = true
	return true
}

// pass passes one connection on.
func (p *proxy) pass(connection net.Conn, target string) {
	server, err := net.Dial("tcp", target)
	if err != nil || !p.add(connection) || !p.add(server) {
		connection.Close()
		return
	}
	go func() {
		_, _ = io.Copy(server, connection)
		server.Close()
	}()
	_, _ = io.Copy(connection, server)
	connection.Close()
}
