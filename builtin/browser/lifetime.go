package browser

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// makeRoom closes the session that was not used for longest, if there are too
// many. One that is at work is not closed.
func (b *Browser) makeRoom() error {
	b.mu.Lock()
	var oldest string
	var found *session
	full := len(b.sessions) >= b.options.MaxSessions
	for id, s := range b.sessions {
		if len(s.turn) == 0 && (found == nil || s.lastUsed().Before(found.lastUsed())) {
			oldest, found = id, s
		}
	}
	b.mu.Unlock()
	switch {
	case !full:
		return nil
	case found == nil:
		return runtime.Errorf(runtime.NotAvailable, "%d other sessions are using the browser: try again when one of them is done", b.options.MaxSessions)
	}
	b.forget(oldest)
	return nil
}

func (s *session) lastUsed() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// expire closes a session that was not used for as long as is allowed; with the
// last one Chromium ends.
func (b *Browser) expire(id string, s *session) {
	b.starting <- struct{}{}
	defer b.unlock()
	b.mu.Lock()
	known := b.sessions[id] == s && !b.closed
	b.mu.Unlock()
	idle := time.Since(s.lastUsed())
	switch {
	case !known:
		return
	case len(s.turn) > 0 || idle < b.options.IdleTimeout:
		s.idle.Reset(max(b.options.IdleTimeout-idle, time.Second))
		return
	}
	b.forget(id)
	b.endIfUnused()
}

// endIfUnused ends a Chromium without sessions.
func (b *Browser) endIfUnused() {
	b.mu.Lock()
	c := b.chromium
	if len(b.sessions) > 0 || c == nil {
		b.mu.Unlock()
		return
	}
	b.chromium = nil
	b.mu.Unlock()
	c.stop()
}

// Shutdown ends Chromium, its sessions and everything that they started, and
// waits for that. Calls that are at work fail; later ones are refused.
func (b *Browser) Shutdown(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	c := b.chromium
	b.mu.Unlock()
	b.end()
	if c != nil {
		_ = c.running.Kill() // whoever waits for it stops waiting
	}
	if err := b.lock(ctx); err != nil {
		return err
	}
	defer b.unlock()
	b.mu.Lock()
	var ids []string
	for id := range b.sessions {
		ids = append(ids, id)
	}
	b.mu.Unlock()
	for _, id := range ids {
		b.forget(id)
	}
	b.endIfUnused()
	return nil
}
