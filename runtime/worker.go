package runtime

import (
	"context"
	"time"
)

// work answers calls until none waits. A worker whose call is abandoned no
// longer belongs to the batch: the watcher has put another in its place, and
// it ends when its tool returns. What it has to say goes into out, on the heap:
// the stack of a fresh goroutine is small, and growing it costs more than the
// rest of a quick call.
func (b *batch) work(out *reply) {
	for {
		i, ok := b.take()
		if !ok {
			b.leave()
			return
		}
		if !b.serve(i, out) {
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

// reply is what a worker has to say about a call: the answer with all that is
// known of it before the budget, or that there is none.
type reply struct {
	result   Result
	produced int     // length of the text before its reducer
	chars    int     // and after it
	source   *string // where an untrusted text comes from; nil for the tool
	fence    fence   // around an untrusted text; nil for none
	hit      bool    // the result comes from the cache
	ran      bool    // it comes from the tool
	aside    bool    // there is no result yet: the call was put aside
	lost     bool    // the call was abandoned meanwhile

	parts partTexts // lengths of the text parts
}

// serve answers one call and reports whether the worker still belongs to the
// batch. A panic ends here. runtime.Goexit cannot be stopped: it ends the
// worker, and a new one goes on.
func (b *batch) serve(i int, out *reply) (belongs bool) {
	phase, begun := b.slots[i].begin(b, i)
	if !begun {
		return true
	}
	*out = reply{}
	returned := false
	defer func() {
		if !returned {
			belongs = b.salvage(i, recover(), out)
		}
	}()
	b.slots[i].answer(b, i, phase, out)
	returned = true
	return b.finish(i, out)
}

// salvage answers a call whose tool did not return, but panicked with the
// value, or, when it is nil, called runtime.Goexit.
func (b *batch) salvage(i int, value any, out *reply) (belongs bool) {
	*out = reply{result: b.slots[i].broken(b.registry, value), ran: true, source: out.source}
	belongs = b.finish(i, out)
	if value == nil && belongs {
		go b.work(new(reply))
	}
	return belongs
}

// finish records what came of a running call, unless it was abandoned: then
// the result is dropped, and the worker does not belong to the batch.
func (b *batch) finish(i int, out *reply) (belongs bool) {
	c := &b.slots[i]
	switch {
	case out.aside:
		return true
	case out.lost:
		b.late(i)
		return false
	}
	c.conclude(b, out, c.admitted)
	resuming := false
	if !c.state.CompareAndSwap(running, answered) {
		if resuming = c.state.CompareAndSwap(resumed, answered); !resuming {
			b.late(i)
			return false
		}
	}
	c.context.cancel(context.Canceled)
	b.results[i].Repairs = c.redactRepairs(c.decoder.Repairs())
	if c.admitted {
		b.results[i].Duration = b.worked(i, resuming)
	}
	b.record(i, out)
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

// answer takes the call through the steps that may run an author's code, from
// the phase that the worker has claimed: the state may have changed since.
func (c *Call) answer(b *batch, i int, phase uint32, out *reply) {
	if phase == resumed || c.prepared(b, i, out) {
		c.perform(b, out)
	}
}

// prepared reports whether the call can be performed right now: it passed the
// gates, its arguments are right, and nobody has to be waited for.
func (c *Call) prepared(b *batch, i int, out *reply) bool {
	if refusal := c.entry.refuse(b.registry.options.Backends); refusal != nil {
		out.result = *refusal
		return false
	}
	c.admitted = true
	if err := c.decode(); err != nil {
		out.refuse(err)
		return false
	}
	if b.observer != nil && len(c.decoder.Repairs()) > 0 {
		b.observer.tell(EventRepaired, c, nil)
	}
	return b.plan == nil || b.proceeds(i, out)
}

// refuse answers a call whose arguments are wrong. Inlined, it would make the
// stack of every call larger.
//
//go:noinline
func (out *reply) refuse(err error) { out.result = invalid(err) }

// perform runs the tool, or does what is done in its stead. A call that was
// abandoned before, while an author's check hung, does not begin after all.
func (c *Call) perform(b *batch, out *reply) {
	if !c.isRunning() {
		out.lost = true
		return
	}
	if b.observer != nil {
		c.started.Store(true)
		b.observer.tell(EventStart, c, nil)
	}
	if c.tool.Untrusted != nil && c.tool.Source != nil && c.args != nil {
		out.source = new(c.tool.Source(c.args)) // here, where it may panic, and before the tool may change its arguments
	}
	switch {
	case c.turn.DryRun:
		c.rehearse(b, out)
	case c.tool.Cache != nil:
		c.remember(b, out)
	default:
		c.invoke(b, out)
	}
}

// invoke runs the tool with what it may touch.
func (c *Call) invoke(b *batch, out *reply) {
	if c.tool.Needs != nil {
		if refusal := c.equip(b.registry.options.Backends); refusal != nil {
			out.result = *refusal
			return
		}
	}
	out.ran = true
	out.result = c.run(&c.context, c)
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
	b.recordFor(i, why.running(c), false)
	c.context.cancel(why.cause)
	b.registry.log(b.ctx, c, "tool abandoned", "reason", why.reason, "after", b.results[i].Duration.Round(time.Millisecond))
	b.over(i, b.plan != nil && (from == resumed || !b.plan.places[i].ordered))
	return true
}
