package runtime

import (
	"sync"
	"time"
)

// flights lets equal calls of one batch wait for the first of them, where the
// tool's results are kept.
type flights struct {
	mu    sync.Mutex
	byKey map[cacheKey]*flight
}

// flight is one call that others may wait for.
type flight struct {
	leader *Call
	done   chan struct{} // closed when the result is there
	// The result, and until when it can be used. Failures cannot.
	result  Result
	ok      bool
	expires time.Time
}

// join is the flight of that key, and whether the call has to lead it.
func (f *flights) join(key cacheKey, c *Call) (joined *flight, leads bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found := f.byKey[key]; found != nil && found.useful() {
		return found, false
	}
	if f.byKey == nil {
		f.byKey = make(map[cacheKey]*flight)
	}
	own := &flight{leader: c, done: make(chan struct{})}
	f.byKey[key] = own
	return own, true
}

// landed reports whether the result is there.
func (f *flight) landed() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// useful reports whether there is anything to wait for: a leader that panicked
// or was abandoned never lands.
func (f *flight) useful() bool {
	if !f.landed() && f.leader.context.Err() == nil {
		return true
	}
	return f.landed() && f.ok && time.Now().Before(f.expires)
}

// land gives the leader's result to those that wait.
func (f *flight) land(result Result, expires time.Time) {
	f.result, f.ok, f.expires = result, result.OK, expires
	close(f.done)
}

// wait is the leader's result. It is not ok when the leader failed or never
// landed, or when the call's own time is over.
func (f *flight) wait(c *Call) (result Result, ok bool) {
	select {
	case <-f.done:
	case <-f.leader.context.Done():
	case <-c.context.Done():
	}
	if f.landed() {
		return f.result, f.ok
	}
	return Result{}, false
}

// invokeOrShare answers a call of a tool whose results are kept: from the
// session's cache, with the result of an equal call of the batch, or by running
// the tool. A call that waited for one that failed runs on its own.
func (b *batch) invokeOrShare(c *Call, out *reply) {
	key := c.cacheKey()
	if result, ok := c.turn.Session.cached(key); ok {
		b.useCached(c, result, out)
		return
	}
	f, leads := b.flights.join(key, c)
	if !leads {
		if result, ok := f.wait(c); ok {
			b.useCached(c, result, out)
			return
		}
		if v := c.context.verdict(); v != nil { // it waited for all its time
			out.notStarted(c, v)
			return
		}
	}
	b.invoke(c, out)
	b.vet(c, out)
	if c.context.Err() != nil {
		return // a result that comes after the deadline may be partial
	}
	expires := time.Now().Add(c.tool.Cache.ttl())
	if out.result.OK {
		c.turn.Session.keep(key, out.result, expires)
	}
	if leads {
		f.land(copyOf(out.result), expires)
	}
}

func (b *batch) useCached(c *Call, result Result, out *reply) {
	if b.observer != nil {
		b.observer.tell(EventCached, c, nil)
	}
	out.result, out.hit = copyOf(result), true
}
