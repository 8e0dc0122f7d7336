package network

import (
	"context"
	"net"
	"net/netip"

	"github.com/toolgen/toolgen/runtime/capability"
)

// A browser, a proxy or a driver of another protocol needs connections in addition to requests.
// The transport of a client therefore has two methods that http.RoundTripper does not have. Find
// them by a type assertion to an interface that contains them:
//
//	DialContext(ctx context.Context, network, hostPort string) (net.Conn, error)
//	CheckHost(hostPort string, address netip.Addr) error

// DialContext connects to a host and port, such as "example.org:443". It checks the host, and the
// addresses when the connection is made, against the declaration and the policy, as for a request.
// It checks neither the port nor what is sent: the caller is responsible for that, and closes the
// connection. The network is "tcp", "tcp4" or "tcp6". In a dry run every connection is refused,
// because its content is not known. A refusal is a *capability.Denied. The context limits the
// dialling; Options.Timeout does not apply.
func (g *guard) DialContext(ctx context.Context, network, hostPort string) (net.Conn, error) {
	switch {
	case network != "tcp" && network != "tcp4" && network != "tcp6":
		return nil, capability.Deny(capability.KindNetwork, "only TCP connections can be made")
	case g.scope.dryRun:
		return nil, capability.Deny(capability.KindNetwork, "in a dry run only GET and HEAD requests are sent")
	}
	if err := g.CheckHost(hostPort, netip.Addr{}); err != nil {
		return nil, err
	}
	return dialer{g.backend, &g.scope}.dial(ctx, network, hostPort)
}

// CheckHost returns the error with which DialContext would refuse the host, or nil. If the
// address is valid, CheckHost checks it as an address of the host. It looks up no name. A caller
// can use it to check an open connection against another policy.
func (g *guard) CheckHost(hostPort string, address netip.Addr) error {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		return err
	}
	name, literal, problem := canonicalHost(host)
	if problem != "" {
		return capability.Deny(capability.KindNetwork, problem)
	}
	v := g.scope.judgeHost(name)
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
		if reason := g.scope.refuseAddress(a, v.private); reason != "" {
			return capability.Deny(capability.KindNetwork, reason)
		}
	}
	return nil
}
