package names

import (
	"net/netip"
	"regexp"
	"strings"
)

// hasScheme matches the beginning of a URL with a scheme, hostOnly a host with an
// optional port before a path.
var (
	hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
	hostOnly  = regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[^\s/?#:@\\\[\]]+)(:[0-9]{1,5})?([/?#].*)?$`)
)

// WithScheme returns a URL with the scheme that people mean when they leave it out:
// http for this machine, for IP addresses and where there is a port, and otherwise
// https.
func WithScheme(address string) string {
	address = strings.TrimSpace(address)
	parts := hostOnly.FindStringSubmatch(address)
	if parts == nil || hasScheme.MatchString(address) {
		return address
	}
	host := strings.Trim(parts[1], "[]")
	_, err := netip.ParseAddr(host)
	isName := strings.Contains(host, ".") || host == "localhost"
	switch {
	case err == nil || host == "localhost" || strings.HasSuffix(host, ".localhost") || parts[2] != "" && parts[2] != ":443":
		return "http://" + address
	case isName:
		return "https://" + address
	}
	return address // not an address
}
