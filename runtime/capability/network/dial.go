package network

import (
	"cmp"
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

// kind restricts the addresses to which a dialer connects, in addition to the scope.
type kind int

const (
	anyAddress kind = iota
	publicAddress
	privateAddress
)

// reason says why an address is not of the kind; it is empty if it is.
func (k kind) reason(address netip.Addr) string {
	switch public, why := Public(address); {
	case k == publicAddress && !public:
		return "its address is not public (" + why + ")"
	case k == privateAddress && public:
		return "its address is public"
	}
	return ""
}

// dial connects to an address of the host that is allowed, of any kind.
func (d dialer) dial(ctx context.Context, network, hostPort string) (net.Conn, error) {
	return d.dialKind(ctx, network, hostPort, anyAddress)
}

// dialKind looks up the host and connects to the first of its addresses that is allowed and that
// answers. It connects to the same address that it checked.
func (d dialer) dialKind(ctx context.Context, network, hostPort string, k kind) (net.Conn, error) {
	found, port, refusal := d.addresses(ctx, hostPort, k)
	var failure error
	for _, address := range found {
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

// addresses looks up the host and returns those of its addresses that are allowed, and its port. The
// error says why there are none, or why some are refused.
func (d dialer) addresses(ctx context.Context, hostPort string, k kind) (allowed []netip.Addr, port string, refusal error) {
	host, text, err := net.SplitHostPort(hostPort)
	if err != nil {
		return nil, "", err
	}
	name, _, problem := canonicalHost(host)
	port, portProblem := canonicalPort(text)
	if problem+portProblem != "" {
		return nil, "", capability.Deny(capability.KindNetwork, cmp.Or(problem, portProblem))
	}
	v := d.scope.judgeHost(name, port)
	if !v.allowed {
		return nil, "", capability.Deny(capability.KindNetwork, v.reason)
	}
	found, err := d.lookup(ctx, name)
	if err != nil {
		return nil, "", err
	}
	for _, address := range found {
		if reason := cmp.Or(d.scope.refuseAddress(address, port, v.private), k.reason(address)); reason != "" {
			refusal = capability.Deny(capability.KindNetwork, reason)
			continue
		}
		allowed = append(allowed, address)
	}
	return allowed, port, refusal
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
