package runtime

import (
	"context"
	"sync"
	"time"
)

// plan lets the calls of a batch in when their turn comes, where some of them
// have to wait for others or for consent. Batches without such calls have none.
//
// Ordered calls, those that are keyed or exclusive, are decoded first, in input
// order and by one worker, since a key is known only then. After that calls are
// let in, again in input order: keyed ones behind those with an equal key that
// are not over, an exclusive one when nobody is inside, and nobody after it
// until it is over. What is let in is ready for any worker, unless an approver
// still decides.
type plan struct {
	mu        sync.Mutex
	places    []place // by slot
	undecoded []int   // ordered calls to decode, in input order
	begun     bool    // calls are being let in
	next      int     // the first slot that was not looked at
	inside    int     // calls that were let in and are not over
	alone     bool    // the one inside is exclusive
	strays    int     // abandoned tools that still run
	loners    int     // the exclusive ones among them
	chains    map[string]*chain
	ready     []int // let in: a worker may take them
	doomed    []int // must not run, because of a stray
	workers   int
	limit     int
	stopped   bool
}

// place is what the plan knows of one slot. It is guarded by plan.mu, but for
// the two times, which whoever moves the call's state writes before that.
type place struct {
	ordered, exclusive, keyed bool
	key                       string
	asked                     bool // an approver decides
	inside, ready, over       bool
	stray                     bool
	returned                  bool               // the tool did, though it was abandoned
	cancel                    context.CancelFunc // ends the approver's context
	spent                     time.Duration      // at work before it was put aside
	resumed                   time.Duration      // since the batch's start
}

// rest is what is left of the call's timeout when it is resumed; never so
// little that the watcher has no rest.
func (p *place) rest(timeout time.Duration) time.Duration {
	return max(timeout-p.spent, time.Millisecond)
}

// chain are the calls with one key: the first was let in, the others wait.
type chain struct {
	calls []int
	stuck bool // held by a tool that was abandoned
}

// planned reports whether a batch with a call of the tool needs a plan.
func (t *Tool) planned() bool { return t.ordered() || t.Approval != nil }

func (t *Tool) ordered() bool { return t.Exclusive || t.Key != nil }

// newPlan is the plan for the calls of the batch that still wait.
func newPlan(b *batch) *plan {
	p := &plan{places: make([]place, len(b.slots)), chains: make(map[string]*chain)}
	for i := range b.slots {
		c, place := &b.slots[i], &p.places[i]
		if c.state.Load() != waiting {
			place.over = true
			continue
		}
		place.exclusive = c.tool.Exclusive
		if place.ordered = c.tool.ordered(); place.ordered {
			p.undecoded = append(p.undecoded, i)
		}
	}
	return p
}

// open says how many workers begin, at most limit later: one, which decodes
// what is ordered and calls the others.
func (p *plan) open(limit int) int {
	p.limit, p.workers = limit, 1
	return 1
}

// stop keeps calls from starting that nobody will wait for.
func (p *plan) stop() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
}

// take is the slot for a worker to serve next. Without one the worker ends.
func (p *plan) take(b *batch) (i int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.undecoded) > 0 && !p.stopped {
		i, p.undecoded = p.undecoded[0], p.undecoded[1:]
		return i, true
	}
	if !p.begun {
		p.begun = true
		p.letIn(b)
	}
	if len(p.ready) > 0 && !p.stopped {
		i, p.ready = p.ready[0], p.ready[1:]
		return i, true
	}
	p.workers--
	return 0, false
}

// letIn looks at the calls in input order, until one has to wait outside. The
// caller holds the lock, here and below.
func (p *plan) letIn(b *batch) {
	for ; p.begun && p.next < len(p.places); p.next++ {
		place := &p.places[p.next]
		if place.over {
			continue
		}
		if p.alone || place.exclusive && p.inside > 0 {
			return
		}
		place.inside = true
		p.inside++
		p.alone = place.exclusive
		switch {
		case p.loners > 0 || place.exclusive && p.strays > 0:
			p.doomed = append(p.doomed, p.next)
		case place.keyed:
			p.queue(b, p.next)
		default:
			p.offer(b, p.next)
		}
	}
}

// queue puts a keyed call behind those with an equal key.
func (p *plan) queue(b *batch, i int) {
	key := p.places[i].key
	line := p.chains[key]
	if line == nil {
		line = new(chain)
		p.chains[key] = line
	}
	if line.stuck {
		p.doomed = append(p.doomed, i)
		return
	}
	if line.calls = append(line.calls, i); len(line.calls) == 1 {
		p.offer(b, i)
	}
}

// offer makes the call ready, at once or when the approver has decided, and
// calls one more worker for it.
func (p *plan) offer(b *batch, i int) {
	place := &p.places[i]
	place.ready = true
	if place.asked {
		return
	}
	p.ready = append(p.ready, i)
	if p.workers < p.limit && !p.stopped {
		p.workers++
		b.live.Add(1)
		go b.work(new(reply))
	}
}

// leave takes a call out that is answered or abandoned, and lets others in. A
// stray is one whose tool still runs.
func (p *plan) leave(b *batch, i int, stray bool) {
	place := &p.places[i]
	place.over = true
	if stray = stray && !place.returned; stray {
		place.stray = true
		p.strays++
		if place.exclusive {
			p.loners++
		}
	}
	if !place.inside || p.stopped {
		return
	}
	p.inside--
	if place.exclusive {
		p.alone = false
	}
	if place.keyed {
		p.advance(b, i, stray)
	}
	p.letIn(b)
}

// advance makes the next of a chain ready when its first is over, or none when
// that one is a stray.
func (p *plan) advance(b *batch, i int, stray bool) {
	line := p.chains[p.places[i].key]
	if line == nil || len(line.calls) == 0 || line.calls[0] != i {
		return // one that waits is skipped when its turn comes
	}
	line.calls = line.calls[1:]
	if stray {
		line.stuck = true
		p.doomed, line.calls = append(p.doomed, line.calls...), nil
		return
	}
	for len(line.calls) > 0 && p.places[line.calls[0]].over {
		line.calls = line.calls[1:]
	}
	if len(line.calls) > 0 {
		p.offer(b, line.calls[0])
	}
}
