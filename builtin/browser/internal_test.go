package browser

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

func TestPipeCutsMessages(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	texts := strings.Repeat(`"abc",`, 20_000)
	cut := long[:maxString]
	for _, c := range []struct {
		reason, in string
		want       []string
	}{
		{"messages", "{\"a\":1}\x00{}\x00", []string{`{"a":1}`, "{}"}},
		{"a message that does not end", "{}\x00{\"a\"", []string{"{}"}},
		{"a long answer becomes an error", `{"id":7,"result":[` + texts + "1]}\x00{}\x00", []string{`{"id":7,"error":{"code":-39001,"message":"the answer is too long"}}`, "{}"}},
		{"a long event is dropped", `{"method":"x","params":[` + texts + "1]}\x00{}\x00", []string{"", "{}"}},
		{"a long text is cut", `{"a":"` + long + "\",\"b\":\"c\"}\x00{}\x00", []string{`{"a":"` + cut + cutMark + `","b":"c"}`, "{}"}},
		{"a text of the maximum length", `{"a":"` + cut + "\"}\x00", []string{`{"a":"` + cut + `"}`}},
		{"a cut before a character of two bytes", `{"a":"` + cut[1:] + "é" + long + "\"}\x00", []string{`{"a":"` + cut[1:] + cutMark + `"}`}},
		{"a cut before an escape", `{"a":"` + cut[3:] + `\u0041` + long + "\"}\x00", []string{`{"a":"` + cut[3:] + cutMark + `"}`}},
		{"escapes do not end a text", `{"a\\":"b\"c\\","d":"\\\"` + long + "\"}\x00", []string{`{"a\\":"b\"c\\","d":"\\\"` + cut[4:] + cutMark + `"}`}},
		{"a screenshot is not cut", `{"id":7,"result":{"data":"` + long[:90_000] + "\"}}\x00", []string{`{"id":7,"result":{"data":"` + long[:90_000] + `"}}`}},
		{"other long data is cut", `{"id":7,"result":{"date":"` + long + "\"}}\x00", []string{`{"id":7,"result":{"date":"` + cut + cutMark + `"}}`}},
	} {
		p := newPipe(strings.NewReader(c.in), nil, 100_000, nil)
		for i := 0; ; i++ {
			got, err := p.next()
			if err != nil {
				if err != io.EOF || i != len(c.want) {
					t.Errorf("%s: %v after %d messages", c.reason, err, i)
				}
				break
			}
			if i >= len(c.want) || string(got) != c.want[i] {
				t.Errorf("%s: got %.200q", c.reason, got)
			}
		}
	}
}

func TestBuildTreeWithInvalidNodes(t *testing.T) {
	for _, c := range []struct {
		reason string
		axNode []*axNode
		want   int // nodes below the root
	}{
		{"a tree", []*axNode{{NodeID: "1", ChildIDs: []string{"2", "3"}}, {NodeID: "2", ParentID: "1"}, {NodeID: "3", ParentID: "1"}}, 3},
		{"a circle through the root", []*axNode{{NodeID: "1", ChildIDs: []string{"2"}}, {NodeID: "2", ParentID: "1", ChildIDs: []string{"1"}}}, 2},
		{"a circle below the root", []*axNode{{NodeID: "1", ChildIDs: []string{"2"}}, {NodeID: "2", ParentID: "1", ChildIDs: []string{"2", "3"}}, {NodeID: "3", ParentID: "2", ChildIDs: []string{"2"}}}, 3},
		{"a child of two nodes", []*axNode{{NodeID: "1", ChildIDs: []string{"2", "3"}}, {NodeID: "2", ParentID: "1", ChildIDs: []string{"3"}}, {NodeID: "3", ParentID: "1"}}, 3},
		{"a child that is missing", []*axNode{{NodeID: "1", ChildIDs: []string{"9"}}}, 1},
		{"the same node twice", []*axNode{{NodeID: "1"}, {NodeID: "1"}}, 1},
	} {
		nodes := make(map[string]*node)
		for _, n := range c.axNode {
			nodes[n.NodeID] = newNode(n, "f", strings.TrimSpace)
		}
		if got := count(buildTree(c.axNode, nodes)) - 1; got != c.want {
			t.Errorf("%s: %d nodes", c.reason, got)
		}
	}
}

func count(n *node) int {
	sum := 1
	for _, child := range n.children {
		sum += count(child)
	}
	return sum
}

// loopback is a guard that allows one host and connects to a fixed address.
type loopback struct{ host, address string }

func (l loopback) CheckHost(hostPort string, _ netip.Addr) error {
	if host, _, _ := net.SplitHostPort(hostPort); host != l.host {
		return &capability.Denied{Kind: capability.KindNetwork, Reason: "another host"}
	}
	return nil
}

func (loopback) IsPrivate(context.Context, string) (bool, error) { return false, nil }

func (loopback) DialPrivate(context.Context, string, string) (net.Conn, error) {
	return nil, errors.New("not called")
}

func (l loopback) DialPublic(ctx context.Context, network, hostPort string) (net.Conn, error) {
	if err := l.CheckHost(hostPort, netip.Addr{}); err != nil {
		return nil, err
	}
	return new(net.Dialer).DialContext(ctx, network, l.address)
}

// echo starts a server that sends back what it receives, and returns its address.
func echo(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(conn, conn)
				conn.Close()
			}()
		}
	}()
	return listener.Addr().String()
}

