package hosts

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
)

// wantAddress returns the canonical spelling according to net/netip.
func wantAddress(text string) (string, bool) {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return "", false
	}
	if address = address.Unmap(); address.Is4() {
		return address.String(), true
	}
	var groups []uint16
	for bytes := address.As16(); len(groups) < 8; {
		groups = append(groups, binary.BigEndian.Uint16(bytes[2*len(groups):]))
	}
	canonical := joinNumbers(":", 16, groups...)
	if address.Zone() != "" {
		canonical += "%" + address.Zone()
	}
	return canonical, true
}

// TestCanonicalAddress compares addresses, and texts that differ from them by a few bytes, with net/netip.
func TestCanonicalAddress(t *testing.T) {
	samples := []string{
		"", ".", ":", "::", ":::", "%", "::%", "::%a", "::1%a%b", "::%a:b", "1.2.3.4", "01.2.3.4", "1.2.3", "1.2.3.4.5", "1.2.3.256", "+1.2.3.4",
		"1.2.3.4%a", "::1", "0:0::1", "1::", "1::2::3", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8::", "1:2:3:4::5:6:7:8",
		"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::ffff:1.2.3.4", "::ffff:102:304", "::ffff:1.2.3.4%a", "::1.2.3.4", "1.2.3.4::",
		"::1.2.3.4:5", "::fffff", "::00001", "::0001", "::+1", "::_1", "::1_0", "::0x1", "fe80::1%eth0", "fe80::1%", "1:", ":1", "1:2:3:4:5:6:7:", "::g",
	}
	r := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for i := range 200_000 {
		text := samples[i%len(samples)]
		if i >= len(samples) {
			for range r.IntN(4) {
				at, piece := r.IntN(len(text)+1), [...]string{":", "::", ".", "0", "f", "255", "%a", "+", "ffff:"}[r.IntN(9)]
				text = text[:at] + piece + text[min(len(text), at+r.IntN(2)*len(piece)):]
			}
		}
		text = strings.ToLower(text)
		want, wantOK := wantAddress(text)
		if got, ok := canonicalAddress(text); got != want || ok != wantOK {
			t.Fatalf("%q: %q, %t; want %q, %t", text, got, ok, want, wantOK)
		}
		if wantOK {
			accepted++
		}
	}
	if accepted < 10_000 {
		t.Errorf("only %d texts are addresses", accepted)
	}
}
