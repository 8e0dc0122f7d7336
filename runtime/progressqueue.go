package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// progressBuffer is how many events wait for a slow reader. When one more
// comes, the oldest is dropped and counted: what is newest tells most.
const progressBuffer = 64

// progress hands the events of a batch to the turn's Emit, one after the
// other. Its goroutine exists only while there is something to deliver; a tool
// never waits for it.
type progress struct {
	emit    func(ProgressEvent)
	dropped *atomic.Int64

	mu     sync.Mutex
	events []ProgressEvent
	closed bool
	idle   chan struct{} // closed when the goroutine ends; nil without one
}

// push adds an event unless the batch is over.
func (p *progress) push(event ProgressEvent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if len(p.events) == progressBuffer {
		p.events = p.events[1:]
		p.dropped.Add(1)
	}
	p.events = append(p.events, event)
	if p.idle == nil {
		p.idle = make(chan struct{})
		go p.deliver()
	}
}

// deliver emits until nothing is left. An Emit that calls runtime.Goexit loses
// no more than its own event.
func (p *progress) deliver() {
	ended := false
	defer func() {
		if !ended {
			go p.deliver()
		}
	}()
	for {
		event, ok := p.pop()
		if !ok {
			ended = true
			return
		}
		p.send(event)
	}
}

// pop takes the oldest event. Without one it says that the goroutine ends.
func (p *progress) pop() (event ProgressEvent, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.events) == 0 {
		close(p.idle)
		p.idle, p.events = nil, nil
		return ProgressEvent{}, false
	}
	event, p.events = p.events[0], p.events[1:]
	return event, true
}

// send emits one event. A panic is the reader's own affair.
func (p *progress) send(event ProgressEvent) {
	defer func() { _ = recover() }()
	p.emit(event)
}

// finish takes no more events, and waits until the buffered ones are
// delivered. When the context ends or the deadline passes, zero for none, it
// drops them and waits no longer.
func (p *progress) finish(ctx context.Context, deadline time.Time) {
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
		p.events = nil
		p.mu.Unlock()
	}
}
