package runtime

import (
	"context"
	"slices"
	"sync"
	"time"
)

// maxQueued is the maximum number of progress events, and of log records, that
// wait for a slow reader. A further one replaces the oldest of its kind,
// because the newest ones are the most useful. The kinds have separate limits,
// so that many log records do not displace progress events.
const maxQueued = 64

// deliveryQueue delivers the progress events and log records of a batch to the
// functions of its turn, one after the other. Its goroutine runs only while the
// queue is not empty. Tools never wait for it.
type deliveryQueue struct {
	stats *counters

	mu     sync.Mutex
	queue  []delivery
	closed bool
	idle   chan struct{} // closed when the goroutine ends; nil if it is not running
}

// delivery is a progress event or a log record in the queue.
type delivery struct {
	log  bool   // it is a log record
	send func() // calls the function of the turn
}

// push adds a delivery unless the batch has ended.
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

// dropExcess drops the oldest delivery of the kind if the queue has too many of
// them.
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

// deliver sends the deliveries until the queue is empty. If a function of the
// turn calls runtime.Goexit, a new goroutine continues with the next delivery.
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

// pop removes the oldest delivery. If ok is false, the queue is empty, and the
// goroutine must end.
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

// callRecovering calls f and recovers from a panic in it.
func callRecovering(f func()) {
	defer func() { _ = recover() }()
	f()
}

// drain closes the queue and waits until it is empty. If the context ends or
// the deadline passes first, it drops the remaining deliveries. A zero deadline
// means none. A nil queue is empty.
func (p *deliveryQueue) drain(ctx context.Context, deadline time.Time) {
	if p == nil {
		return
	}
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
