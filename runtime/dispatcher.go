package runtime

import (
	"context"
	"sync"
)

// dispatcher starts the calls of a batch in which some have to wait: for
// others, or for consent. Its scheduler decides; the dispatcher asks it under
// a lock and starts the workers.
//
// Calls with a key, exclusive calls, and calls that need consent and may
// conflict with others are prepared first, in input order and by one worker,
// because their keys and the people asked for consent decide about the order.
type dispatcher struct {
	mu           sync.Mutex
	scheduler    *scheduler
	prepareFirst []int // calls to prepare before any call starts
	workers      int   // that run, at most limit
	limit        int
	stopped      bool
	previews     chan struct{} // one for each dry run that gives a preview
}

// newDispatcher returns the dispatcher for the calls of the batch that wait.
func newDispatcher(b *batch, limit int) *dispatcher {
	d := &dispatcher{limit: limit, workers: 1, previews: make(chan struct{}, limit)}
	d.scheduler = newScheduler(len(b.calls), func(i int) *entry {
		if b.calls[i].state.load() != waiting {
			return nil
		}
		return b.calls[i].entry
	})
	for i := range b.calls {
		c := &b.calls[i]
		if c.state.load() == waiting && (c.tool.Key != nil || c.tool.Exclusive || c.tool.Approval != nil && d.scheduler.hasConflicts(i)) {
			d.prepareFirst = append(d.prepareFirst, i)
		}
	}
	return d
}

// stop keeps calls from starting. A nil dispatcher has none to stop.
func (d *dispatcher) stop() {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
}

// take returns the call for a worker to serve next. Without one the worker
// ends.
func (d *dispatcher) nextCall(b *batch) (i int, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.prepareFirst) > 0 && !d.stopped {
		i, d.prepareFirst = d.prepareFirst[0], d.prepareFirst[1:]
		return i, true
	}
	if !d.scheduler.started && !d.stopped {
		d.scheduler.start()
		d.startWorkers(b, len(d.scheduler.ready)-1)
	}
	if !d.stopped {
		i, ok = d.scheduler.takeReady()
	}
	if !ok {
		d.workers--
	}
	return i, ok
}

// startWorkers starts up to n workers. The caller holds the lock.
func (d *dispatcher) startWorkers(b *batch, n int) {
	for ; n > 0 && d.workers < d.limit && !d.stopped; n-- {
		d.workers++
		b.members.Add(1)
		go b.runWorker(new(worker))
	}
}

// schedule tells the scheduler what happened, and acts on what follows: workers
// start for calls that became ready, and calls that are blocked by an abandoned
// one are answered, which the scheduler is told in turn.
func (b *batch) updateSchedule(event func(s *scheduler)) {
	d := b.dispatcher
	for event != nil {
		d.mu.Lock()
		before := len(d.scheduler.ready)
		event(d.scheduler)
		d.startWorkers(b, len(d.scheduler.ready)-before)
		blocked := d.scheduler.takeBlocked()
		if d.stopped {
			blocked = nil // stop answers every call that is left
		}
		d.mu.Unlock()
		event = b.answerBlocked(blocked)
	}
}

// failHeld answers calls that must not start, and returns what happened
// thereby; nil for nothing.
func (b *batch) answerBlocked(blocked []int) (event func(s *scheduler)) {
	if len(blocked) == 0 {
		return nil
	}
	for _, i := range blocked {
		if b.withdraw(i) {
			b.recordResult(i, heldResult(&b.calls[i]), false)
		}
	}
	return func(s *scheduler) {
		for _, i := range blocked {
			s.finish(i, false)
		}
	}
}

// toolReturned tells the scheduler that the tool of an abandoned call has
// returned.
func (d *dispatcher) toolReturned(i int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.scheduler.toolReturned(i)
}

// park reports whether a prepared call cannot start right now: it is parked, or
// its approver is asked.
func (b *batch) park(i int, out *reply) (done bool) {
	if b.dispatcher == nil && !b.prepareOnly {
		return false
	}
	if c := &b.calls[i]; c.tool.Key != nil {
		c.ensureScheduling().key = c.tool.Key(c.args)
	}
	if b.prepareOnly {
		return b.parkCall(i, out, (*lifecycle).park)
	}
	return b.dispatcher.park(b, i, out)
}

// parkBy takes the call from its worker by that transition.
func (b *batch) parkCall(i int, out *reply, transition func(*lifecycle) bool) (done bool) {
	c := &b.calls[i]
	c.wasParked, c.ensureScheduling().prepareTime = true, b.elapsed()-c.prepareStart // the watcher and the next worker read it
	out.isParked = transition(&c.state)
	out.isAbandoned = !out.isParked
	return true
}

func (d *dispatcher) park(b *batch, i int, out *reply) (done bool) {
	c := &b.calls[i]
	ask := c.scheduling != nil && c.scheduling.consent && c.scheduling.decision == nil
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.scheduler.started && !ask {
		return false
	}
	transition := (*lifecycle).park
	if ask {
		transition = (*lifecycle).ask
	}
	if b.parkCall(i, out, transition); out.isAbandoned {
		return true
	}
	if c.tool.Key != nil && !d.scheduler.started {
		d.scheduler.setKey(i, c.scheduling.key)
	}
	if ask {
		var ctx context.Context
		ctx, c.scheduling.cancel = b.approverContext()
		d.scheduler.addConsentWait(i)
		b.members.Add(1)
		go b.askApprover(ctx, i)
	}
	return true
}

// withdrawAsking takes a call that an approver decides about. The approver's
// goroutine no longer belongs to the batch.
func (d *dispatcher) withdrawAsking(b *batch, i int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := &b.calls[i]
	if !c.state.deny() {
		return false
	}
	c.scheduling.cancel()
	b.registry.stats.addAbandoned(+1)
	b.leave()
	return true
}

// ordering returns the order of a call, made when it is first needed.
func (c *Call) ensureScheduling() *schedulingState {
	if c.scheduling == nil {
		c.scheduling = new(schedulingState)
	}
	return c.scheduling
}
