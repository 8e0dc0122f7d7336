package runtime

import (
	"context"
	"slices"
	"sync"
	"time"
)

// progressBuffer is how many progress events wait for a slow reader, and how
// many log records. When one more of a kind comes, the oldest of that kind is
// dropped and counted: the newest ones say most, and many log records must not
// displace the progress.
const maxQueued = 64

// progress delivers the progress events and log records of a batch to the
// functions of its turn, one after the other. Its goroutine exists only while
// there is something to deliver; a tool never waits for it.
type deliveryQueue struct {
	stats *counters

	mu     sync.Mutex
	queue  []delivery
	closed bool
	idle   chan struct{} // closed when the goroutine ends; nil without one
}

// delivery is one progress event or log record.
type delivery struct {
	log  bool   // it is a log record
	send func() // calls the function of the turn
}

// push adds a delivery unless the batch is over.
func (p *deliveryQueue) push(d delivery) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.dropExcess(d.log)
	p.queue = append(p.queue, d)
	if p.idle == nil {
		p.idle = make(chan struct{})
		go p.deliver()
	}
}

// makeRoom drops the oldest delivery of the kind if too many of it wait.
func (p *deliveryQueue) dropExcess(log bool) {
	waiting, oldest := 0, 0
	for i := range slices.Backward(p.queue) {
		if p.queue[i].log == log {
			waiting, oldest = waiting+1, i
		}
	}
	if waiting < maxQueued {
		return
	}
	p.queue = slices.Delete(p.queue, oldest, oldest+1)
	if log {
		p.stats.logsDropped.Add(1)
	} else {
		p.stats.dropped.Add(1)
	}
}

// deliver sends until nothing is left. A function of the turn that calls
// runtime.Goexit loses no more than what it was given.
func (p *deliveryQueue) deliver() {
	ended := false
	defer func() {
		if !ended {
			go p.deliver()
		}
	}()
	for {
		d, ok := p.pop()
		if !ok {
			ended = true
			return
		}
		callRecovering(d.send)
	}
}

// pop takes the oldest delivery. Without one it says that the goroutine ends.
func (p *deliveryQueue) pop() (d delivery, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		close(p.idle)
		p.idle, p.queue = nil, nil
		return delivery{}, false
	}
	d, p.queue = p.queue[0], p.queue[1:]
	return d, true
}

// contained calls f and drops what it panics with.
func callRecovering(f func()) {
	defer func() { _ = recover() }()
	f()
}

// finish takes no more deliveries, and waits until those that wait are sent.
// When the context ends or the deadline passes, zero for none, it drops them
// and waits no longer.
func (p *deliveryQueue) drain(ctx context.Context, deadline time.Time) {
	p.mu.Lock()
	p.closed = true
	idle := p.idle
	p.mu.Unlock()
	if idle == nil {
		return
	}
	if !deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	select {
	case <-idle:
	case <-ctx.Done():
		p.mu.Lock()
		p.queue = nil
		p.mu.Unlock()
	}
}
