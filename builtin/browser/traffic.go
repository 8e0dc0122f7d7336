package browser

import (
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// The limits of what one profile may send and receive together during one call,
// or in usagePeriod after it. They include what the limits of pages do not see,
// such as the requests of shared workers and service workers. A connection has at
// least one request.
const (
	maxTraffic     = 2 * maxBytes // as the network transports them
	maxConnections = 2 * maxCallRequests
)

// errTraffic is the error of a connection when a limit is exceeded.
var errTraffic = errors.New("browser: the pages have used the network too much")

// traffic counts what the connections of a proxy have transported since the last
// call began.
type traffic struct {
	bytes, connections atomic.Int64
	began              atomic.Int64 // in nanoseconds since 1970
}

// reset begins to count anew.
func (t *traffic) reset() {
	t.bytes.Store(0)
	t.connections.Store(0)
	t.began.Store(time.Now().UnixNano())
}

// add counts, and reports whether a limit is exceeded. It begins to count anew
// after usagePeriod.
func (t *traffic) add(bytes, connections int64) (isExceeded bool) {
	if began := t.began.Load(); time.Since(time.Unix(0, began)) > usagePeriod {
		t.reset()
	}
	// Both are counted: the second counter also when the first one is exceeded.
	allBytes, allConnections := t.bytes.Add(bytes), t.connections.Add(connections)
	return allBytes > maxTraffic || allConnections > maxConnections
}

// note returns what the model reads when a limit was exceeded; empty if none was.
func (t *traffic) note() string {
	if t.bytes.Load() <= maxTraffic && t.connections.Load() <= maxConnections {
		return ""
	}
	return fmt.Sprintf("the pages and workers of this session transported more than %d MB or made more than %d connections: they have no network until the next call", maxTraffic>>20, maxConnections)
}

// countedConn is a connection to a host, which counts its bytes and is closed when
// there were too many.
type countedConn struct {
	net.Conn
	traffic *traffic
}

func (c countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if err = c.count(n, err); errors.Is(err, errTraffic) {
		return 0, err // the receiver gets nothing more
	}
	return n, err
}

func (c countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, c.count(n, err)
}

// count counts bytes, and closes the connection if there were too many.
func (c countedConn) count(n int, err error) error {
	if c.traffic.add(int64(n), 0) && err == nil {
		c.Close()
		return errTraffic
	}
	return err
}

// CloseWrite ends the data for the host.
func (c countedConn) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return c.Close()
	}
	return half.CloseWrite()
}
