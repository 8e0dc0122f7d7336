package runtime

import (
	"math"
	"time"
)

// watch waits until every call is answered. It holds the deadlines with one
// timer, and answers everything that is left when the batch's own time is up.
func (b *batch) watch() {
	timer := time.NewTimer(b.expire())
	defer timer.Stop()
	for {
		select {
		case <-b.done:
			return
		case <-b.ctx.Done():
			b.stop(cancelled(b.ctx))
			return
		case <-timer.C:
			if limit := b.registry.options.BatchTimeout; limit > 0 && b.now() >= limit {
				b.stop(batchTimedOut(limit))
				return
			}
			timer.Reset(b.expire())
		}
	}
}

// expire abandons the calls whose deadline has passed, each for a fresh
// worker, and returns how long it takes at least until another can pass.
func (b *batch) expire() time.Duration {
	now, next := b.now(), time.Duration(math.MaxInt64)
	if limit := b.registry.options.BatchTimeout; limit > 0 {
		next = limit - now
	}
	for i := range b.slots {
		c := &b.slots[i]
		if c.timeout <= 0 {
			continue
		}
		switch c.state.Load() {
		case waiting:
			next = min(next, c.timeout)
		case running:
			left := c.began + c.timeout - now
			switch {
			case left > 0:
				next = min(next, left)
			case b.abandon(i, timedOut(c.timeout)):
				go b.work()
			}
		}
	}
	return next
}

// stop answers every call that is left, and waits for the workers that are
// not inside a tool. Those that are no longer belong to the batch.
func (b *batch) stop(why *verdict) {
	for i := range b.slots {
		if !b.dismiss(i, why) && b.abandon(i, why) {
			b.leave()
		}
	}
	<-b.done
}

// dismiss answers a call that no worker has begun.
func (b *batch) dismiss(i int, why *verdict) bool {
	c := &b.slots[i]
	if !c.state.CompareAndSwap(waiting, abandoned) {
		return false
	}
	b.record(i, why.waiting(c))
	return true
}
