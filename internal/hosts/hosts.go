// Package hosts compares patterns of host names, as policies and declarations of tools write them:
// a host name, an IP address, "*.example.org" for every name below example.org, or "*" for every
// host. Letters of any case are equal, a dot at the end is ignored, and an IP address is the same in
// all its spellings, with or without brackets; an IPv4 address that is mapped to IPv6 is that IPv4
// address.
//
// A text that is no such pattern covers at most itself. Everything is safe for concurrent use.
package hosts

import (
	"net/netip"
	"slices"
	"strings"
)

// All is the pattern of every host.
const All = "*"

// canonical is a pattern in its one spelling.
func canonical(pattern string) string {
	pattern = strings.ToLower(strings.TrimSuffix(pattern, "."))
	if address, err := netip.ParseAddr(strings.Trim(pattern, "[]")); err == nil {
		return address.Unmap().String()
	}
	return pattern
}

// Covers reports whether every host that other stands for is one that pattern stands for. Both may
// be host names.
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

// Common is the pattern of the hosts that two patterns have in common: the narrower one. It is false
// when they have none.
func Common(a, b string) (string, bool) {
	switch {
	case Covers(a, b):
		return b, true
	case Covers(b, a):
		return a, true
	}
	return "", false
}

// Denies reports whether one of the patterns denies every host that pattern stands for.
// "*.example.org" denies example.org, too: a denial that is too wide does less harm than one that is
// too narrow.
func Denies(denied []string, pattern string) bool {
	return slices.ContainsFunc(denied, func(d string) bool {
		return Covers(d, pattern) || Covers(strings.TrimPrefix(d, "*."), pattern)
	})
}

// Reachable reports whether there is a host that declared stands for, that one of allowed stands for,
// and that denied leave open.
func Reachable(declared string, allowed, denied []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		common, ok := Common(declared, a)
		return ok && !Denies(denied, common)
	})
}
