package browser

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// closeOldest closes the session that was idle for longest, if there are too
// many. A session with a running call is not closed.
func (b *Browser) closeOldest() error {
	b.mu.Lock()
	var oldest string
	var found *session
	full := len(b.sessions) >= b.options.MaxSessions
	for id, s := range b.sessions {
		if len(s.busy) == 0 && (found == nil || s.lastUseTime().Before(found.lastUseTime())) {
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
	b.closeSession(oldest)
	return nil
}

// lastUseTime returns when the last call ended.
func (s *session) lastUseTime() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lastUse
}

// expire closes a session that was idle for too long, and ends Chromium after
// the last one.
func (b *Browser) expire(id string, s *session) {
	b.starting <- struct{}{}
	defer b.unlock()
	b.mu.Lock()
	known := b.sessions[id] == s && !b.closed
	b.mu.Unlock()
	idle := time.Since(s.lastUseTime())
	switch {
	case !known:
		return
	case len(s.busy) > 0 || idle < b.options.IdleTimeout:
		s.idle.Reset(max(b.options.IdleTimeout-idle, time.Second))
		return
	}
	b.closeSession(id)
	b.endIfUnused()
}

// endIfUnused ends Chromium when there are no sessions.
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

// Shutdown ends Chromium, its sessions and all processes that they started, and
// waits for that. Running calls fail, and later calls are refused.
func (b *Browser) Shutdown(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	c := b.chromium
	b.mu.Unlock()
	b.cancel()
	if c != nil {
		_ = c.running.Kill() // so that calls that wait for it return
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
		b.closeSession(id)
	}
	b.endIfUnused()
	return nil
}
