package runtime

import (
	"context"
	"time"
)

// work answers calls until none waits. A worker whose call is abandoned no
// longer belongs to the batch: the watcher has put another in its place, and
// it ends when its tool returns.
func (b *batch) work() {
	for {
		i := int(b.next.Add(1)) - 1
		if i >= len(b.slots) {
			b.leave()
			return
		}
		if b.slots[i].state.Load() == waiting && !b.serve(i) {
			return
		}
	}
}

// leave counts a worker out; the last one ends the batch.
func (b *batch) leave() {
	if b.live.Add(-1) == 0 {
		close(b.done)
	}
}

// serve answers one call and reports whether the worker still belongs to the
// batch. A panic ends here. runtime.Goexit cannot be stopped: it ends the
// worker, and a new one goes on.
func (b *batch) serve(i int) (belongs bool) {
	c := &b.slots[i]
	if !c.begin(b) {
		return true
	}
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		belongs = b.finish(i, c.broken(b.registry, value))
		if value == nil && belongs {
			go b.work()
		}
	}()
	result := c.answer(b)
	returned = true
	return b.finish(i, result)
}

// finish records what came of a running call, unless it was abandoned: then
// the result is dropped, and the worker does not belong to the batch.
func (b *batch) finish(i int, result Result) (belongs bool) {
	c := &b.slots[i]
	if !c.state.CompareAndSwap(running, answered) {
		b.registry.stats.late()
		return false
	}
	c.context.cancel(context.Canceled)
	b.results[i].Repairs = c.decoder.Repairs()
	if c.admitted {
		b.results[i].Duration = b.now() - c.began
	}
	b.record(i, result)
	return true
}

// answer takes the call through the steps that may run an author's code.
func (c *Call) answer(b *batch) Result {
	if refusal, refused := c.entry.refuse(b.registry.options.Backends); refused {
		return refusal
	}
	c.admitted = true
	if err := c.decode(); err != nil {
		return invalid(err)
	}
	if c.turn.DryRun {
		return Fail(NotAvailable, "Tool %s was not called: dry run is not supported yet", c.tool.Name)
	}
	return c.tool.Invoke(&c.context, c)
}

// abandon takes a running call away from its worker, which may never return.
func (b *batch) abandon(i int, why *verdict) bool {
	c := &b.slots[i]
	b.registry.stats.abandon(+1)
	if !c.state.CompareAndSwap(running, abandoned) {
		b.registry.stats.abandon(-1)
		return false
	}
	b.results[i].Duration = b.now() - c.began
	b.record(i, why.running(c))
	c.context.cancel(why.cause)
	b.registry.log(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	return true
}
