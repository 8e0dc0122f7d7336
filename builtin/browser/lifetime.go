package browser

import (
	"context"
	"time"
)

// oldestIdle returns the session that was idle for longest; nil where all have a
// running call. The caller holds the lock.
func (b *Browser) oldestIdle() *session {
	var found *session
	for _, s := range b.sessions {
		if len(s.busy) == 0 && (found == nil || s.lastUseTime().Before(found.lastUseTime())) {
			found = s
		}
	}
	return found
}

// lastUseTime returns when the last call ended.
func (s *session) lastUseTime() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lastUse
}

// expire closes a session that was idle for too long.
func (s *session) expire() {
	s.browser.mu.Lock()
	defer s.browser.mu.Unlock()
	idle := time.Since(s.lastUseTime())
	if len(s.busy) > 0 || idle < s.options.IdleTimeout {
		s.idle.Reset(max(s.options.IdleTimeout-idle, time.Second))
		return
	}
	s.browser.remove(s)
}

// Shutdown ends all sessions, each Chromium and all processes that it started,
// and waits for that. Running calls fail, and later calls are refused.
func (b *Browser) Shutdown(ctx context.Context) error {
	b.mu.Lock()
	b.closed = true
	for _, s := range b.sessions {
		b.remove(s)
	}
	b.mu.Unlock()
	b.cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.closing.Wait()
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
