package runtime

import (
	"context"
	"sync"
)

// dispatcher starts the calls of a batch in which some calls need an order or
// approval. It asks the scheduler which calls may start, under a lock, and
// starts the workers.
//
// One worker first prepares, in input order, the calls with a key, the
// exclusive calls, and the calls that may need approval and conflict with
// others: the order of the batch depends on their keys and on the requests for
// approval.
type dispatcher struct {
	mu           sync.Mutex
	scheduler    *scheduler
	prepareFirst []int // the calls to prepare before any call starts
	workers      int   // the number of running workers, at most limit
	limit        int
	stopped      bool
	previews     chan struct{} // a semaphore of the dry runs for previews
}

// newDispatcher returns a dispatcher for the calls of the batch that are not
// answered.
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

// stop prevents further calls from starting. A nil dispatcher is valid.
func (d *dispatcher) stop() {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
}

// nextCall returns the next call for a worker. If ok is false, the worker must
// end.
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
		go b.runWorker(newWorker(b))
	}
}

// updateSchedule passes an event to the scheduler. It then starts workers for
// the calls that became ready, and answers the calls that an abandoned call
// blocks, which is an event for the scheduler, too.
func (b *batch) updateSchedule(event func(s *scheduler)) {
	d := b.dispatcher
	for event != nil {
		d.mu.Lock()
		before := len(d.scheduler.ready)
		event(d.scheduler)
		d.startWorkers(b, len(d.scheduler.ready)-before)
		blocked := d.scheduler.takeBlocked()
		if d.stopped {
			blocked = nil // stopAll answers all remaining calls
		}
		d.mu.Unlock()
		event = b.answerBlocked(blocked)
	}
}

// answerBlocked answers calls that must not start, and returns this event for
// the scheduler; nil if there are no such calls.
func (b *batch) answerBlocked(blocked []int) (event func(s *scheduler)) {
	if len(blocked) == 0 {
		return nil
	}
	for _, i := range blocked {
		if b.withdraw(i) {
			b.recordResult(i, heldResult(b.calls[i].tool.Name), false)
		}
	}
	return func(s *scheduler) {
		for _, i := range blocked {
			s.finish(i, false)
		}
	}
}

// toolReturned informs the scheduler that the tool of an abandoned call has
// returned.
func (d *dispatcher) toolReturned(i int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.scheduler.toolReturned(i)
}

// park parks a prepared call that cannot start now, or asks its approver. It
// returns false if the call can start.
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

// parkCall releases the call from its worker by a transition of its state.
func (b *batch) parkCall(i int, out *reply, transition func(*lifecycle) bool) (done bool) {
	c := &b.calls[i]
	c.wasParked, c.ensureScheduling().prepareTime = true, b.elapsed()-c.prepareStart // before the transition, because other goroutines read them after it
	out.isParked = transition(&c.state)
	out.isAbandoned = !out.isParked
	return true
}

// park parks a call that must wait for the order of the batch, or asks its
// approver.
func (d *dispatcher) park(b *batch, i int, out *reply) (done bool) {
	c := &b.calls[i]
	ask := c.scheduling != nil && c.scheduling.needsApproval && c.scheduling.decision == nil
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
		d.scheduler.addApprovalWait(i)
		b.members.Add(1)
		go b.askApprover(ctx, i)
	}
	return true
}

// withdrawAsking takes a call from its approver, and reports whether it did so.
// The approver's goroutine then no longer belongs to the batch.
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

// ensureScheduling returns the scheduling state of a call, and creates it if
// necessary.
func (c *Call) ensureScheduling() *schedulingState {
	if c.scheduling == nil {
		c.scheduling = new(schedulingState)
	}
	return c.scheduling
}
