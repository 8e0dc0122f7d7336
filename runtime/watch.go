package runtime

import (
	"math"
	goruntime "runtime"
	"time"
)

// watch waits until every call is answered. It interrupts calls at their
// deadlines with one timer, abandons tools that do not return within the grace
// period after that, and stops the batch when its time limit is exceeded or its
// context ends.
//
// It lets the workers run first: a timer, a channel and a wake-up take longer than
// a short call, which needs none of them if it is answered when watch continues.
func (b *batch) watch() {
	for range 2 { // Go sometimes continues with this goroutine first
		if goruntime.Gosched(); b.members.Load() == 0 {
			return
		}
	}
	b.wake = make(chan struct{}, 1)
	b.hasWatch.Store(true)
	timer := time.AfterFunc(b.checkDeadlines(), b.wakeWatch)
	defer timer.Stop()
	for b.members.Load() > 0 {
		select {
		case <-b.ctx.Done():
			b.stopAll(newContextEnd(b.ctx))
			return
		case <-b.wake:
			if limit := b.registry.options.BatchTimeout; limit > 0 && b.elapsed() >= limit {
				b.stopAll(newBatchTimeout(limit))
				return
			}
			timer.Reset(b.checkDeadlines())
		}
	}
}

// checkDeadlines interrupts and abandons the calls whose deadlines have passed,
// and returns the time until the next check.
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

// checkDeadline interrupts or abandons a call that a worker holds if its
// deadline has passed. next is the time until the next check of the call.
func (b *batch) checkDeadline(i int, state callState, now time.Duration) (next time.Duration) {
	c, grace := &b.calls[i], b.registry.options.grace()
	late := now - c.deadlineOffset(state)
	if late < 0 {
		return -late
	}
	if late < grace {
		if c.ctx.interruption() == nil {
			c.ctx.interrupt(newTimeout(c.timeout))
		}
		return grace - late
	}
	if b.abandon(i, state, newTimeout(c.timeout)) {
		go b.runWorker(newWorker(b))
	}
	return math.MaxInt64
}

// deadlineOffset returns the deadline of a call that a worker holds, relative
// to the start of the batch.
func (c *Call) deadlineOffset(state callState) time.Duration {
	if state == executing && c.wasParked {
		return c.scheduling.executeStart + c.remainingTimeout()
	}
	return c.prepareStart + c.timeout
}

// remainingTimeout returns the part of the timeout that a parked call has left,
// at least one millisecond, so that watch does not loop without a pause.
func (c *Call) remainingTimeout() time.Duration {
	return max(c.timeout-c.scheduling.prepareTime, time.Millisecond)
}

// setDeadline sets the deadline of the call's context. from is relative to the
// start of the batch.
func (c *Call) setDeadline(b *batch, from, timeout time.Duration) {
	deadline := noDeadline
	if c.timeout > 0 {
		deadline = from + min(timeout, deadline-1-from) // the sum does not overflow
	}
	if limit := b.registry.options.BatchTimeout; limit > 0 {
		deadline = min(deadline, limit, noDeadline-1)
	}
	c.ctx.deadline = deadline
}

// stopAll answers all remaining calls. Calls that no worker holds are answered
// at once; running tools have the grace period.
func (b *batch) stopAll(why *interruption) {
	b.dispatcher.stop()
	if grace := b.registry.options.grace(); grace > 0 {
		b.interruptAll(why, grace)
	}
	for i := range b.calls {
		b.endCall(i, why)
	}
	for b.members.Load() > 0 {
		<-b.wake
	}
}

// interruptAll interrupts all calls, and waits for the workers until the grace
// period has passed.
func (b *batch) interruptAll(why *interruption, grace time.Duration) {
	for i := range b.calls {
		if !b.answerUnstarted(i, why) {
			b.calls[i].interruptIfHeld(why)
		}
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	for b.members.Load() > 0 {
		select {
		case <-b.wake:
		case <-timer.C:
			return
		}
	}
}

// interruptIfHeld interrupts the call if a worker holds it.
func (c *Call) interruptIfHeld(why *interruption) {
	if c.state.load().isHeldByWorker() {
		c.ctx.interrupt(why)
	}
}

// endCall answers a call, even if a worker changes its state at the same time.
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

// answerUnstarted answers a call that no worker holds, and reports whether it
// did so.
func (b *batch) answerUnstarted(i int, why *interruption) bool {
	if !b.withdraw(i) {
		return false
	}
	b.recordResult(i, why.notStartedResult(&b.calls[i]), false)
	return true
}

// withdraw moves a call that no worker holds to answered, and reports whether
// it did so. The caller must then write the result.
func (b *batch) withdraw(i int) bool {
	c := &b.calls[i]
	return c.state.withdraw() ||
		b.dispatcher != nil && b.dispatcher.withdrawAsking(b, i)
}

// abandon takes a call from its worker, whose tool may never return, and
// answers it. from is the state of the call as the caller has read it.
func (b *batch) abandon(i int, from callState, why *interruption) bool {
	c := &b.calls[i]
	b.registry.stats.addAbandoned(+1)
	if !c.state.abandon(from) {
		b.registry.stats.addAbandoned(-1)
		return false
	}
	b.results[i].Duration = c.workDuration(from, b.elapsed())
	c.mayBeRunning = from == executing
	b.recordResult(i, why.runningResult(c), false)
	c.ctx.interrupt(why)
	b.registry.logError(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	b.reportFinished(i, c.mayBeRunning)
	return true
}
