package toolstest

import (
	"testing"
	"testing/synctest"
	"time"
)

// Clock is a clock that moves only when told to, or when every goroutine of
// the test waits. Everything in the test, the runtime too, sees it as the
// system's: time.Now, timers, deadlines.
type Clock struct{ start time.Time }

// WithClock runs a test on a Clock. It is testing/synctest: what the test
// starts must end with it, and must not wait for anything outside, such as a network.
func WithClock(t *testing.T, test func(t *testing.T, clock *Clock)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, &Clock{time.Now()}) })
}

// Advance moves the clock on, and returns when what that set off has come to
// rest.
func (c *Clock) Advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Elapsed is how far the clock has moved since the test began.
func (c *Clock) Elapsed() time.Duration { return time.Since(c.start) }
