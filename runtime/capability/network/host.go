package network

import (
	"net/netip"
	"slices"
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
	if address, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return address.String(), address, ""
	}
	if strings.Contains(name, ":") || strings.HasSuffix(name, ".") || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		return "", address, "the host is not a name"
	}
	if last := name[strings.LastIndexByte(name, '.')+1:]; isNumber(last) {
		return "", address, "an IPv4 address must be written as four decimal numbers"
	}
	return name, address, ""
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

// namesHost reports whether one of the patterns covers the canonical host; the pattern "*" does not
// count.
func namesHost(patterns []string, host string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return pattern != hosts.All && hosts.Covers(pattern, host) })
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

// judgeHost decides about a canonical host.
func (s *scope) judgeHost(host string) verdict {
	public := slices.Contains(s.policy.Allow, hosts.All)
	named := namesHost(s.policy.Allow, host)
	switch {
	case slices.Contains(metadataHosts, host):
		return verdict{reason: "metadata services are never reached"}
	case hosts.Denies(s.policy.Deny, host):
		return verdict{reason: "the policy denies the host"}
	case !slices.Contains(s.declared, hosts.All) && !namesHost(s.declared, host):
		return verdict{reason: "the tool does not declare the host"}
	case !public && !named:
		return verdict{reason: "the policy does not allow the host"}
	}
	return verdict{allowed: true, private: named && s.policy.AllowPrivate}
}

// refuseAddress says why an address of an allowed host is refused; it is empty if the address is
// allowed.
func (s *scope) refuseAddress(address netip.Addr, private bool) (reason string) {
	plain := address.WithZone("").Unmap()
	public, why := Public(address)
	switch {
	case isMetadata(address):
		return "metadata services are never reached"
	case hosts.Denies(s.policy.Deny, plain.String()):
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
