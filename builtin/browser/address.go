package browser

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"syscall"
)

// hasScheme matches the beginning of a URL with a scheme, hostOnly a host with an
// optional port before a path.
var (
	hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
	hostOnly  = regexp.MustCompile(`^(\[[0-9A-Fa-f:.]+\]|[^\s/?#:@\\\[\]]+)(:[0-9]{1,5})?([/?#].*)?$`)
)

// withScheme returns a URL with the scheme that people mean when they leave it out:
// http for this machine, for IP addresses and where there is a port, and otherwise
// https.
func withScheme(address string) string {
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

// describeDial returns the meaning of an error of a connection; empty if it is not known.
func describeDial(err error) string {
	var lookup *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &lookup) && lookup.IsNotFound:
		return "the name of the host does not exist"
	case errors.As(err, &lookup):
		return "the name of the host could not be looked up: try again later"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the host refuses connections to this port: check the port, and whether the server runs"
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		return "the host did not accept the connection in time"
	}
	return ""
}

// dialProblem returns why no connection to a host was possible since setGuard; empty
// where it is not known.
func (p *proxy) dialProblem(hostPort string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.problems[strings.ToLower(hostPort)]
}

// setProblem records why no connection to a host was possible.
func (p *proxy) setProblem(hostPort string, err error) {
	reason := describeDial(err)
	p.mu.Lock()
	defer p.mu.Unlock()
	if reason != "" && len(p.problems) < maxRefusals {
		p.problems[strings.ToLower(hostPort)] = reason
	}
}

// onAnswer records that a request over http was answered, and refuses answers that ask
// for the password of a proxy.
func (p *proxy) onAnswer(r *http.Response) error {
	p.mu.Lock()
	if len(p.answered) < maxHosts {
		p.answered[r.Request.URL.String()] = true
	}
	p.mu.Unlock()
	return refuseProxyAuth(r)
}

// hasAnswered reports whether a request of a URL over http was answered since setGuard.
func (p *proxy) hasAnswered(address string) bool {
	address, _, _ = strings.Cut(address, "#")
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answered[address]
}
