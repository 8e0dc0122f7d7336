package network

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
)

// dnsServer is a local name server. A name with several answers gets one after the other, and then
// always the last.
type dnsServer struct {
	mu      sync.Mutex
	answers map[string][][]netip.Addr
	asked   map[string]int
}

// resolver starts the server and returns a resolver that queries it.
func (s *dnsServer) resolver(t testing.TB) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go s.serve(conn)
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (s *dnsServer) serve(conn net.PacketConn) {
	buffer := make([]byte, 1500)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		if answer := s.answer(buffer[:n]); answer != nil {
			_, _ = conn.WriteTo(answer, from)
		}
	}
}

// answer returns the answer to one query: RFC 1035, section 4.
func (s *dnsServer) answer(query []byte) []byte {
	if len(query) < 12 {
		return nil
	}
	var labels []string
	i := 12
	for i < len(query) && query[i] != 0 {
		labels = append(labels, string(query[i+1:i+1+int(query[i])]))
		i += 1 + int(query[i])
	}
	question := query[12 : i+5]
	kind := binary.BigEndian.Uint16(query[i+1:])
	found := s.find(strings.ToLower(strings.Join(labels, ".")), kind)
	reply := append([]byte{}, query[:2]...)
	reply = append(reply, 0x81, 0x80, 0, 1, 0, byte(len(found)), 0, 0, 0, 0)
	reply = append(reply, question...)
	for _, address := range found {
		data := address.AsSlice()
		reply = append(reply, 0xC0, 12, byte(kind>>8), byte(kind), 0, 1, 0, 0, 0, 0, 0, byte(len(data)))
		reply = append(reply, data...)
	}
	return reply
}

const typeA, typeAAAA = 1, 28

func (s *dnsServer) find(name string, kind uint16) []netip.Addr {
	s.mu.Lock()
	defer s.mu.Unlock()
	turns := s.answers[name]
	if len(turns) == 0 {
		return nil
	}
	turn := turns[min(s.asked[name]/2, len(turns)-1)] // each lookup has two queries
	s.asked[name]++
	var found []netip.Addr
	for _, address := range turn {
		if address.Is4() == (kind == typeA) && (kind == typeA || kind == typeAAAA) {
			found = append(found, address)
		}
	}
	return found
}
