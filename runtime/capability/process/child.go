package process

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
)

const (
	// pipeGrace is how long a stream is read on after the program's end, for
	// what somebody whom the isolation missed still holds open.
	pipeGrace = 200 * time.Millisecond
	// stuckAfter is how long the end of a program is waited for once it was
	// killed, and of its descendants once it ended. Only one that the kernel
	// cannot stop, in a system call that does not return, takes longer.
	stuckAfter = 5 * time.Second
)

// reason is why a program was killed.
type reason int

const (
	notKilled reason = iota
	timedOut
	cancelled
)

// child is a running program. All of it has ended when done is closed.
type child struct {
	backend *Backend
	name    string
	tree    tree
	scratch string // removed after the end
	// stdin, stdout and stderr are our ends of its streams; stdin is nil if it
	// has none.
	stdin, stdout, stderr *os.File

	done chan struct{}

	mu      sync.Mutex
	reason  reason
	ended   bool   // the program, not yet all others
	how     ending // what is known of its end
	over    bool   // done is closed
	outcome capability.Output
	stuck   *time.Timer
	stops   []func() bool
}

// launch starts a program in a goroutine of its own, which waits for its end:
// the kernel ends the supervisor with the thread that started it.
func (c *child) launch(m *method, p *program, atEnd func()) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		t, err := m.start(p)
		c.tree = t
		started <- err
		if err != nil {
			return
		}
		how := t.wait(c.programEnded)
		c.finish(how)
		atEnd()
	}()
	return <-started
}

// endWith kills the program when a context ends.
func (c *child) endWith(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	c.stops = append(c.stops, context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			c.kill(timedOut)
			return
		}
		c.kill(cancelled)
	}))
}

// endAfter kills the program after a time; zero means never.
func (c *child) endAfter(timeout time.Duration) {
	if timeout <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.stops = append(c.stops, time.AfterFunc(timeout, func() { c.kill(timedOut) }).Stop)
	}
}

// kill ends the program and all its descendants, the first time it is called.
func (c *child) kill(why reason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over || c.reason != notKilled {
		return
	}
	if c.reason = why; c.ended {
		c.reason = notKilled // it had ended by itself
	}
	c.tree.kill()
	c.expectEnd()
}

// programEnded notes that the program has ended, and others may not have.
func (c *child) programEnded(how ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended, c.how = true, how
	c.expectEnd()
}

// expectEnd gives up waiting after a while. It is called with the lock held.
func (c *child) expectEnd() {
	if c.stuck != nil || c.over {
		return
	}
	c.stuck = time.AfterFunc(stuckAfter, func() {
		c.backend.options.Logger.Warn("process: a program, or what it started, does not end although it was killed", "program", c.name)
		c.mu.Lock()
		how := c.how
		c.mu.Unlock()
		c.finish(how)
	})
}

// finish settles the outcome, once.
func (c *child) finish(how ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	c.over = true
	if c.stuck != nil {
		c.stuck.Stop()
	}
	for _, stop := range c.stops {
		stop()
	}
	c.outcome = capability.Output{ExitCode: how.code, Signal: how.signal, TimedOut: how.killed && c.reason == timedOut}
	close(c.done)
}
