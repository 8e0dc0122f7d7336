package runtime

import (
	"context"
	"time"
)

// work answers calls until there is none to take. A worker whose call was
// abandoned no longer belongs to the batch: the watcher has started another one
// in its place, and it ends when its tool returns. What it uses is on the heap:
// the stack of a new goroutine is small, and growing it takes longer than the
// rest of a quick call.
func (b *batch) runWorker(w *worker) {
	for {
		i, ok := b.takeCall()
		if !ok {
			b.leave()
			return
		}
		if !b.serveCall(i, w) {
			return
		}
	}
}

// take returns the call to serve next.
func (b *batch) takeCall() (i int, ok bool) {
	if b.dispatcher != nil {
		return b.dispatcher.nextCall(b)
	}
	for {
		if i = int(b.nextCall.Add(1)) - 1; i >= len(b.calls) {
			return 0, false
		}
		if b.calls[i].state.load() == waiting {
			return i, true
		}
	}
}

// leave takes a worker or an approver's goroutine out of the batch; the last
// one ends it.
func (b *batch) leave() {
	if b.members.Add(-1) == 0 {
		close(b.done)
	}
}

// serve takes one call as far as it can go now, and reports whether the worker
// still belongs to the batch. A panic ends here. runtime.Goexit cannot be
// stopped: it ends the worker, and a new one goes on.
func (b *batch) serveCall(i int, w *worker) (isMember bool) {
	c, out := &b.calls[i], &w.reply
	from := c.state.load()
	if !b.claimCall(c, from) {
		return true
	}
	*out = reply{}
	returned := false
	defer func() {
		if !returned {
			isMember = b.recoverCall(i, recover(), out)
		}
	}()
	b.advanceCall(i, from, w)
	returned = true
	return b.finishCall(i, out)
}

// claim takes the call for a worker, unless it was answered meanwhile. The
// watcher reads the times and the deadline of a call that a worker holds, so
// they are written before.
func (b *batch) claimCall(c *Call, from callState) bool {
	switch from {
	case waiting:
		c.prepareStart = b.elapsed()
		c.setDeadline(b, c.prepareStart, c.timeout)
		return c.state.prepare()
	case parked:
		c.scheduling.executeStart = b.elapsed()
		c.setDeadline(b, c.scheduling.executeStart, c.remainingTimeout())
		return c.state.resume()
	}
	return false
}

// advance takes a call that the worker has claimed in that state through its
// next steps.
func (b *batch) advanceCall(i int, from callState, w *worker) {
	c, out := &b.calls[i], &w.reply
	if from == waiting && b.prepareCall(c, w) {
		return
	}
	if v := c.ctx.interruption(); v != nil { // a check took all the time
		out.setNotStarted(c, v)
		return
	}
	if from == waiting {
		if b.park(i, out) {
			return
		}
		if !c.state.execute() {
			out.isAbandoned = true
			return
		}
	}
	c.notifyStart(b, out)
	b.executeCall(c, out)
	b.explainInterruption(c, &out.result)
}

// begin tells hooks that the call starts. It also asks the tool where an
// untrusted text comes from: here, where that may panic, and before the tool
// can change its arguments.
func (c *Call) notifyStart(b *batch, out *reply) {
	if b.observer != nil {
		c.startReported.Store(true)
		b.observer.notify(EventStart, c, nil)
	}
	if c.tool.Untrusted != nil && c.tool.Source != nil && c.args != nil {
		out.source = new(c.tool.Source(c.args))
	}
}

// recoverCall answers a call whose worker did not return: it panicked with the
// value, or, when the value is nil, a step called runtime.Goexit.
func (b *batch) recoverCall(i int, value any, out *reply) (isMember bool) {
	*out = reply{result: b.calls[i].crashResult(b.registry, value), isFromTool: true, source: out.source}
	isMember = b.finishCall(i, out)
	if value == nil && isMember {
		go b.runWorker(new(worker))
	}
	return isMember
}

// finish records the answer to a call, unless the call is parked. If it was
// abandoned, the answer is dropped, and the worker does not belong to the
// batch.
func (b *batch) finishCall(i int, out *reply) (isMember bool) {
	c := &b.calls[i]
	switch {
	case out.isParked:
		return true
	case out.isAbandoned:
		b.countLate(i)
		return false
	}
	b.postprocess(c, out, c.wasAvailable)
	duration := b.workDuration(c, c.state.load())
	if !c.state.answer() {
		b.countLate(i)
		return false
	}
	c.ctx.cancel(context.Canceled)
	b.results[i].Repairs = c.redactRepairs(c.repairs)
	if c.wasAvailable {
		b.results[i].Duration = duration
		if c.durable != nil {
			b.results[i].Duration += c.durable.earlierTime
		}
	}
	b.recordReply(i, out)
	b.reportFinished(i, false)
	return true
}

// worked is how long workers have held a call that is in that state.
func (b *batch) workDuration(c *Call, state callState) time.Duration {
	if state == executing && c.wasParked {
		return c.scheduling.prepareTime + b.elapsed() - c.scheduling.executeStart
	}
	return b.elapsed() - c.prepareStart
}

// late counts a tool that returns after it was abandoned.
func (b *batch) countLate(i int) {
	b.registry.stats.addReturned()
	if b.dispatcher != nil {
		b.dispatcher.toolReturned(i)
	}
}

// over tells the dispatcher, if there is one, that a call is answered. Running
// reports that its tool was abandoned.
func (b *batch) reportFinished(i int, running bool) {
	if b.dispatcher != nil {
		b.updateSchedule(func(s *scheduler) { s.finish(i, running) })
	}
}
