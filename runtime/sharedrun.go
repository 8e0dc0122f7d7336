package runtime

import (
	"sync"
	"time"
)

// sharedRuns lets equal calls of one batch share one run of a tool with a
// Cache.
type sharedRuns struct {
	mu    sync.Mutex
	byKey map[cacheKey]*sharedRun
}

// sharedRun is the run of a call, the leader, whose result other calls may use.
type sharedRun struct {
	leader *Call
	done   chan struct{} // closed when the result is available
	// The result and its expiry. A failure is not shared.
	result  Result
	ok      bool
	expires time.Time
}

// joinOrLead returns the run for the key. If there is none that can be used, it
// returns a new run, whose leader is the call.
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

// isDone reports whether the result is available.
func (f *sharedRun) isDone() bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// isUsable reports whether the run will have, or has, a result that other calls
// may use. A leader that panicked or was abandoned never finishes its run.
func (f *sharedRun) isUsable() bool {
	if !f.isDone() && f.leader.ctx.Err() == nil {
		return true
	}
	return f.isDone() && f.ok && time.Now().Before(f.expires)
}

// finish gives the result to the waiting calls.
func (f *sharedRun) finish(result Result, expires time.Time) {
	f.result, f.ok, f.expires = result, result.OK, expires
	close(f.done)
}

// wait waits for the result of the leader. ok is false if the leader failed or
// did not finish, and if the context of c ended first.
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

// invokeOrShare answers a call of a tool with a Cache: with the cached result
// of the session, with the result of an equal call of the batch, or by running
// the tool. If the leader of an equal call fails, the tool runs for this call.
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
		if v := c.ctx.interruption(); v != nil { // the deadline passed while it waited
			out.setNotStarted(c, v)
			return
		}
	}
	b.invoke(c, out)
	b.sanitize(c, out)
	if c.ctx.Err() != nil {
		return // a result after the deadline may be incomplete
	}
	expires := time.Now().Add(c.tool.Cache.ttl())
	if out.result.OK {
		c.turn.Session.cacheResult(key, out.result, expires)
	}
	if leads {
		f.finish(cloneResult(out.result), expires)
	}
}

// answerCached answers a call with a copy of a cached or shared result.
func (b *batch) answerCached(c *Call, result Result, out *reply) {
	if b.observer != nil {
		b.observer.notify(EventCached, c, nil)
	}
	out.result, out.cached = cloneResult(result), true
}
