package runtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// callContext is the context of one call. It is a part of the call, so that it
// needs no allocation and no timer of its own. The watcher ends it at the
// deadline or when the batch's context ends, the worker when the tool has
// returned. Because it has the method AfterFunc, contexts derived from it need
// no goroutine each.
type callContext struct {
	parent   context.Context
	deadline time.Time // zero for none; written before the call runs

	interruptedBy atomic.Pointer[interruption] // why the watcher ended it; nil while it did not

	mu         sync.Mutex
	done       chan struct{} // made when Done is called first
	err        error
	afterFuncs map[*func()]struct{}
}

// limit moves the deadline forward to t, if it is later or there is none.
func (c *callContext) limitDeadline(t time.Time) {
	if c.deadline.IsZero() || t.Before(c.deadline) {
		c.deadline = t
	}
}

// Deadline is the earlier of the call's and the batch's.
func (c *callContext) Deadline() (time.Time, bool) {
	deadline, ok := c.parent.Deadline()
	if ok && (c.deadline.IsZero() || deadline.Before(c.deadline)) {
		return deadline, true
	}
	return c.deadline, !c.deadline.IsZero()
}

// Done is closed when the call is over, for whatever reason.
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

// Err is nil until Done is closed.
func (c *callContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Value is that of the batch's context.
func (c *callContext) Value(key any) any { return c.parent.Value(key) }

// AfterFunc runs f in its own goroutine when the call is over. The function
// returned stops that, and reports whether it did.
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

// cancel ends the context because the call is over. Only the first call of
// cancel or expire counts.
func (c *callContext) cancel(err error) { c.end(err, nil) }

// expire ends the context while the call is not over.
func (c *callContext) interrupt(v *interruption) { c.end(v.cause, v) }

// verdict is why the watcher ended the context; nil when it did not.
func (c *callContext) interruption() *interruption { return c.interruptedBy.Load() }

func (c *callContext) end(err error, v *interruption) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = err
	if v != nil {
		c.interruptedBy.Store(v)
	}
	if c.done != nil {
		close(c.done)
	}
	for f := range c.afterFuncs {
		go (*f)()
	}
	c.afterFuncs = nil
}
