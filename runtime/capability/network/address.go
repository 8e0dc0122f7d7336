package network

import "net/netip"

// special are the prefixes that no public host has: those of the IANA special-purpose address registries that
// are not globally reachable or carry another address within, multicast, and
// what was reserved before.
//
// https://www.iana.org/assignments/iana-ipv4-special-registry
// https://www.iana.org/assignments/iana-ipv6-special-registry
var special = []struct{ prefix, what string }{
	{"0.0.0.0/8", "this network"},
	{"10.0.0.0/8", "private"},
	{"100.64.0.0/10", "shared address space"},
	{"127.0.0.0/8", "loopback"},
	{"168.63.129.16/32", "a platform service of Azure"},
	{"169.254.0.0/16", "link-local"},
	{"172.16.0.0/12", "private"},
	{"192.0.0.0/24", "protocol assignments"},
	{"192.0.2.0/24", "documentation"},
	{"192.31.196.0/24", "AS112"},
	{"192.52.193.0/24", "AMT"},
	{"192.88.99.0/24", "6to4 relay"},
	{"192.168.0.0/16", "private"},
	{"192.175.48.0/24", "AS112"},
	{"198.18.0.0/15", "benchmarking"},
	{"198.51.100.0/24", "documentation"},
	{"203.0.113.0/24", "documentation"},
	{"224.0.0.0/4", "multicast"},
	{"240.0.0.0/4", "reserved"},

	{"2001::/23", "protocol assignments, Teredo among them"},
	{"2001:db8::/32", "documentation"},
	{"2002::/16", "6to4"},
	{"2620:4f:8000::/48", "AS112"},
	{"3fff::/20", "documentation"},
}

// global is where all public addresses of IPv6 are. RFC 4291, section 2.4, and
// https://www.iana.org/assignments/ipv6-address-space
var global = netip.MustParsePrefix("2000::/3")

// metadata are the addresses of services that give credentials to whoever asks
// from a machine in the cloud.
var metadata = addresses(
	"169.254.169.254",               // AWS, Azure, Google Cloud and others
	"169.254.170.2",                 // AWS: tasks of ECS
	"169.254.170.23",                // AWS: pods of EKS
	"fd00:ec2::254", "fd00:ec2::23", // the same over IPv6
	"100.100.100.200", // Alibaba Cloud
	"192.0.0.192",     // Oracle Cloud
	"168.63.129.16",   // Azure
	"fd20:ce::254",    // Google Cloud over IPv6
)

func addresses(texts ...string) map[netip.Addr]bool {
	set := make(map[netip.Addr]bool, len(texts))
	for _, text := range texts {
		set[netip.MustParseAddr(text)] = true
	}
	return set
}

// prefixes are special, parsed.
var prefixes = func() []netip.Prefix {
	parsed := make([]netip.Prefix, len(special))
	for i, s := range special {
		parsed[i] = netip.MustParsePrefix(s.prefix)
	}
	return parsed
}()

// Public reports whether an address may belong to a public host; if not, why
// says what it is. An IPv4 address within an IPv6 one (::ffff:0:0/96) counts as that;
// other ways to write one within another, and zones, are not public.
func Public(address netip.Addr) (public bool, why string) {
	if address.Zone() != "" {
		return false, "an address with a zone"
	}
	address = address.Unmap()
	if address.Is6() && !global.Contains(address) {
		return false, "not a global address"
	}
	for i, prefix := range prefixes {
		if prefix.Contains(address) {
			return false, special[i].what
		}
	}
	return address.IsValid(), "not an address"
}

// isMetadata says that the address, however it is written, is that of a metadata service: also as the last 32 bits of an
// IPv6 address (NAT64, IPv4-compatible) or those after the prefix of 6to4.
func isMetadata(address netip.Addr) bool {
	address = address.WithZone("").Unmap()
	if metadata[address] {
		return true
	}
	if !address.Is6() {
		return false
	}
	b := address.As16()
	return metadata[netip.AddrFrom4([4]byte(b[12:16]))] || metadata[netip.AddrFrom4([4]byte(b[2:6]))]
}
