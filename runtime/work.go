package runtime

import (
	"context"
	"time"
)

// launchWorker creates the goroutine of a worker, which launches the next one.
func (b *batch) launchWorker() {
	b.members.Add(1)
	go newWorker(b).start()
}

// run is the function of the goroutine of a worker. It launches the next worker if there are
// calls for it: this worker takes one of them.
func (w *worker) run() {
	b := w.batch
	if b.maxWorkers > 1 && int(b.started.Add(1)) < b.maxWorkers && int(b.nextCall.Load())+1 < len(b.calls) {
		b.launchWorker()
	}
	b.runWorker(w)
}

// wakeWatch makes watch look at the members and the deadlines. Before watch waits, it looks at them
// without this.
func (b *batch) wakeWatch() {
	if !b.hasWatch.Load() {
		return
	}
	select {
	case b.wake <- struct{}{}:
	default: // it will look
	}
}

// runWorker serves calls until there are none left. If the call of a worker was
// abandoned, the worker no longer belongs to the batch: it ends when its tool
// returns, and another worker has taken its place.
func (b *batch) runWorker(w *worker) {
	growStack()
	for i, ok := b.takeCall(); ok; {
		if !b.serveCall(i, w) {
			return
		}
		if b.dispatcher == nil && i == len(b.calls)-1 { // calls are taken in their order
			break
		}
		i, ok = b.takeCall()
	}
	w.free()
	b.leave()
}

// takeCall returns the next call to serve.
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

// leave removes a worker or an approver's goroutine from the batch. The last
// one ends the batch.
func (b *batch) leave() {
	if b.members.Add(-1) == 0 {
		b.wakeWatch()
	}
}

// serveCall runs the steps of a call that can run now, and reports whether the
// worker still belongs to the batch. It recovers from a panic. It cannot
// recover from runtime.Goexit: that ends the worker, and a new one continues.
func (b *batch) serveCall(i int, w *worker) (isMember bool) {
	c, out := &b.calls[i], &w.reply
	from := c.state.load()
	if !b.claimCall(c, from, b.startOfCall(i, out)) {
		return true
	}
	if w.isUsed {
		*out = reply{}
	}
	w.isUsed = true
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

// startOfCall returns the time since the start of the batch. It does not read the clock if
// nothing that takes long can have happened since the start, or since the worker's last reply
// was finished: reading the clock is a large part of a short call.
func (b *batch) startOfCall(i int, last *reply) time.Duration {
	if isFirst := i == 0 && !b.hasSecrets; (isFirst || last.finished > 0) && b.dispatcher == nil && b.observer == nil {
		return last.finished
	}
	return b.elapsed()
}

// claimCall takes the call for a worker, unless the call has been answered. It
// sets the times and the deadline of the call before the transition, because
// watch reads them after it.
func (b *batch) claimCall(c *Call, from callState, now time.Duration) bool {
	switch from {
	case waiting:
		c.prepareStart = now
		c.setDeadline(b, c.prepareStart, c.timeout)
		return c.state.prepare()
	case parked:
		c.scheduling.executeStart = now
		c.setDeadline(b, c.scheduling.executeStart, c.remainingTimeout())
		return c.state.resume()
	}
	return false
}

// advanceCall runs the next steps of a call that the worker has claimed in the
// state from.
func (b *batch) advanceCall(i int, from callState, w *worker) {
	c, out := &b.calls[i], &w.reply
	if from == waiting && b.prepareCall(c, w) {
		return
	}
	if v := c.ctx.interruption(); v != nil { // the deadline passed in a check
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
	if !b.executeCall(c, out) {
		b.invoke(c, out)
	}
	b.explainInterruption(c, &out.result)
}

// notifyStart reports the start of the call to the hooks. It also calls
// Tool.Source, because a panic is recovered here, and because the tool may
// change its arguments later.
func (c *Call) notifyStart(b *batch, out *reply) {
	if b.observer != nil {
		c.startReported.Store(true)
		b.observer.notify(EventStart, c, nil)
	}
	if c.tool.Untrusted != nil && c.tool.Source != nil && c.args != nil {
		out.source = new(c.tool.Source(c.args))
	}
}

// recoverCall answers a call whose worker panicked with the value, or called
// runtime.Goexit if the value is nil. It reports whether the worker still
// belongs to the batch.
func (b *batch) recoverCall(i int, value any, out *reply) (isMember bool) {
	*out = reply{result: b.calls[i].crashResult(b.registry, value), isFromTool: true, source: out.source}
	isMember = b.finishCall(i, out)
	if value == nil && isMember {
		go b.runWorker(newWorker(b))
	}
	return isMember
}

// finishCall records the result of a call, unless the call is parked, and
// reports whether the worker still belongs to the batch. If the call was
// abandoned, finishCall drops the result and returns false.
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
	out.finished = b.elapsed()
	duration := c.workDuration(c.state.load(), out.finished)
	if !c.state.answer() {
		b.countLate(i)
		return false
	}
	c.ctx.cancel(context.Canceled)
	b.results[i].Repairs = c.redactRepairs(c.repairs())
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

// workDuration returns how long workers have held the call, which is in the state.
func (c *Call) workDuration(state callState, now time.Duration) time.Duration {
	if state == executing && c.wasParked {
		return c.scheduling.prepareTime + now - c.scheduling.executeStart
	}
	return now - c.prepareStart
}

// countLate counts a tool that returned after its call was abandoned.
func (b *batch) countLate(i int) {
	b.registry.stats.addReturned()
	if b.dispatcher != nil {
		b.dispatcher.toolReturned(i)
	}
}

// reportFinished informs the dispatcher that a call is answered. running
// reports that its tool was abandoned.
func (b *batch) reportFinished(i int, running bool) {
	if b.dispatcher != nil {
		b.updateSchedule(func(s *scheduler) { s.finish(i, running) })
	}
}
