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
func (b *batch) work(w *worker) {
	for {
		i, ok := b.take()
		if !ok {
			b.leave()
			return
		}
		if !b.serve(i, w) {
			return
		}
	}
}

// take returns the call to serve next.
func (b *batch) take() (i int, ok bool) {
	if b.dispatcher != nil {
		return b.dispatcher.take(b)
	}
	for {
		if i = int(b.next.Add(1)) - 1; i >= len(b.calls) {
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
	if b.live.Add(-1) == 0 {
		close(b.done)
	}
}

// serve takes one call as far as it can go now, and reports whether the worker
// still belongs to the batch. A panic ends here. runtime.Goexit cannot be
// stopped: it ends the worker, and a new one goes on.
func (b *batch) serve(i int, w *worker) (belongs bool) {
	c, out := &b.calls[i], &w.reply
	from := c.state.load()
	if !b.claim(c, from) {
		return true
	}
	*out = reply{}
	returned := false
	defer func() {
		if !returned {
			belongs = b.recoverCall(i, recover(), out)
		}
	}()
	b.advance(i, from, w)
	returned = true
	return b.finish(i, out)
}

// claim takes the call for a worker, unless it was answered meanwhile. The
// watcher reads the times and the deadline of a call that a worker holds, so
// they are written before.
func (b *batch) claim(c *Call, from callState) bool {
	switch from {
	case waiting:
		c.began = b.now()
		c.setDeadline(b, c.began, c.timeout)
		return c.state.prepare()
	case parked:
		c.order.resumed = b.now()
		c.setDeadline(b, c.order.resumed, c.rest())
		return c.state.resume()
	}
	return false
}

// advance takes a call that the worker has claimed in that state through its
// next steps.
func (b *batch) advance(i int, from callState, w *worker) {
	c, out := &b.calls[i], &w.reply
	if from == waiting && b.prepareCall(c, w) {
		return
	}
	if v := c.context.verdict(); v != nil { // a check took all the time
		out.notStarted(c, v)
		return
	}
	if from == waiting {
		if b.park(i, out) {
			return
		}
		if !c.state.execute() {
			out.lost = true
			return
		}
	}
	c.begin(b, out)
	b.executeCall(c, out)
	b.explainEnd(c, &out.result)
}

// begin tells hooks that the call starts. It also asks the tool where an
// untrusted text comes from: here, where that may panic, and before the tool
// can change its arguments.
func (c *Call) begin(b *batch, out *reply) {
	if b.observer != nil {
		c.started.Store(true)
		b.observer.tell(EventStart, c, nil)
	}
	if c.tool.Untrusted != nil && c.tool.Source != nil && c.args != nil {
		out.source = new(c.tool.Source(c.args))
	}
}

// recoverCall answers a call whose worker did not return: it panicked with the
// value, or, when the value is nil, a step called runtime.Goexit.
func (b *batch) recoverCall(i int, value any, out *reply) (belongs bool) {
	*out = reply{result: b.calls[i].broken(b.registry, value), ran: true, source: out.source}
	belongs = b.finish(i, out)
	if value == nil && belongs {
		go b.work(new(worker))
	}
	return belongs
}

// finish records the answer to a call, unless the call is parked. If it was
// abandoned, the answer is dropped, and the worker does not belong to the
// batch.
func (b *batch) finish(i int, out *reply) (belongs bool) {
	c := &b.calls[i]
	switch {
	case out.parked:
		return true
	case out.lost:
		b.late(i)
		return false
	}
	b.conclude(c, out, c.admitted)
	duration := b.worked(c, c.state.load())
	if !c.state.answer() {
		b.late(i)
		return false
	}
	c.context.cancel(context.Canceled)
	b.results[i].Repairs = c.redactRepairs(c.repairs)
	if c.admitted {
		b.results[i].Duration = duration
		if c.carried != nil {
			b.results[i].Duration += c.carried.elapsed
		}
	}
	b.record(i, out)
	b.over(i, false)
	return true
}

// worked is how long workers have held a call that is in that state.
func (b *batch) worked(c *Call, state callState) time.Duration {
	if state == executing && c.wasParked {
		return c.order.spent + b.now() - c.order.resumed
	}
	return b.now() - c.began
}

// late counts a tool that returns after it was abandoned.
func (b *batch) late(i int) {
	b.registry.stats.late()
	if b.dispatcher != nil {
		b.dispatcher.toolReturned(i)
	}
}

// over tells the dispatcher, if there is one, that a call is answered. Running
// reports that its tool was abandoned.
func (b *batch) over(i int, running bool) {
	if b.dispatcher != nil {
		b.schedule(func(s *scheduler) { s.finish(i, running) })
	}
}
