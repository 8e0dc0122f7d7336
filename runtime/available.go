package runtime

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// checkTimeout is how long an author's availability check may take: models and
// people wait for the list of tools.
const checkTimeout = 2 * time.Second

// available is empty when the tool can run here and now, else the reason why
// not: which variable, program or check fails. A check that was begun already
// is not run again; nil for none.
func (e *entry) available(begun *asked) (reason string) {
	a := e.tool.Available
	if a == nil {
		return ""
	}
	for _, name := range a.Env {
		if os.Getenv(name) == "" {
			return "environment variable " + name + " is not set"
		}
	}
	for _, name := range a.Binaries {
		if !onPath(name) {
			return "program " + name + " is not on PATH"
		}
	}
	if a.Check == nil {
		return ""
	}
	if begun == nil {
		begun = e.check.start(a.Check)
	}
	what := strings.TrimRight("check "+a.CheckName, " ")
	switch holds, answered := begun.wait(); {
	case !answered:
		return what + " did not answer within " + checkTimeout.String()
	case !holds:
		return what + " does not hold"
	}
	return ""
}

// begunChecks are availability checks that run at the same time, so that a
// list of tools takes as long as the slowest, not as all of them together.
type begunChecks map[*entry]*asked

// from is the check of the first entry; nil when it has none. The first time
// there is one, those of all entries are begun.
func (b *begunChecks) from(entries []*entry) *asked {
	if entries[0].check == nil {
		return nil
	}
	if *b == nil {
		*b = make(begunChecks)
		for _, e := range entries {
			if e.check != nil {
				(*b)[e] = e.check.start(e.tool.Available.Check)
			}
		}
	}
	return (*b)[entries[0]]
}

// probe runs an author's check, which may hang: whoever asks while it runs
// waits for the same answer, and a check that hangs costs one goroutine.
type probe struct {
	mu      sync.Mutex
	running *asked // nil when the check does not run
}

// asked is one run of a check.
type asked struct {
	done  chan struct{}
	since time.Time
	holds bool // read it when done is closed
}

// start runs the check, unless it runs already.
func (p *probe) start(check func() bool) *asked {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != nil {
		return p.running
	}
	a := &asked{done: make(chan struct{}), since: time.Now()}
	p.running = a
	go func() {
		defer func() {
			_ = recover() // a panic leaves holds false, and so does runtime.Goexit
			p.mu.Lock()
			p.running = nil
			p.mu.Unlock()
			close(a.done)
		}()
		a.holds = check()
	}()
	return a
}

// wait is what the check says, or that it does not answer in time.
func (a *asked) wait() (holds, answered bool) {
	timer := time.NewTimer(time.Until(a.since.Add(checkTimeout)))
	defer timer.Stop()
	select {
	case <-a.done:
	case <-timer.C:
	}
	select {
	case <-a.done: // though the time may be over by now
		return a.holds, true
	default:
		return false, false
	}
}

// onPath looks for an executable file along PATH by stat, without os/exec,
// which would double a small binary. An empty entry, the working directory, is
// passed over.
func onPath(name string) bool {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if dir == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, name))
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}
