package mcp

import "context"

// slot is the permission of a call to run. It counts for MaxCalls and
// MaxSessionCalls while it is taken.
type slot struct {
	server  *Server
	session *clientSession // nil for a stateless server
	isTaken bool
}

// take waits until the call may run, or until the context ends.
func (p *slot) take(ctx context.Context) error {
	if p.session != nil {
		select {
		case p.session.running <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case p.server.calls <- struct{}{}:
		p.isTaken = true
		return nil
	case <-ctx.Done():
		if p.session != nil {
			<-p.session.running
		}
		return ctx.Err()
	}
}

// release lets another call run. It has no effect if the slot is not taken.
func (p *slot) release() {
	if !p.isTaken {
		return
	}
	p.isTaken = false
	<-p.server.calls
	if p.session != nil {
		<-p.session.running
	}
}
