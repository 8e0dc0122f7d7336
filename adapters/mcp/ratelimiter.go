package mcp

import (
	"sync"
	"time"
)

// rateLimiter limits how often something happens. It is safe for concurrent use.
type rateLimiter struct {
	perSecond, burst float64

	mu        sync.Mutex
	available float64
	last      time.Time
}

// newRateLimiter returns a limiter that permits a burst at the beginning.
func newRateLimiter(perSecond, burst float64) *rateLimiter {
	return &rateLimiter{perSecond: perSecond, burst: burst, available: burst, last: time.Now()}
}

// take counts one event and returns how long to wait before it.
func (l *rateLimiter) take() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.available = min(l.available+now.Sub(l.last).Seconds()*l.perSecond, l.burst) - 1
	l.last = now
	return time.Duration(max(0, -l.available) / l.perSecond * float64(time.Second))
}

// wait waits until the next event is permitted or ended is closed.
func (l *rateLimiter) wait(ended <-chan struct{}) {
	pause := l.take()
	if pause == 0 {
		return
	}
	select {
	case <-ended:
	case <-time.After(pause):
	}
}
