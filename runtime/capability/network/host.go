package network

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/hosts"
	"github.com/toolgen/toolgen/runtime/capability"
)

// metadataHosts are names of metadata services.
var metadataHosts = []string{
	"metadata", "metadata.google.internal", "metadata.goog", "metadata.azure.com", "metadata.azure.internal",
	"metadata.aws.amazon.com", "instance-data", "instance-data.ec2.internal", "metadata.packet.net", "metadata.platformequinix.com",
}

// canonical is a host in lower case without the dot that ends it. What is not ASCII, or stands for an
// address in a spelling that not everybody reads alike, is not a host: problem then says why.
func canonical(host string) (name string, address netip.Addr, problem string) {
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

// isNumber says that some resolvers take a name that ends so for an address:
// decimal, octal or hexadecimal.
func isNumber(label string) bool {
	digits := strings.TrimPrefix(label, "0x")
	hexadecimal := len(digits) < len(label)
	return !strings.ContainsFunc(digits, func(r rune) bool {
		return (r < '0' || r > '9') && (!hexadecimal || r < 'a' || r > 'f')
	})
}

// namesHost reports whether one of the patterns of a policy or a declaration is about a canonical host in
// particular: any pattern but "*".
func namesHost(patterns []string, host string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return pattern != hosts.All && hosts.Covers(pattern, host) })
}

// scope is what one tool may reach under a policy.
type scope struct {
	declared []string
	policy   capability.NetworkPolicy
	dryRun   bool // only what reads
}

// verdict is what a scope says of a host.
type verdict struct {
	allowed bool
	private bool   // its private addresses, too
	reason  string // of a refusal
}

// host judges a canonical host.
func (s *scope) host(host string) verdict {
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

// address judges the address of an allowed host.
func (s *scope) address(address netip.Addr, private bool) (reason string) {
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

// isPrivate says that a policy can open the address: private, loopback and
// link-local ones, and no other special ones.
func isPrivate(address netip.Addr) bool {
	return address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast()
}