// tunnel requests a connection from the proxy, and returns the status of the
// answer.
func tunnel(t *testing.T, p *proxy, hostPort, password string) (net.Conn, *bufio.Reader, int) {
	t.Helper()
	conn, err := net.Dial("tcp", p.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	request, _ := http.NewRequest(http.MethodConnect, "http://"+hostPort, nil)
	request.Host = hostPort
	request.SetBasicAuth(proxyUser, password)
	request.Header["Proxy-Authorization"] = request.Header["Authorization"]
	if err := request.Write(conn); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	response, err := http.ReadResponse(reader, request)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK { // after success the body is the connection
		response.Body.Close()
	}
	return conn, reader, response.StatusCode
}

func TestProxy(t *testing.T) {
	p, err := newProxy(false)
	if err != nil {
		t.Fatal(err)
	}
	address := echo(t)
	if _, _, status := tunnel(t, p, "site.example:443", p.password); status != http.StatusBadGateway {
		t.Errorf("before a policy: %d", status)
	}
	p.setGuard(loopback{"site.example", address})
	for _, password := range []string{"", "guess", strings.ToLower(p.password)} {
		if _, _, status := tunnel(t, p, "site.example:443", password); status != http.StatusProxyAuthRequired {
			t.Errorf("password %q: %d", password, status)
		}
	}
	if _, _, status := tunnel(t, p, "other.example:443", p.password); status != http.StatusBadGateway || p.refusalReason("other.example:443") == "" {
		t.Errorf("another host: %d, %v", status, p.refusals())
	}
	conn, reader, status := tunnel(t, p, "site.example:443", p.password)
	if status != http.StatusOK {
		t.Fatalf("the allowed host: %d", status)
	}
	says := func(line string) error {
		if _, err := io.WriteString(conn, line); err != nil {
			return err
		}
		got, err := reader.ReadString('\n')
		if err == nil && got != line {
			err = errors.New(got)
		}
		return err
	}
	if err := says("one\n"); err != nil {
		t.Error(err)
	}
	p.setGuard(loopback{"site.example", address})
	if err := says("two\n"); err != nil || p.refusalReason("other.example:443") != "" {
		t.Errorf("the same policy again cut the connection: %v", err)
	}
	p.setGuard(loopback{"other.example", address})
	if err := says("three\n"); err == nil {
		t.Error("a narrower policy did not close the connection")
	}
	conn, reader, _ = tunnel(t, p, "other.example:443", p.password)
	p.close()
	if err := says("four\n"); err == nil {
		t.Error("close left a connection open")
	}
}

// fickle is a guard whose host has private addresses at some lookups only.
type fickle struct {
	loopback
	private bool
	dialled []string
}

func (f *fickle) IsPrivate(context.Context, string) (bool, error) { return f.private, nil }

func (f *fickle) DialPublic(context.Context, string, string) (net.Conn, error) {
	f.dialled = append(f.dialled, "public")
	return nil, errors.New("no answer")
}

func (f *fickle) DialPrivate(context.Context, string, string) (net.Conn, error) {
	f.dialled = append(f.dialled, "private")
	return nil, errors.New("no answer")
}

// In a proxy that reaches private addresses, a host keeps the kind of its first
// address: a page from a public address cannot become one from a private address.
func TestHostKeepsKindOfAddress(t *testing.T) {
	for _, c := range []struct {
		reason                string
		proxy, before, after  bool
		wantBefore, wantAfter string
	}{
		{"public, then private", true, false, true, "public", "public"},
		{"private, then public", true, true, false, "private", "private"},
		{"a proxy for public addresses", false, false, true, "public", ""},
		{"a private host of it", false, true, true, "", ""},
	} {
		p, err := newProxy(c.proxy)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			private bool
			want    string
		}{{c.before, c.wantBefore}, {c.after, c.wantAfter}} {
			g := &fickle{private: step.private}
			p.setGuard(g)
			_, _ = p.dial(t.Context(), "tcp", "Host.example:80")
			if got := strings.Join(g.dialled, " "); got != step.want {
				t.Errorf("%s: dialled %q, want %q", c.reason, got, step.want)
			}
		}
		p.close()
	}
}

func TestProcessesWithACycle(t *testing.T) {
	var found []int
	for _, p := range (processTree{-1: {-2, -3}, -2: {-1}, -3: {-3, -2}}).measureAll(-1) {
		found = append(found, p.id)
	}
	if want := []int{-1, -2, -3}; !slices.Equal(found, want) {
		t.Errorf("%v, want %v", found, want)
	}
}

// A proxy that has transported too much refuses everything until the next call.
func TestProxyLimitsTraffic(t *testing.T) {
	p, err := newProxy(false)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	allowed := loopback{"site.example", echo(t)}
	for _, c := range []struct {
		reason  string
		counter *atomic.Int64
		limit   int64
	}{{"bytes", &p.traffic.bytes, maxTraffic}, {"connections", &p.traffic.connections, maxConnections}} {
		p.setGuard(allowed)
		c.counter.Store(c.limit - 3)
		conn, reader, status := tunnel(t, p, "site.example:443", p.password)
		if status != http.StatusOK || p.traffic.note() != "" {
			t.Fatalf("%s: below the limit: %d, %s", c.reason, status, p.traffic.note())
		}
		c.counter.Store(c.limit + 1)
		_, _ = io.WriteString(conn, "four")
		if _, err := reader.ReadByte(); err == nil {
			t.Errorf("%s: the connection transports more", c.reason)
		}
		if _, _, status := tunnel(t, p, "site.example:443", p.password); status == http.StatusOK || p.traffic.note() == "" {
			t.Errorf("%s: another connection: %d, %q", c.reason, status, p.traffic.note())
		}
	}
	p.setGuard(allowed)
	if _, _, status := tunnel(t, p, "site.example:443", p.password); status != http.StatusOK {
		t.Errorf("after the next call began: %d", status)
	}
}
