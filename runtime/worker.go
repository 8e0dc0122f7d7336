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
		i, ok := b.take()
		if !ok {
			b.leave()
			return
		}
		if !b.serve(i) {
			return
		}
	}
}

// take is the slot to serve next.
func (b *batch) take() (i int, ok bool) {
	if b.plan != nil {
		i, ok = b.plan.take(b)
		b.failDoomed()
		return i, ok
	}
	for {
		if i = int(b.next.Add(1)) - 1; i >= len(b.slots) {
			return 0, false
		}
		if b.slots[i].state.Load() == waiting {
			return i, true
		}
	}
}

// leave counts a worker out, or an approver's goroutine; the last one ends the
// batch.
func (b *batch) leave() {
	if b.live.Add(-1) == 0 {
		close(b.done)
	}
}

// reply is what a worker has to say about a call.
type reply struct {
	result Result
	hit    bool // the result comes from the cache
	aside  bool // there is no result yet: the call was put aside
	lost   bool // the call was abandoned meanwhile
}

// serve answers one call and reports whether the worker still belongs to the
// batch. A panic ends here. runtime.Goexit cannot be stopped: it ends the
// worker, and a new one goes on.
func (b *batch) serve(i int) (belongs bool) {
	c := &b.slots[i]
	if !c.begin(b, i) {
		return true
	}
	returned := false
	defer func() {
		if returned {
			return
		}
		value := recover()
		belongs = b.finish(i, &reply{result: c.broken(b.registry, value)})
		if value == nil && belongs {
			go b.work()
		}
	}()
	reply := c.answer(b, i)
	returned = true
	return b.finish(i, &reply)
}

// finish records what came of a running call, unless it was abandoned: then
// the result is dropped, and the worker does not belong to the batch.
func (b *batch) finish(i int, reply *reply) (belongs bool) {
	c := &b.slots[i]
	if reply.aside {
		return true
	}
	if reply.lost {
		b.late(i)
		return false
	}
	conclusion := c.conclude(b, reply.result, c.admitted)
	resuming := false
	if !c.state.CompareAndSwap(running, answered) {
		if resuming = c.state.CompareAndSwap(resumed, answered); !resuming {
			b.late(i)
			return false
		}
	}
	c.context.cancel(context.Canceled)
	c.hit = reply.hit
	b.results[i].Repairs = c.decoder.Repairs()
	if c.admitted {
		b.results[i].Duration = b.worked(i, resuming)
	}
	b.record(i, conclusion)
	b.over(i, false)
	return true
}

// worked is how long workers have been at a call that runs.
func (b *batch) worked(i int, resuming bool) time.Duration {
	if resuming {
		place := &b.plan.places[i]
		return place.spent + b.now() - place.resumed
	}
	return b.now() - b.slots[i].began
}

// late counts a tool that returns after it was abandoned.
func (b *batch) late(i int) {
	b.registry.stats.late()
	if b.plan != nil {
		b.plan.returned(i)
	}
}

// answer takes the call through the steps that may run an author's code.
func (c *Call) answer(b *batch, i int) reply {
	if c.state.Load() == resumed {
		return c.perform(b)
	}
	if refusal, refused := c.entry.refuse(b.registry.options.Backends); refused {
		return reply{result: refusal}
	}
	c.admitted = true
	if err := c.decode(); err != nil {
		return reply{result: invalid(err)}
	}
	if b.observer != nil && len(c.decoder.Repairs()) > 0 {
		b.observer.tell(EventRepaired, c, nil)
	}
	if b.plan != nil {
		if reply, stop := b.putAside(i); stop {
			return reply
		}
	}
	return c.perform(b)
}

// perform runs the tool, or does what is done in its stead. A call that was
// abandoned before, while an author's check hung, does not begin after all.
func (c *Call) perform(b *batch) reply {
	if !c.isRunning() {
		return reply{lost: true}
	}
	if b.observer != nil {
		c.started.Store(true)
		b.observer.tell(EventStart, c, nil)
	}
	switch {
	case c.turn.DryRun:
		return reply{result: c.rehearse()}
	case c.tool.Cache != nil:
		return c.remember(b)
	}
	return reply{result: c.run(&c.context, c)}
}

// abandon takes a running call away from its worker, which may never return.
// From is the state that the call was seen in.
func (b *batch) abandon(i int, from uint32, why *verdict) bool {
	c := &b.slots[i]
	b.registry.stats.abandon(+1)
	if !c.state.CompareAndSwap(from, abandoned) {
		b.registry.stats.abandon(-1)
		return false
	}
	b.results[i].Duration = b.worked(i, from == resumed)
	b.record(i, c.conclude(b, why.running(c), false))
	c.context.cancel(why.cause)
	b.registry.log(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	b.over(i, b.plan != nil && (from == resumed || !b.plan.places[i].ordered))
	return true
}
