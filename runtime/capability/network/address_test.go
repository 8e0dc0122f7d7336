package network

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"testing"

	"code.dny.dev/ssrf"
)

// candidates returns the first and last addresses of all special prefixes, the addresses next to
// them, the metadata addresses, and random addresses.
func candidates() []netip.Addr {
	var list []netip.Addr
	for _, prefix := range append(specialPrefixes, globalUnicast, netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"),
		netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("fec0::/10"),
		netip.MustParsePrefix("ff00::/8"), netip.MustParsePrefix("::/96"), netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("5f00::/16")) {
		first, last := prefix.Masked().Addr(), lastOf(prefix)
		list = append(list, first, first.Prev(), first.Next(), last, last.Prev(), last.Next())
	}
	for address := range metadataAddresses {
		list = append(list, address)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := [16]byte{0x20 | byte(random.IntN(32))}
		for i := 1; i < 16; i++ {
			b[i] = byte(random.Uint32())
		}
		list = append(list, netip.AddrFrom16(b), netip.AddrFrom4([4]byte(b[4:8])))
	}
	return list
}

func lastOf(prefix netip.Prefix) netip.Addr {
	b := prefix.Addr().As16()
	offset := 0
	if prefix.Addr().Is4() {
		offset = 96
	}
	for bit := prefix.Bits() + offset; bit < 128; bit++ {
		b[bit/8] |= 1 << (7 - bit%8)
	}
	return netip.AddrFrom16(b).Unmap()
}

// TestPublicAgainstThirdPartyTable compares the table with a third-party table
// of the same registries, which does not have the platform service of Azure.
func TestPublicAgainstThirdPartyTable(t *testing.T) {
	oracle := ssrf.New(ssrf.WithAnyPort())
	for _, address := range candidates() {
		if !address.IsValid() || address == netip.MustParseAddr("168.63.129.16") {
			continue
		}
		network := "tcp4"
		if address.Is6() {
			network = "tcp6"
		}
		safe := oracle.Safe(network, net.JoinHostPort(address.String(), "443"), nil) == nil
		if public, why := Public(address); public != safe {
			t.Errorf("%s: public %t (%s), the other table has %t", address, public, why, safe)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		reason, address  string
		public, metadata bool
	}{
		{"a public host", "93.184.216.34", true, false},
		{"a public host, mapped", "::ffff:93.184.216.34", true, false},
		{"a public host of IPv6", "2606:2800:220:1::1", true, false},
		{"loopback, mapped", "::ffff:127.0.0.1", false, false},
		{"loopback, compatible", "::7f00:1", false, false},
		{"loopback through NAT64", "64:ff9b::7f00:1", false, false},
		{"loopback through 6to4", "2002:7f00:1::", false, false},
		{"a zone", "fe80::1%eth0", false, false},
		{"the end of link-local", "febf::1", false, false},
		{"Azure's platform", "168.63.129.16", false, true},
		{"metadata", "169.254.169.254", false, true},
		{"metadata, mapped", "::ffff:169.254.169.254", false, true},
		{"metadata, compatible", "::a9fe:a9fe", false, true},
		{"metadata through NAT64", "64:ff9b::a9fe:a9fe", false, true},
		{"metadata through 6to4", "2002:a9fe:a9fe::1", false, true},
		{"metadata over IPv6", "fd00:ec2::254", false, true},
	} {
		address := netip.MustParseAddr(c.address)
		if public, _ := Public(address); public != c.public || isMetadata(address) != c.metadata {
			t.Errorf("%s: public %t, metadata %t", c.reason, public, isMetadata(address))
		}
	}
	if public, _ := Public(netip.Addr{}); public {
		t.Error("the zero address is not public")
	}
}
