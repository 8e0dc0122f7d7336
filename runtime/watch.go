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
	timer := time.NewTimer(b.checkDeadlines())
	defer timer.Stop()
	for {
		select {
		case <-b.done:
			return
		case <-b.ctx.Done():
			b.stopAll(cancelled(b.ctx))
			return
		case <-timer.C:
			if limit := b.registry.options.BatchTimeout; limit > 0 && b.elapsed() >= limit {
				b.stopAll(batchTimedOut(limit))
				return
			}
			timer.Reset(b.checkDeadlines())
		}
	}
}

// expire does what is due, and returns how long it takes at least until more
// can be due.
func (b *batch) checkDeadlines() time.Duration {
	now, next := b.elapsed(), time.Duration(math.MaxInt64)
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
			next = min(next, c.remainingTimeout())
		case preparing, executing:
			next = min(next, b.checkDeadline(i, state, now))
		}
	}
	return max(next, 1)
}

// expireCall does what is due for a call that a worker holds.
func (b *batch) checkDeadline(i int, state callState, now time.Duration) (next time.Duration) {
	c, grace := &b.calls[i], b.registry.options.grace()
	late := now - c.deadlineOffset(state)
	if late < 0 {
		return -late
	}
	if late < grace {
		if c.ctx.interruption() == nil {
			c.ctx.interrupt(timedOut(c.timeout))
		}
		return grace - late
	}
	if b.abandon(i, state, timedOut(c.timeout)) {
		go b.runWorker(new(worker))
	}
	return math.MaxInt64
}

// due is when the deadline of a call that a worker holds passes.
func (c *Call) deadlineOffset(state callState) time.Duration {
	if state == executing && c.wasParked {
		return c.scheduling.executeStart + c.remainingTimeout()
	}
	return c.prepareStart + c.timeout
}

// rest is the part of the timeout that a parked call has left: never so little
// that the watcher cannot rest.
func (c *Call) remainingTimeout() time.Duration {
	return max(c.timeout-c.scheduling.prepareTime, time.Millisecond)
}

// setDeadline gives the call's context its deadline.
func (c *Call) setDeadline(b *batch, from, timeout time.Duration) {
	if c.timeout > 0 {
		c.ctx.deadline = b.startTime.Add(from).Add(timeout) // added one after the other, because their sum may overflow
	}
	if deadline := b.deadline(); !deadline.IsZero() {
		c.ctx.limitDeadline(deadline)
	}
}

// stop answers every call that is left. Calls that no worker holds are answered
// at once; tools that run have the grace period.
func (b *batch) stopAll(why *interruption) {
	b.dispatcher.stop()
	if grace := b.registry.options.grace(); grace > 0 {
		b.interruptAll(why, grace)
	}
	for i := range b.calls {
		b.endCall(i, why)
	}
	<-b.done
}

// expireAll ends the contexts of all calls, and waits for those that workers
// hold until the grace period is over.
func (b *batch) interruptAll(why *interruption, grace time.Duration) {
	for i := range b.calls {
		if !b.answerUnstarted(i, why) {
			b.calls[i].interruptIfHeld(why)
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
func (c *Call) interruptIfHeld(why *interruption) {
	if c.state.load().isHeldByWorker() {
		c.ctx.interrupt(why)
	}
}

// endCall answers one call, while a worker may move it on at the same time.
func (b *batch) endCall(i int, why *interruption) {
	for {
		switch state := b.calls[i].state.load(); state {
		case waiting, asking, parked:
			if b.answerUnstarted(i, why) {
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
func (b *batch) answerUnstarted(i int, why *interruption) bool {
	if !b.withdraw(i) {
		return false
	}
	b.recordResult(i, why.notStartedResult(&b.calls[i]), false)
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
func (b *batch) abandon(i int, from callState, why *interruption) bool {
	c := &b.calls[i]
	b.registry.stats.addAbandoned(+1)
	if !c.state.abandon(from) {
		b.registry.stats.addAbandoned(-1)
		return false
	}
	b.results[i].Duration = b.workDuration(c, from)
	b.recordResult(i, why.runningResult(c), false)
	c.ctx.interrupt(why)
	b.registry.logError(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	b.reportFinished(i, from == executing)
	return true
}
