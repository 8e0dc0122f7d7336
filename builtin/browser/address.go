package browser

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
)

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
