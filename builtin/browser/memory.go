package browser

import (
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// The times between two measurements of memory: while the processes use less
// than half of a limit, and while they use more.
const (
	calmInterval = 250 * time.Millisecond
	highInterval = 50 * time.Millisecond
)

// memoryWatch bounds the memory of each Chromium and of all of them together. It
// kills the largest process of a page when they use more, and Chromium itself
// when that does not help. It reads /proc; without /proc it does nothing.
type memoryWatch struct {
	total, each int64 // the limits, in bytes

	mu  sync.Mutex
	all []*watchedChromium
}

// watchedChromium is the memory of one Chromium. Only the goroutine of its memoryWatch
// uses the fields root, size and processes.
type watchedChromium struct {
	argument  string       // an argument of the main process, and of no other program
	end       func()       // called before the main process is killed
	lastKill  atomic.Int64 // when a process was killed, in nanoseconds since 1970; 0 for never
	root      int          // the id of the main process; 0 if it is not known yet
	size      int64        // bytes
	processes []chromiumProcess
}

func newMemoryWatch(total, each int64) *memoryWatch { return &memoryWatch{total: total, each: each} }

// add begins to measure a Chromium.
func (w *memoryWatch) add(c *watchedChromium) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all = append(w.all, c); len(w.all) == 1 {
		go w.run()
	}
}

// remove ends the measurement of a Chromium.
func (w *memoryWatch) remove(c *watchedChromium) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = slices.DeleteFunc(w.all, func(other *watchedChromium) bool { return other == c })
}

// run measures until no Chromium is left.
func (w *memoryWatch) run() {
	for interval := calmInterval; ; {
		time.Sleep(interval)
		w.mu.Lock()
		if len(w.all) == 0 {
			w.mu.Unlock()
			return
		}
		isHigh := w.check()
		w.mu.Unlock()
		interval = calmInterval
		if isHigh {
			interval = highInterval
		}
	}
}

// check measures once, and kills a process for each limit that is exceeded. It
// reports whether more than half of a limit is used.
func (w *memoryWatch) check() (isHigh bool) {
	var sum int64
	var largest *watchedChromium
	tree := readProcesses()
	for _, c := range w.all {
		c.measure(tree)
		sum += c.size
		isHigh = isHigh || c.size > w.each/2
		if largest == nil || c.size > largest.size {
			largest = c
		}
		if c.size > w.each {
			c.shrink(w.each, c.size-w.each)
		}
	}
	if sum > w.total && largest.size <= w.each {
		largest.shrink(largest.size, sum-w.total)
	}
	return isHigh || sum > w.total/2
}

// shrink kills the process of a page that uses enough to free a number of bytes,
// or Chromium if there is none, or if killing pages is not fast enough.
func (c *watchedChromium) shrink(limit, excess int64) {
	target := chromiumProcess{}
	for _, p := range c.processes {
		if p.isPage && p.memory > target.memory {
			target = p
		}
	}
	if target.memory < max(excess, limit/20) || c.size > 2*limit {
		c.end()
		target.id = c.root
	}
	c.lastKill.Store(time.Now().UnixNano())
	if process, err := os.FindProcess(target.id); err == nil && target.id > 0 {
		_ = process.Kill()
	}
}

// killedAt reports whether a process was killed shortly before a time.
func (c *watchedChromium) killedAt(t time.Time) bool {
	last := c.lastKill.Load()
	return last != 0 && t.Sub(time.Unix(0, last)).Abs() < 3*time.Second
}
