package network

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/hosts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// metadataHosts are host names of metadata services.
var metadataHosts = []string{
	"metadata", "metadata.google.internal", "metadata.goog", "metadata.azure.com", "metadata.azure.internal",
	"metadata.aws.amazon.com", "instance-data", "instance-data.ec2.internal", "metadata.packet.net", "metadata.platformequinix.com",
}

// canonicalHost returns a host in lower case, without a trailing dot, and its address if the host
// is one. If the host is not valid, problem says why: it is not ASCII, or it is a spelling of an
// address that programs read in different ways.
func canonicalHost(host string) (name string, address netip.Addr, problem string) {
	name = strings.ToLower(strings.TrimSuffix(host, "."))
	switch {
	case name == "":
		return "", address, "the URL has no host"
	case strings.ContainsFunc(name, func(r rune) bool { return r >= 0x7F || r <= ' ' || strings.ContainsRune(`%\/@?#"<>^|{}`+"`", r) }):
		return "", address, "host names must be written in ASCII, without zones and escapes (xn--… for others)"
	}
	if address, ok := parseAddress(name); ok {
		return address.String(), address, ""
	}
	if strings.ContainsAny(name, ":[]") || strings.HasSuffix(name, ".") || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		return "", address, "the host is not a name"
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		return "", address, "an IPv4 address must be written as four decimal numbers"
	}
	return name, address, ""
}

// parseAddress parses an address. An IPv6 address can be in brackets.
func parseAddress(name string) (netip.Addr, bool) {
	inner, opened := strings.CutPrefix(name, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	address, err := netip.ParseAddr(inner)
	return address, err == nil && opened == closed && (!opened || address.Is6())
}

// isNumber reports whether a label is a decimal, octal or hexadecimal number. Some resolvers read a
// name whose last label is a number as an IPv4 address.
func isNumber(label string) bool {
	digits := strings.TrimPrefix(label, "0x")
	hexadecimal := len(digits) < len(label)
	return !strings.ContainsFunc(digits, func(r rune) bool {
		return (r < '0' || r > '9') && (!hexadecimal || r < 'a' || r > 'f')
	})
}

// namesHost reports whether one of the patterns covers the canonical host and port; patterns for every host
// do not count.
func namesHost(patterns []string, hostPort string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return !isForAll(pattern) && hosts.Covers(pattern, hostPort) })
}

// isForAll reports whether a pattern covers every host.
func isForAll(pattern string) bool {
	host, _ := hosts.Split(pattern)
	return host == hosts.All
}

// coversAll reports whether one of the patterns covers the port of every host.
func coversAll(patterns []string, hostPort string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return isForAll(pattern) && hosts.Covers(pattern, hostPort) })
}

// declares reports whether one of the declared patterns covers the host and port.
func declares(declared []string, hostPort string) bool {
	return slices.ContainsFunc(declared, func(pattern string) bool { return hosts.Covers(hosts.Declared(pattern), hostPort) })
}

// canonicalPort returns a port in decimal without zeros before it. If the port is not valid, problem says so.
func canonicalPort(text string) (port, problem string) {
	number, err := strconv.ParseUint(text, 10, 16)
	if err != nil || number == 0 {
		return "", "the port must be a number from 1 to 65535"
	}
	return strconv.FormatUint(number, 10), ""
}

// scope is what one tool can reach under a policy.
type scope struct {
	declared []string
	policy   capability.NetworkPolicy
	dryRun   bool // only GET and HEAD requests are allowed
}

// verdict is the decision of a scope about a host.
type verdict struct {
	allowed bool
	private bool   // the host's private addresses are allowed too
	reason  string // why the host is refused
}

// judgeHost decides about a canonical host and port.
func (s *scope) judgeHost(host, port string) verdict {
	hostPort := net.JoinHostPort(host, port)
	public := coversAll(s.policy.Allow, hostPort)
	named := namesHost(s.policy.Allow, hostPort)
	switch {
	case slices.Contains(metadataHosts, host):
		return verdict{reason: "metadata services are never reached"}
	case hosts.Denies(s.policy.Deny, hostPort):
		return verdict{reason: "the policy denies the host" + onPort(port)}
	case !declares(s.declared, hostPort):
		return verdict{reason: "the tool does not declare the host" + onPort(port)}
	case !public && !named:
		return verdict{reason: "the policy does not allow the host" + onPort(port)}
	}
	return verdict{allowed: true, private: named && s.policy.AllowPrivate}
}

// onPort returns words for a refusal of a port that is neither that of HTTP nor that of HTTPS.
func onPort(port string) string {
	if port == "80" || port == "443" {
		return ""
	}
	return " on port " + port
}

// refuseAddress returns the reason why an address of an allowed host is refused, or an empty
// string if the address is allowed.
func (s *scope) refuseAddress(address netip.Addr, port string, private bool) (reason string) {
	plain := address.WithZone("").Unmap()
	public, why := Public(address)
	switch {
	case isMetadata(address):
		return "metadata services are never reached"
	case hosts.Denies(s.policy.Deny, net.JoinHostPort(plain.String(), port)):
		return "the policy denies its address"
	case !public && (!private || !isPrivate(plain)):
		return "its address is not public (" + why + ")"
	}
	return ""
}

// isPrivate reports whether a policy can open the address: it can open private, loopback and
// link-local addresses, and no other special ones.
func isPrivate(address netip.Addr) bool {
	return address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast()
}
