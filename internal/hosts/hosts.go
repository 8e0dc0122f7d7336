// Package hosts compares host patterns of policies and of tool declarations. A pattern is a host name, an IP
// address, "*.example.org" for every name below example.org, or "*" for every host, and after it a port, such as
// "example.org:8080", or ":*" for every port. A pattern without a port means the ports 80 and 443. An IPv6
// address with a port has brackets. Case and a dot at the end of a name are ignored. All spellings of an IP address
// are equal, with or without brackets; an IPv4-mapped IPv6 address equals the IPv4 address.
//
// A text that is not a pattern covers at most itself. All functions are safe for concurrent use.
package hosts

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// All is the pattern that covers every host, and AllPorts the port that covers every port.
const (
	All      = "*"
	AllPorts = "*"
)

// defaultPorts are the ports of a pattern without a port.
var defaultPorts = []string{"80", "443"}

// Split returns the host and the port of a pattern; the port is empty if the pattern has none. A text after the
// last colon that is not a valid port belongs to the host.
func Split(pattern string) (host, port string) {
	if _, err := netip.ParseAddr(strings.Trim(pattern, "[]")); err == nil {
		return pattern, ""
	}
	i := strings.LastIndexByte(pattern, ':')
	if i < 0 || !isPort(pattern[i+1:]) {
		return pattern, ""
	}
	return pattern[:i], pattern[i+1:]
}

// isPort reports whether a text is AllPorts or a decimal number from 1 to 65535 without zeros before it.
func isPort(text string) bool {
	number, err := strconv.ParseUint(text, 10, 16)
	return text == AllPorts || err == nil && number > 0 && strconv.FormatUint(number, 10) == text
}

// join is the reverse of Split.
func join(host, port string) string {
	switch {
	case port == "":
		return host
	case strings.Contains(host, ":") && !strings.HasPrefix(host, "["):
		host = "[" + host + "]"
	}
	return host + ":" + port
}

// canonical returns the canonical spelling of a host.
func canonical(host string) string {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return address.Unmap().String()
	}
	return host
}

// Covers reports whether pattern covers every host and port that other covers.
func Covers(pattern, other string) bool {
	host, port := Split(pattern)
	otherHost, otherPort := Split(other)
	return coversHost(host, otherHost) && coversPort(port, otherPort)
}

// coversHost is Covers for patterns without ports.
func coversHost(pattern, other string) bool {
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

// coversPort is Covers for ports; an empty port means defaultPorts.
func coversPort(port, other string) bool {
	return port == AllPorts || port == other || port == "" && slices.Contains(defaultPorts, other)
}

// Common returns the pattern of the hosts and ports that both patterns cover. ok is false if there are none.
func Common(a, b string) (pattern string, ok bool) {
	aHost, aPort := Split(a)
	bHost, bPort := Split(b)
	host, hostOK := narrower(aHost, bHost, coversHost)
	port, portOK := narrower(aPort, bPort, coversPort)
	if !hostOK || !portOK {
		return "", false
	}
	return join(host, port), true
}

// narrower returns the one of two values that the other one covers.
func narrower(a, b string, covers func(a, b string) bool) (value string, ok bool) {
	switch {
	case covers(a, b):
		return b, true
	case covers(b, a):
		return a, true
	}
	return "", false
}

// Denies reports whether the denied patterns cover every host and port that pattern covers. To deny too much is
// safer than to deny too little: as a denied pattern, "*.example.org" also covers example.org, and a pattern without
// a port covers every port.
func Denies(denied []string, pattern string) bool {
	host, port := Split(pattern)
	ports := []string{port}
	if port == "" {
		ports = defaultPorts
	}
	return !slices.ContainsFunc(ports, func(p string) bool { return !deniesPort(denied, host, p) })
}

// deniesPort is Denies for a host and a single port, or AllPorts.
func deniesPort(denied []string, host, port string) bool {
	return slices.ContainsFunc(denied, func(d string) bool {
		deniedHost, deniedPort := Split(d)
		if deniedPort == "" {
			deniedPort = AllPorts
		}
		return coversPort(deniedPort, port) && (coversHost(deniedHost, host) || coversHost(strings.TrimPrefix(deniedHost, "*."), host))
	})
}

// Declared returns the pattern that a tool's declaration means: "*" alone is every host and port that the policy
// allows.
func Declared(pattern string) string {
	if pattern == All {
		return join(All, AllPorts)
	}
	return pattern
}

// Reachable reports whether there is a host and port that declared covers, that a pattern of allowed covers, and
// that no pattern of denied denies.
func Reachable(declared string, allowed, denied []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		common, ok := Common(Declared(declared), a)
		return ok && !Denies(denied, common)
	})
}
