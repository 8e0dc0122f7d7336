package network

import (
	"context"
	"net"
	"net/netip"
)

// What a browser, a proxy or a driver of a protocol needs beside requests is a connection. The
// transport of a client therefore has two methods more than
// http.RoundTripper, which are found by asserting to an interface with them:
//
//	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
//	CheckHost(hostPort string, address netip.Addr) error

// DialContext connects to a host and port, such as "example.org:443", if a request to it could be
// sent: declaration and policy judge the host, and the addresses when the
// connection is made, as they do for a request. Ports are not judged, nor what is said over
// the connection: who dials answers for that, and closes it. Networks are "tcp",
// "tcp4" and "tcp6". In a dry run nothing is dialled, as anything could be
// sent. A refusal is a *capability.Denied. The time that Options allow a
// request does not bound the connection; the context bounds the dialling.
func (g *guard) DialContext(ctx context.Context, network, hostPort string) (net.Conn, error) {
	switch {
	case network != "tcp" && network != "tcp4" && network != "tcp6":
		return nil, denied("only TCP connections can be made")
	case g.scope.dryRun:
		return nil, denied("in a dry run only GET and HEAD requests are sent")
	}
	if err := g.CheckHost(hostPort, netip.Addr{}); err != nil {
		return nil, err
	}
	return dialer{g.backend, &g.scope}.dial(ctx, network, hostPort)
}

// CheckHost says why DialContext would refuse the host, or, where it is valid, the address that the
// host has; nil when it would not. With it a connection that was made
// under another policy can be judged again. Nothing is looked up.
func (g *guard) CheckHost(hostPort string, address netip.Addr) error {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		return err
	}
	name, literal, problem := canonical(host)
	if problem != "" {
		return denied(problem)
	}
	v := g.scope.host(name)
	switch {
	case isMetadata(literal):
		return denied("metadata services are never reached")
	case !v.allowed:
		return denied(v.reason)
	}
	for _, a := range []netip.Addr{literal, address} {
		if !a.IsValid() {
			continue
		}
		if reason := g.scope.address(a, v.private); reason != "" {
			return denied(reason)
		}
	}
	return nil
}
