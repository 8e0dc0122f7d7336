package toolstest

import (
	"testing"
	"testing/synctest"
	"time"
)

// Clock is a clock that moves only with Advance, or when every goroutine of the test waits. time.Now,
// timers and deadlines use it, in the whole test and in the runtime.
type Clock struct{ start time.Time }

// WithClock runs a test with a Clock, by testing/synctest. All goroutines that the test starts must end
// with it, and must not wait for anything outside, such as a network.
func WithClock(t *testing.T, test func(t *testing.T, clock *Clock)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, &Clock{time.Now()}) })
}

// Advance moves the clock, and returns when all goroutines of the test wait again.
func (c *Clock) Advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Elapsed returns how far the clock has moved since the test began.
func (c *Clock) Elapsed() time.Duration { return time.Since(c.start) }
