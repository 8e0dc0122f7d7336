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
		switch state := c.state.Load(); state {
		case waiting:
			next = min(next, c.timeout)
		case asking, parked:
			next = min(next, b.plan.places[i].rest(c.timeout))
		case running, resumed:
			left := b.left(i, state) - now
			switch {
			case left > 0:
				next = min(next, left)
			case b.abandon(i, state, timedOut(c.timeout)):
				go b.work(new(reply))
			}
		}
	}
	return max(next, 1)
}

// left is when the deadline of a running call passes.
func (b *batch) left(i int, state uint32) time.Duration {
	c := &b.slots[i]
	if state == resumed {
		place := &b.plan.places[i]
		return place.resumed + place.rest(c.timeout)
	}
	return c.began + c.timeout
}

// stop answers every call that is left, and waits for the workers that are
// not inside a tool. Those that are no longer belong to the batch.
func (b *batch) stop(why *verdict) {
	b.plan.stop()
	for i := range b.slots {
		b.end(i, why)
	}
	<-b.done
}

// end answers one call, whatever a worker does to it meanwhile.
func (b *batch) end(i int, why *verdict) {
	for {
		switch state := b.slots[i].state.Load(); state {
		case waiting, asking, parked:
			if b.dismiss(i, why) {
				return
			}
		case running, resumed:
			if b.abandon(i, state, why) {
				b.leave()
				return
			}
		default:
			return
		}
	}
}

// dismiss answers a call that no worker is at.
func (b *batch) dismiss(i int, why *verdict) bool {
	if !b.withdraw(i, abandoned) {
		return false
	}
	b.recordFor(i, why.waiting(&b.slots[i]), false)
	return true
}
