// Package hosts compares host patterns of policies and of tool declarations. A pattern is a host name, an IP
// address, "*.example.org" for every name below example.org, or "*" for every host. Case and a dot at the end
// are ignored. All spellings of an IP address are equal, with or without brackets; an IPv4-mapped IPv6 address
// equals the IPv4 address.
//
// A text that is not a pattern covers at most itself. All functions are safe for concurrent use.
package hosts

import (
	"net/netip"
	"slices"
	"strings"
)

// All is the pattern that covers every host.
const All = "*"

// canonical returns the canonical spelling of a pattern.
func canonical(pattern string) string {
	pattern = strings.ToLower(strings.TrimSuffix(pattern, "."))
	if address, err := netip.ParseAddr(strings.Trim(pattern, "[]")); err == nil {
		return address.Unmap().String()
	}
	return pattern
}

// Covers reports whether pattern covers every host that other covers. Both can be host names.
func Covers(pattern, other string) bool {
	if pattern == All || pattern == "" {
		return pattern == All
	}
	pattern, other = canonical(pattern), canonical(other)
	if pattern == other {
		return true
	}
	below, ok := strings.CutPrefix(pattern, "*.")
	if !ok || below == "" {
		return false
	}
	rest, ok := strings.CutSuffix(other, "."+below)
	return ok && rest != ""
}

// Common returns the pattern of the hosts that both patterns cover, which is one of the two. ok is false if
// there are none.
func Common(a, b string) (pattern string, ok bool) {
	switch {
	case Covers(a, b):
		return b, true
	case Covers(b, a):
		return a, true
	}
	return "", false
}

// Denies reports whether one of the denied patterns covers every host that pattern covers. As a denied
// pattern, "*.example.org" also covers example.org: to deny too much is safer than to deny too little.
func Denies(denied []string, pattern string) bool {
	return slices.ContainsFunc(denied, func(d string) bool {
		return Covers(d, pattern) || Covers(strings.TrimPrefix(d, "*."), pattern)
	})
}

// Reachable reports whether there is a host that declared covers, that a pattern of allowed covers, and that
// no pattern of denied denies.
func Reachable(declared string, allowed, denied []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		common, ok := Common(declared, a)
		return ok && !Denies(denied, common)
	})
}
