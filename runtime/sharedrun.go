package runtime

import (
	"sync"
	"time"
)

// flights lets equal calls of one batch wait for the first of them, where the
// tool's results are kept.
type sharedRuns struct {
	mu    sync.Mutex
	byKey map[cacheKey]*sharedRun
}

// flight is one call that others may wait for.
type sharedRun struct {
	leader *Call
	done   chan struct{} // closed when the result is there
	// The result, and until when it can be used. Failures cannot.
	result  Result
	ok      bool
	expires time.Time
}

// join is the flight of that key, and whether the call has to lead it.
func (f *sharedRuns) joinOrLead(key cacheKey, c *Call) (joined *sharedRun, leads bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found := f.byKey[key]; found != nil && found.isUsable() {
		return found, false
	}
	if f.byKey == nil {
		f.byKey = make(map[cacheKey]*sharedRun)
	}
	own := &sharedRun{leader: c, done: make(chan struct{})}
	f.byKey[key] = own
	return own, true
}

// landed reports whether the result is there.
func (f *sharedRun) isDone() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// useful reports whether there is anything to wait for: a leader that panicked
// or was abandoned never lands.
func (f *sharedRun) isUsable() bool {
	if !f.isDone() && f.leader.ctx.Err() == nil {
		return true
	}
	return f.isDone() && f.ok && time.Now().Before(f.expires)
}

// land gives the leader's result to those that wait.
func (f *sharedRun) finish(result Result, expires time.Time) {
	f.result, f.ok, f.expires = result, result.OK, expires
	close(f.done)
}

// wait is the leader's result. It is not ok when the leader failed or never
// landed, or when the call's own time is over.
func (f *sharedRun) wait(c *Call) (result Result, ok bool) {
	select {
	case <-f.done:
	case <-f.leader.ctx.Done():
	case <-c.ctx.Done():
	}
	if f.isDone() {
		return f.result, f.ok
	}
	return Result{}, false
}

// invokeOrShare answers a call of a tool whose results are kept: from the
// session's cache, with the result of an equal call of the batch, or by running
// the tool. A call that waited for one that failed runs on its own.
func (b *batch) invokeOrShare(c *Call, out *reply) {
	key := c.cacheKey()
	if result, ok := c.turn.Session.cachedResult(key); ok {
		b.answerCached(c, result, out)
		return
	}
	f, leads := b.sharedRuns.joinOrLead(key, c)
	if !leads {
		if result, ok := f.wait(c); ok {
			b.answerCached(c, result, out)
			return
		}
		if v := c.ctx.interruption(); v != nil { // it waited for all its time
			out.setNotStarted(c, v)
			return
		}
	}
	b.invoke(c, out)
	b.sanitize(c, out)
	if c.ctx.Err() != nil {
		return // a result that comes after the deadline may be partial
	}
	expires := time.Now().Add(c.tool.Cache.ttl())
	if out.result.OK {
		c.turn.Session.cacheResult(key, out.result, expires)
	}
	if leads {
		f.finish(cloneResult(out.result), expires)
	}
}

func (b *batch) answerCached(c *Call, result Result, out *reply) {
	if b.observer != nil {
		b.observer.notify(EventCached, c, nil)
	}
	out.result, out.cached = cloneResult(result), true
}
