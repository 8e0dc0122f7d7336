package network

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// dialer makes the connections of a scope.
type dialer struct {
	backend *Backend
	scope   *scope
}

// dial looks up the host and connects to the first of its addresses that is allowed and that
// answers. It connects to the same address that it checked.
func (d dialer) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(hostPort)
	if err != nil {
		return nil, err
	}
	name, _, problem := canonicalHost(host)
	if problem != "" {
		return nil, capability.Deny(capability.KindNetwork, problem)
	}
	v := d.scope.judgeHost(name)
	if !v.allowed {
		return nil, capability.Deny(capability.KindNetwork, v.reason)
	}
	found, err := d.lookup(ctx, name)
	if err != nil {
		return nil, err
	}
	var refusal, failure error
	for _, address := range found {
		if reason := d.scope.refuseAddress(address, v.private); reason != "" {
			refusal = capability.Deny(capability.KindNetwork, reason)
			continue
		}
		conn, err := d.backend.dial(ctx, network, net.JoinHostPort(address.Unmap().String(), port))
		if err == nil {
			return conn, nil
		}
		failure = errors.Join(failure, err)
	}
	if failure != nil {
		return nil, failure
	}
	return nil, refusal
}

// lookup returns the addresses of a canonical host name.
func (d dialer) lookup(ctx context.Context, name string) ([]netip.Addr, error) {
	if address, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{address}, nil
	}
	absolute := name
	if strings.Contains(name, ".") { // without the search list; the hosts file has names without a dot
		absolute += "."
	}
	found, err := d.backend.options.Resolver.LookupNetIP(ctx, "ip", absolute)
	if err == nil && len(found) == 0 {
		err = &net.DNSError{Err: "no address", Name: name, IsNotFound: true}
	}
	return found, err
}
