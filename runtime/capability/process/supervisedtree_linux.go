//go:build amd64 || arm64

package process

import (
	"encoding/binary"
	"io"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// startTimeout is how long the start of a program may take.
	startTimeout = 10 * time.Second
	// watchInterval is how often a supervisor is checked.
	watchInterval = 500 * time.Millisecond
	// reportTimeout is how long a supervisor may take to report the end of the program, or to end after
	// its descendants.
	reportTimeout = 5 * time.Second
)

// supervisedTree is a program under a supervisor.
type supervisedTree struct {
	process   *os.Process // the supervisor
	records   *os.File
	program   int // its process ID in its own namespace
	namespace bool
	gone      atomic.Bool // the supervisor has ended, and its process ID may be in use again
}

// next reads a record. An error means that the supervisor has ended.
func (t *supervisedTree) next() (kind, value uint32, err error) {
	var record [8]byte
	if _, err := io.ReadFull(t.records, record[:]); err != nil {
		return 0, 0, err
	}
	return binary.NativeEndian.Uint32(record[:]), binary.NativeEndian.Uint32(record[4:]), nil
}

// wait waits for the program, then for the supervisor. In a namespace the supervisor is process 1: the
// kernel kills all other processes when it ends, and it ends after them. Without a namespace the
// supervisor ends after the last process that it adopted.
//
// Another process can stop or trace the supervisor or the program. wait then kills both. It does not
// return while another process traces the supervisor.
func (t *supervisedTree) wait(ended func(programEnd)) programEnd {
	over := make(chan struct{})
	go func() {
		awaitExit(t.process.Pid)
		close(over)
	}()
	how, reported := t.programEnd(over)
	ended(how)
	switch {
	case !t.namespace:
		t.endDescendants(over)
	case !reported:
		_ = t.process.Kill() // fails if it has ended
	}
	<-over
	if !reported && !t.namespace {
		killGroupAndDescendants(t.process.Pid) // its process ID is in use until Wait
	}
	t.gone.Store(true)
	_, _ = t.process.Wait() // fails if another part of the application waited for it
	t.records.Close()
	return how
}

// programEnd waits for the end of the program. reported is false if the supervisor did not report it,
// because it was killed, is stopped, or is traced.
func (t *supervisedTree) programEnd(over <-chan struct{}) (how programEnd, reported bool) {
	report := make(chan *programEnd, 1)
	go func() { report <- t.readEnd() }()
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for silent := time.Duration(0); ; {
		select {
		case <-over: // the report may be in the pipe, which other processes can keep open
			_ = t.records.SetReadDeadline(time.Now().Add(watchInterval))
			over = nil
		case how := <-report:
			if how == nil {
				return programEnd{-1, "SIGKILL", true}, false
			}
			return *how, true
		case <-ticker.C:
			if silent = t.silentFor(silent); silent > reportTimeout {
				return programEnd{-1, "SIGKILL", true}, false
			}
		}
	}
}

// silentFor returns for how long the supervisor has not reported that the program has ended, from the
// value of the last check. A supervisor that runs reports it at once. A supervisor that cannot run is
// found at the second check.
func (t *supervisedTree) silentFor(last time.Duration) time.Duration {
	program, ok := childStatus(t.process.Pid, t.program)
	switch {
	case !ok || !program.hasEnded():
		return 0
	case program.isHeldZombie(), readStatus(t.process.Pid).isStopped():
		return last + reportTimeout/2 + 1
	}
	return last + watchInterval
}

// readEnd reads how the program ended. It returns nil if the supervisor did not report it.
func (t *supervisedTree) readEnd() *programEnd {
	kind, value, err := t.next()
	if err != nil || kind != recordEnded {
		return nil
	}
	how := endingOf(syscall.WaitStatus(value))
	return &how
}

// endDescendants kills the descendants of a supervisor until it has ended. It waits before the first
// sweep, because most programs leave no descendants. A supervisor that does not end although it has no
// descendants is stopped or traced, and is killed too.
func (t *supervisedTree) endDescendants(over <-chan struct{}) {
	alone := time.Duration(0) // how long no descendant was found
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		select {
		case <-over:
			return
		case <-time.After(pause):
		}
		if alone += pause; sweep(t.process.Pid) > 0 {
			alone = 0
		}
		if alone > reportTimeout || alone > watchInterval && readStatus(t.process.Pid).isStopped() {
			_ = t.process.Kill() // fails if it has ended
		}
	}
}

// kill kills process 1 of the namespace. Without a namespace it kills all descendants but not the
// supervisor, which adopts processes that are forked at the same time.
func (t *supervisedTree) kill() {
	if t.namespace {
		_ = t.process.Kill() // fails if it has ended
		return
	}
	if !t.gone.Load() {
		sweep(t.process.Pid)
	}
}

// sweep kills the descendants of a process and the other processes of its group and session, but not
// the process itself. It returns how many it killed.
func sweep(root int) int { return sweepWith(root, syscall.Kill) }

// sweepWith is sweep with a function that sends signals.
func sweepWith(root int, send sender) int {
	found := members(root, processes())
	if len(found) >= minFrozen {
		found = freeze(root, found, send)
	}
	return killAll(found, send)
}

const (
	// minFrozen is the number of descendants from which on they are stopped before they are killed. A program with
	// so many of them may start processes faster than they are found and killed one by one.
	minFrozen = 64
	// maxFreezes limits how often the descendants are listed to stop new ones.
	maxFreezes = 20
)

// freeze stops the descendants of a process until there are no new ones, and returns all of them. A stopped process
// starts no others, and keeps its process ID in use, so that a program that starts processes without end
// reaches the limit of the system.
func freeze(root int, found []int, send sender) []int {
	stopped := make(map[int]bool)
	for range maxFreezes {
		hasNew := false
		for _, pid := range found {
			if !stopped[pid] && send(pid, syscall.SIGSTOP) == nil {
				stopped[pid], hasNew = true, true
			}
		}
		if !hasNew {
			break
		}
		found = members(root, processes())
	}
	return found
}

// awaitExit waits until a child process has ended. The process ID stays in use.
func awaitExit(pid int) {
	const byPID, exited, noWait = 1, 4, 0x1000000 // P_PID, WEXITED, WNOWAIT
	for {
		_, _, errno := syscall.Syscall6(syscall.SYS_WAITID, byPID, uintptr(pid), 0, exited|noWait, 0, 0)
		if errno != syscall.EINTR {
			return
		}
	}
}
