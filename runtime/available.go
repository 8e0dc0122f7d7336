package runtime

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// checkTimeout is the time limit of an availability check. It is short because
// models and people wait for the list of tools.
const checkTimeout = 2 * time.Second

// unavailableReason returns why the tool cannot run now: an environment
// variable is not set, a program is missing, or the check fails. It returns an
// empty text if the tool can run. If run is not nil, it waits for that run of
// the check instead of starting one.
func (e *entry) unavailableReason(run *checkRun) (reason string) {
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
		if !isOnPath(name) {
			return "program " + name + " is not on PATH"
		}
	}
	if a.Check == nil {
		return ""
	}
	if run == nil {
		run = e.checkRunner.start(a.Check)
	}
	name := strings.TrimRight("check "+a.CheckName, " ")
	switch passed, finished := run.wait(); {
	case !finished:
		return name + " did not return within " + checkTimeout.String()
	case !passed:
		return name + " failed"
	}
	return ""
}

// checkRuns has the running availability checks of several tools. The checks
// run concurrently, so that a list of tools takes as long as its slowest check.
type checkRuns map[*entry]*checkRun

// startFrom returns the run of the check of entries[0]; nil if that entry has
// no check. The first time that an entry has a check, startFrom starts the
// checks of all entries.
func (r *checkRuns) startFrom(entries []*entry) *checkRun {
	if entries[0].checkRunner == nil {
		return nil
	}
	if *r == nil {
		*r = make(checkRuns)
		for _, e := range entries {
			if e.checkRunner != nil {
				(*r)[e] = e.checkRunner.start(e.tool.Available.Check)
			}
		}
	}
	return (*r)[entries[0]]
}

// checkRunner runs one availability check. Callers that ask while the check
// runs wait for the same run, so that a check that hangs blocks only one
// goroutine.
type checkRunner struct {
	mu      sync.Mutex
	running *checkRun // nil when the check does not run
}

// checkRun is one run of an availability check.
type checkRun struct {
	done   chan struct{}
	start  time.Time
	passed bool // the result; valid after done is closed
}

// start returns the current run of the check, or starts one if the check is not
// running.
func (r *checkRunner) start(check func() bool) *checkRun {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running != nil {
		return r.running
	}
	run := &checkRun{done: make(chan struct{}), start: time.Now()}
	r.running = run
	go func() {
		defer func() {
			_ = recover() // a panic leaves passed false, as runtime.Goexit does
			r.mu.Lock()
			r.running = nil
			r.mu.Unlock()
			close(run.done)
		}()
		run.passed = check()
	}()
	return run
}

// wait waits for the end of the run and returns the result of the check.
// finished is false if the check takes too long.
func (r *checkRun) wait() (passed, finished bool) {
	timer := time.NewTimer(time.Until(r.start.Add(checkTimeout)))
	defer timer.Stop()
	select {
	case <-r.done:
	case <-timer.C:
	}
	select {
	case <-r.done: // finished, perhaps at the same time as the timer
		return r.passed, true
	default:
		return false, false
	}
}

// isOnPath reports whether a directory of PATH has an executable file with this
// name. It does not use os/exec, which would double the size of a small binary.
// Unlike os/exec, it ignores empty entries, which mean the working directory.
func isOnPath(name string) bool {
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
