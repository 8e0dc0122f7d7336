//go:build amd64 || arm64

package process

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"
)

// supervised is the method that starts programs under the supervisor.
type supervised struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

// probe starts the supervisor with a path that is not a program. The method works if exec is the only
// step that fails.
func (s supervised) probe() error {
	root := string(filepath.Separator)
	dir, err := os.Open(root)
	if err != nil {
		return err
	}
	defer dir.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	defer null.Close()
	_, err = s.start(&program{path: root, argv: []string{"probe"}, env: []string{}, dir: dir, files: [3]*os.File{null, null, null}})
	if errors.Is(err, errExec) {
		return nil
	}
	return err
}

// errExec is the error of a program that the supervisor could not execute.
var errExec = errors.New("the supervisor could not execute the program")

// start starts the supervisor and waits until it has started the program.
func (s supervised) start(p *program) (tree, error) {
	file, err := supervisorFile()
	if err != nil {
		return nil, err
	}
	records, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer writer.Close()
	files := append(p.files[:len(p.files):len(p.files)], writer, file) // recordDescriptor, supervisorDescriptor
	attributes := &os.ProcAttr{Dir: p.openDir(), Env: p.env, Files: files, Sys: s.attributes()}
	process, err := os.StartProcess(supervisorPath, append([]string{"toolgen-supervisor", p.path}, p.argv...), attributes)
	if err != nil {
		records.Close()
		return nil, fmt.Errorf("the supervisor could not be started: %w", withoutPath(err))
	}
	writer.Close()
	t := &supervisedTree{process: process, records: records, namespace: s.isolation == Namespace}
	kind, value, err := t.next()
	if kind == recordStarted {
		return t, nil
	}
	_ = process.Kill() // fails if the supervisor has ended
	_, _ = process.Wait()
	records.Close()
	if kind == recordFailed {
		return nil, fmt.Errorf("%w: %w", errExec, syscall.Errno(value))
	}
	return nil, fmt.Errorf("the supervisor ended: %w", err)
}

// supervisedTree is a program under a supervisor.
type supervisedTree struct {
	process   *os.Process // the supervisor
	records   *os.File
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
func (t *supervisedTree) wait(ended func(ending)) ending {
	how := ending{-1, "SIGKILL", true}
	kind, value, _ := t.next() // without a record the supervisor was killed
	if kind == recordEnded {
		how = endingOf(syscall.WaitStatus(value))
	}
	ended(how)
	over := make(chan struct{})
	if !t.namespace {
		if kind != recordEnded {
			killGroupAndDescendants(t.process.Pid) // its process ID is in use until Wait
		}
		go sweepUntil(t.process.Pid, over)
	}
	_, _ = t.process.Wait() // fails if another part of the application waited for it
	t.gone.Store(true)
	close(over)
	t.records.Close()
	return how
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
// the process itself.
func sweep(root int) { killAll(members(root, processes())) }

// sweepUntil kills the descendants of a supervisor until over is closed. It waits before the first
// sweep, because most programs leave no descendants.
func sweepUntil(pid int, over <-chan struct{}) {
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		select {
		case <-over:
			return
		case <-time.After(pause):
			sweep(pid)
		}
	}
}
