package network

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"

	"github.com/toolgen/toolgen/runtime/capability"
)

// A browser, a proxy or a driver of another protocol needs connections in addition to requests.
// The transport of a client therefore has methods that http.RoundTripper does not have. Find
// them by a type assertion to an interface that contains them:
//
//	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
//	DialPublic(ctx context.Context, network, hostPort string) (net.Conn, error)
//	DialPrivate(ctx context.Context, network, hostPort string) (net.Conn, error)
//	IsPrivate(ctx context.Context, hostPort string) (bool, error)
//	CheckHost(hostPort string, address netip.Addr) error

// DialContext connects to a host and port, such as "example.org:443". It checks the host and port, and
// the addresses when the connection is made, against the declaration and the policy, as for a request.
// It does not check what is sent: the caller is responsible for that, and closes the
// connection. The network is "tcp", "tcp4" or "tcp6". In a dry run every connection is refused,
// because its content is not known. A refusal is a *capability.Denied. The context limits the
// dialling; Options.Timeout does not apply.
func (g *guard) DialContext(ctx context.Context, network, hostPort string) (net.Conn, error) {
	return g.dial(ctx, network, hostPort, anyAddress)
}

// DialPublic is DialContext, but refuses addresses that are not public, also if the policy opens
// them.
func (g *guard) DialPublic(ctx context.Context, network, hostPort string) (net.Conn, error) {
	return g.dial(ctx, network, hostPort, publicAddress)
}

// DialPrivate is DialContext, but refuses addresses that are public.
func (g *guard) DialPrivate(ctx context.Context, network, hostPort string) (net.Conn, error) {
	return g.dial(ctx, network, hostPort, privateAddress)
}

// dial connects to a host that the policy allows.
func (g *guard) dial(ctx context.Context, network, hostPort string, k kind) (net.Conn, error) {
	switch {
	case network != "tcp" && network != "tcp4" && network != "tcp6":
		return nil, capability.Deny(capability.KindNetwork, "only TCP connections can be made")
	case g.scope.dryRun:
		return nil, capability.Deny(capability.KindNetwork, "in a dry run only GET and HEAD requests are sent")
	}
	if err := g.CheckHost(hostPort, netip.Addr{}); err != nil {
		return nil, err
	}
	return dialer{g.backend, &g.scope}.dialKind(ctx, network, hostPort, k)
}

// IsPrivate looks up the host, and reports whether DialContext could connect to an address that is not
// public. The error is that with which DialContext would refuse the host, or that of the lookup.
// Without AllowPrivate, and for hosts that the policy does not name, it looks up no name.
func (g *guard) IsPrivate(ctx context.Context, hostPort string) (bool, error) {
	if err := g.CheckHost(hostPort, netip.Addr{}); err != nil {
		return false, err
	}
	host, port, _ := net.SplitHostPort(hostPort) // CheckHost has checked both
	name, _, _ := canonicalHost(host)
	if port, _ = canonicalPort(port); !g.scope.judgeHost(name, port).private {
		return false, nil
	}
	private, _, err := dialer{g.backend, &g.scope}.addresses(ctx, hostPort, privateAddress)
	if _, isDenied := errors.AsType[*capability.Denied](err); isDenied {
		err = nil // the host has public addresses
	}
	return len(private) > 0, err
}

// CheckHost returns the error with which DialContext would refuse the host and port, or nil. If the
// address is valid, CheckHost checks it as an address of the host. It looks up no name. A caller
// can use it to check an open connection against another policy.
func (g *guard) CheckHost(hostPort string, address netip.Addr) error {
	host, text, err := net.SplitHostPort(hostPort)
	if err != nil {
		return err
	}
	name, literal, problem := canonicalHost(host)
	port, portProblem := canonicalPort(text)
	if problem+portProblem != "" {
		return capability.Deny(capability.KindNetwork, cmp.Or(problem, portProblem))
	}
	v := g.scope.judgeHost(name, port)
	switch {
	case isMetadata(literal):
		return capability.Deny(capability.KindNetwork, "metadata services are never reached")
	case !v.allowed:
		return capability.Deny(capability.KindNetwork, v.reason)
	}
	for _, a := range []netip.Addr{literal, address} {
		if !a.IsValid() {
			continue
		}
		if reason := g.scope.refuseAddress(a, port, v.private); reason != "" {
			return capability.Deny(capability.KindNetwork, reason)
		}
	}
	return nil
}
