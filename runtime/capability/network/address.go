package network

import "net/netip"

// specialBlocks are the address blocks that no public host has: the blocks of the IANA special-purpose
// address registries that are not globally reachable or that contain another address, multicast
// addresses, and blocks that were reserved earlier.
//
// https://www.iana.org/assignments/iana-ipv4-special-registry
// https://www.iana.org/assignments/iana-ipv6-special-registry
var specialBlocks = []struct{ prefix, purpose string }{
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

// globalUnicast contains all public addresses of IPv6: RFC 4291, section 2.4, and
// https://www.iana.org/assignments/ipv6-address-space
var globalUnicast = netip.MustParsePrefix("2000::/3")

// metadataAddresses are the addresses of cloud services that give credentials to every program
// on the machine.
var metadataAddresses = addressSet(
	"169.254.169.254",               // AWS, Azure, Google Cloud and others
	"169.254.170.2",                 // AWS: tasks of ECS
	"169.254.170.23",                // AWS: pods of EKS
	"fd00:ec2::254", "fd00:ec2::23", // the same over IPv6
	"100.100.100.200", // Alibaba Cloud
	"192.0.0.192",     // Oracle Cloud
	"168.63.129.16",   // Azure
	"fd20:ce::254",    // Google Cloud over IPv6
)

// addressSet returns a set of addresses.
func addressSet(texts ...string) map[netip.Addr]bool {
	set := make(map[netip.Addr]bool, len(texts))
	for _, text := range texts {
		set[netip.MustParseAddr(text)] = true
	}
	return set
}

// specialPrefixes are the parsed prefixes of specialBlocks, in the same order.
var specialPrefixes = func() []netip.Prefix {
	parsed := make([]netip.Prefix, len(specialBlocks))
	for i, s := range specialBlocks {
		parsed[i] = netip.MustParsePrefix(s.prefix)
	}
	return parsed
}()

// Public reports whether an address can be that of a public host; if not, reason says which kind
// of address it is. An IPv4-mapped IPv6 address (::ffff:0:0/96) counts as the IPv4 address. Other
// IPv6 forms that contain an IPv4 address are not public, and neither are addresses with a zone.
func Public(address netip.Addr) (public bool, reason string) {
	if address.Zone() != "" {
		return false, "an address with a zone"
	}
	address = address.Unmap()
	if address.Is6() && !globalUnicast.Contains(address) {
		return false, "not a global address"
	}
	for i, prefix := range specialPrefixes {
		if prefix.Contains(address) {
			return false, specialBlocks[i].purpose
		}
	}
	return address.IsValid(), "not an address"
}

// isMetadata reports whether an address is that of a metadata service. It also finds an IPv4
// address in the last 32 bits of an IPv6 address (NAT64, IPv4-compatible) and after the prefix of
// 6to4.
func isMetadata(address netip.Addr) bool {
	address = address.WithZone("").Unmap()
	if metadataAddresses[address] {
		return true
	}
	if !address.Is6() {
		return false
	}
	b := address.As16()
	return metadataAddresses[netip.AddrFrom4([4]byte(b[12:16]))] || metadataAddresses[netip.AddrFrom4([4]byte(b[2:6]))]
}
