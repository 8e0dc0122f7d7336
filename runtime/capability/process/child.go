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
	// pipeGrace is how long a stream is read after the end of the program. A process that escaped
	// the isolation can still have the stream open.
	pipeGrace = 200 * time.Millisecond
	// stuckAfter is how long the backend waits for the end of a killed program, and for the end of
	// the descendants of an ended program. Only a process in a system call that does not return, or
	// that a process outside of the isolation traces, takes longer.
	stuckAfter = 5 * time.Second
)

// killReason is why a program was killed.
type killReason int

const (
	notKilled killReason = iota
	timedOut
	cancelled
)

// child is a running program.
type child struct {
	backend *Backend
	name    string
	tree    tree
	scratch string // a temporary directory, removed after the end
	// stdin, stdout and stderr are the backend's ends of the pipes; stdin is nil if the program
	// has no input.
	stdin, stdout, stderr *os.File

	done  chan struct{} // closed when the program and its descendants have ended, or were given up
	atEnd func()        // called once, after done is closed

	mu      sync.Mutex
	reason  killReason
	ended   bool       // the program has ended, its descendants may be running
	how     programEnd // how the program ended, as far as is known
	over    bool       // done is closed
	outcome capability.Output
	stuck   *time.Timer
	stops   []func() bool // detach the child from contexts and timers
}

// start starts a program in its own goroutine, which waits for its end: the kernel kills the
// supervisor when the thread that started it ends.
func (c *child) start(m *method, p *program) error {
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
		c.finish(t.wait(c.programEnded))
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

// endAfter kills the program after a duration; zero means never.
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

// kill kills the program and all its descendants. Only the first call has an effect.
func (c *child) kill(why killReason) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over || c.reason != notKilled {
		return
	}
	if c.reason = why; c.ended {
		c.reason = notKilled // the program had ended by itself
	}
	c.tree.kill()
	c.expectEnd()
}

// programEnded records that the program has ended; its descendants may still be running.
func (c *child) programEnded(how programEnd) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended, c.how = true, how
	c.expectEnd()
}

// expectEnd stops waiting for the end after stuckAfter. The caller holds the mutex.
func (c *child) expectEnd() {
	if c.stuck != nil || c.over {
		return
	}
	c.stuck = time.AfterFunc(stuckAfter, func() {
		c.backend.options.Logger.Warn("process: a program or one of its descendants is still running after it was killed", "program", c.name)
		c.mu.Lock()
		how := c.how
		c.mu.Unlock()
		c.finish(how)
	})
}

// finish sets the outcome and ends the work of the backend for the program, also if the program cannot be
// killed: nothing that a program does blocks Wait, Close or other programs. Only the first call has an effect.
func (c *child) finish(how programEnd) {
	if c.setOutcome(how) {
		close(c.done)
		c.atEnd()
	}
}

// setOutcome sets the outcome. It returns false if the outcome was set before.
func (c *child) setOutcome(how programEnd) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	c.over = true
	if c.stuck != nil {
		c.stuck.Stop()
	}
	for _, stop := range c.stops {
		stop()
	}
	c.outcome = capability.Output{ExitCode: how.code, Signal: how.signal, TimedOut: how.killed && c.reason == timedOut}
	return true
}
