package runtime

import "context"

// over tells the plan, if there is one, that a call is answered or abandoned.
// Calls that cannot run any more because of that are answered here.
func (b *batch) over(i int, stray bool) {
	p := b.plan
	if p == nil {
		return
	}
	p.mu.Lock()
	p.leave(b, i, stray)
	p.mu.Unlock()
	b.failDoomed()
}

// failDoomed answers the calls that must not run because a tool that was
// abandoned may still hold what they need.
func (b *batch) failDoomed() {
	p := b.plan
	for {
		p.mu.Lock()
		if len(p.doomed) == 0 {
			p.mu.Unlock()
			return
		}
		i := p.doomed[0]
		p.doomed = p.doomed[1:]
		p.mu.Unlock()
		if b.withdraw(i, answered) {
			b.recordFor(i, held(&b.slots[i]), false)
			p.mu.Lock()
			p.leave(b, i, false)
			p.mu.Unlock()
		}
	}
}

// withdraw takes a call that no worker is at.
func (b *batch) withdraw(i int, to uint32) bool {
	c := &b.slots[i]
	if c.state.CompareAndSwap(waiting, to) || c.state.CompareAndSwap(parked, to) {
		return true
	}
	p := b.plan
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !c.state.CompareAndSwap(asking, to) {
		return false
	}
	p.places[i].cancel()
	b.registry.stats.abandon(+1)
	b.leave() // for the approver's goroutine, which no longer belongs
	return true
}

// proceeds reports whether a decoded call can go on with its worker. If not, it
// is answered, or put aside where it has to wait for its turn or for consent.
func (b *batch) proceeds(i int, out *reply) bool {
	c, p := &b.slots[i], b.plan
	ask := c.tool.Approval != nil
	if ask && c.tool.Approval.When != nil {
		_, ask = c.tool.Approval.When(c.args)
	}
	if ask && b.registry.options.Approver == nil {
		out.result = denied(c, "no approver is configured", nil)
		return false
	}
	key, keyed := "", c.tool.Key != nil
	if keyed {
		key = c.tool.Key(c.args)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	place := &p.places[i]
	if !ask && !place.ordered {
		return true
	}
	to := parked
	if ask {
		to = asking
	}
	place.spent = b.now() - c.began // whoever moves the call on reads it
	if out.aside = c.state.CompareAndSwap(running, to); !out.aside {
		out.lost = true
		return false
	}
	place.key, place.keyed, place.asked = key, keyed, ask
	if ask {
		var ctx context.Context
		ctx, place.cancel = b.askingContext()
		b.live.Add(1)
		go b.ask(ctx, i)
	}
	return false
}

// returned tells the plan that an abandoned tool has returned after all.
func (p *plan) returned(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	place := &p.places[i]
	place.returned = true
	if !place.stray {
		return
	}
	place.stray = false
	p.strays--
	if place.exclusive {
		p.loners--
	}
	if line := p.chains[place.key]; place.keyed && line != nil {
		line.stuck = false
	}
}
