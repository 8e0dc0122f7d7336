package runtime

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// callContext is the context of one call. It is a field of the call, so that
// it needs no allocation and no timer. The goroutine that runs batch.watch
// interrupts it at the deadline and when the context of the batch ends. The
// worker cancels it after the tool has returned. The method AfterFunc makes it
// cheap to derive contexts from it: the context package starts no goroutine for
// them.
type callContext struct {
	parent   context.Context
	batch    *batch        // nil outside a batch
	deadline time.Duration // since the start of the batch, or noDeadline; set before the call runs

	mu         sync.Mutex
	done       chan struct{} // created by the first call of Done
	err        error
	endedBy    *interruption // nil unless interrupt ended the context
	hasEndedBy atomic.Bool   // whether endedBy is not nil; read without mu
	afterFuncs map[*func()]struct{}
}

// noDeadline is the deadline of a context that has none.
const noDeadline = time.Duration(math.MaxInt64)

// Deadline returns the deadline of the call or of the parent, whichever is
// earlier.
func (c *callContext) Deadline() (deadline time.Time, ok bool) {
	deadline, ok = c.parent.Deadline()
	if c.batch == nil || c.deadline == noDeadline {
		return deadline, ok
	}
	if own := c.batch.startTime.Add(c.deadline); !ok || own.Before(deadline) {
		return own, true
	}
	return deadline, true
}

// Done returns a channel that is closed when the call ends or is interrupted.
func (c *callContext) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
		if c.err != nil {
			close(c.done)
		}
	}
	return c.done
}

// Err returns nil until the channel of Done is closed.
func (c *callContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Value returns the value of the parent context.
func (c *callContext) Value(key any) any { return c.parent.Value(key) }

// AfterFunc runs f in a new goroutine after the context has ended. stop
// prevents that, and reports whether it did so.
func (c *callContext) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		go f()
		return func() bool { return false }
	}
	if c.afterFuncs == nil {
		c.afterFuncs = make(map[*func()]struct{})
	}
	key := &f
	c.afterFuncs[key] = struct{}{}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, stopped := c.afterFuncs[key]
		delete(c.afterFuncs, key)
		return stopped
	}
}

// cancel ends the context because the call is finished. It has no effect if the
// context has already ended.
func (c *callContext) cancel(err error) { c.end(err, nil) }

// interrupt ends the context of a call that is not finished. It has no effect
// if the context has already ended.
func (c *callContext) interrupt(v *interruption) { c.end(v.cause, v) }

// interruption returns the argument of the interrupt that ended the context;
// nil if none did.
func (c *callContext) interruption() *interruption {
	if !c.hasEndedBy.Load() {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.endedBy
}

// end ends the context with the error.
func (c *callContext) end(err error, v *interruption) {
	c.mu.Lock()
	if c.err == nil {
		c.err, c.endedBy = err, v
		if v != nil {
			c.hasEndedBy.Store(true)
		}
		if c.done != nil {
			close(c.done)
		}
		for f := range c.afterFuncs {
			go (*f)()
		}
		c.afterFuncs = nil
	}
	c.mu.Unlock() // without defer, which is slower: every call ends its context
}
