package runtime

import (
	"math"
	"time"
)

// watch waits until every call is answered. It ends the contexts of calls at
// their deadlines with one timer, abandons the tools that do not return within
// the grace period after that, and stops the batch when its own time is up or
// its context ends.
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

// expire does what is due, and returns how long it takes at least until more
// can be due.
func (b *batch) expire() time.Duration {
	now, next := b.now(), time.Duration(math.MaxInt64)
	if limit := b.registry.options.BatchTimeout; limit > 0 {
		next = limit - now
	}
	for i := range b.calls {
		c := &b.calls[i]
		if c.timeout <= 0 {
			continue
		}
		switch state := c.state.load(); state {
		case waiting:
			next = min(next, c.timeout)
		case asking, parked:
			next = min(next, c.rest())
		case preparing, executing:
			next = min(next, b.expireCall(i, state, now))
		}
	}
	return max(next, 1)
}

// expireCall does what is due for a call that a worker holds.
func (b *batch) expireCall(i int, state callState, now time.Duration) (next time.Duration) {
	c, grace := &b.calls[i], b.registry.options.grace()
	late := now - c.due(state)
	if late < 0 {
		return -late
	}
	if late < grace {
		if c.context.verdict() == nil {
			c.context.expire(timedOut(c.timeout))
		}
		return grace - late
	}
	if b.abandon(i, state, timedOut(c.timeout)) {
		go b.work(new(worker))
	}
	return math.MaxInt64
}

// due is when the deadline of a call that a worker holds passes.
func (c *Call) due(state callState) time.Duration {
	if state == executing && c.wasParked {
		return c.order.resumed + c.rest()
	}
	return c.began + c.timeout
}

// rest is the part of the timeout that a parked call has left: never so little
// that the watcher cannot rest.
func (c *Call) rest() time.Duration { return max(c.timeout-c.order.spent, time.Millisecond) }

// setDeadline gives the call's context its deadline.
func (c *Call) setDeadline(b *batch, from, timeout time.Duration) {
	if c.timeout > 0 {
		c.context.deadline = b.start.Add(from).Add(timeout) // added one after the other, because their sum may overflow
	}
	if deadline := b.deadline(); !deadline.IsZero() {
		c.context.limit(deadline)
	}
}

// stop answers every call that is left. Calls that no worker holds are answered
// at once; tools that run have the grace period.
func (b *batch) stop(why *verdict) {
	b.dispatcher.stop()
	if grace := b.registry.options.grace(); grace > 0 {
		b.expireAll(why, grace)
	}
	for i := range b.calls {
		b.endCall(i, why)
	}
	<-b.done
}

// expireAll ends the contexts of all calls, and waits for those that workers
// hold until the grace period is over.
func (b *batch) expireAll(why *verdict, grace time.Duration) {
	for i := range b.calls {
		if !b.dismiss(i, why) {
			b.calls[i].expireIfHeld(why)
		}
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-b.done:
	case <-timer.C:
	}
}

// expireIfHeld ends the context of a call that a worker holds.
func (c *Call) expireIfHeld(why *verdict) {
	if c.state.load().isHeldByWorker() {
		c.context.expire(why)
	}
}

// endCall answers one call, while a worker may move it on at the same time.
func (b *batch) endCall(i int, why *verdict) {
	for {
		switch state := b.calls[i].state.load(); state {
		case waiting, asking, parked:
			if b.dismiss(i, why) {
				return
			}
		case preparing, executing:
			if b.abandon(i, state, why) {
				b.leave()
				return
			}
		default:
			return
		}
	}
}

// dismiss answers a call that no worker holds.
func (b *batch) dismiss(i int, why *verdict) bool {
	if !b.withdraw(i) {
		return false
	}
	b.recordFor(i, why.waiting(&b.calls[i]), false)
	return true
}

// withdraw takes a call that no worker holds: its caller owns the result.
func (b *batch) withdraw(i int) bool {
	c := &b.calls[i]
	return c.state.withdraw() ||
		b.dispatcher != nil && b.dispatcher.withdrawAsking(b, i)
}

// abandon takes a call from its worker, which may never return. From is the
// state that the call was seen in.
func (b *batch) abandon(i int, from callState, why *verdict) bool {
	c := &b.calls[i]
	b.registry.stats.abandon(+1)
	if !c.state.abandon(from) {
		b.registry.stats.abandon(-1)
		return false
	}
	b.results[i].Duration = b.worked(c, from)
	b.recordFor(i, why.running(c), false)
	c.context.expire(why)
	b.registry.log(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	b.over(i, from == executing)
	return true
}
