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

// supervised starts programs under the supervisor.
type supervised struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

// probe has the supervisor try to start something that is no program: all but
// that works, or this method does not work here.
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

// errExec says that the supervisor did its part, and the program is at fault.
var errExec = errors.New("exec")

// start starts the supervisor and waits until the program runs.
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
		return nil, fmt.Errorf("the supervisor: %w", cause(err))
	}
	writer.Close()
	t := &supervisedTree{process: process, records: records, namespace: s.isolation == Namespace}
	kind, value, err := t.next()
	if kind == recordStarted {
		return t, nil
	}
	_ = process.Kill() // it may have ended
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
	gone      atomic.Bool // the supervisor, and its number may be another's
}

// next reads a record. An error means that the supervisor has ended.
func (t *supervisedTree) next() (kind, value uint32, err error) {
	var record [8]byte
	if _, err := io.ReadFull(t.records, record[:]); err != nil {
		return 0, 0, err
	}
	return binary.NativeEndian.Uint32(record[:]), binary.NativeEndian.Uint32(record[4:]), nil
}

// wait waits for the program, then for the supervisor. Process 1 takes the
// namespace with it, and is not gone before all others are; any other ends when
// nothing is left of what it inherited.
func (t *supervisedTree) wait(ended func(ending)) ending {
	how := ending{-1, "SIGKILL", true}
	kind, value, _ := t.next() // no record means that it was killed
	if kind == recordEnded {
		how = endingOf(syscall.WaitStatus(value))
	}
	ended(how)
	over := make(chan struct{})
	if !t.namespace {
		if kind != recordEnded {
			killGroupAndDescendants(t.process.Pid) // while its number is taken
		}
		go sweepUntil(t.process.Pid, over)
	}
	_, _ = t.process.Wait() // fails if somebody else waited for it
	t.gone.Store(true)
	close(over)
	t.records.Close()
	return how
}

// kill ends the first process of the namespace; without one, all but the
// supervisor, which inherits what is being forked meanwhile.
func (t *supervisedTree) kill() {
	if t.namespace {
		_ = t.process.Kill() // it may have ended
		return
	}
	if !t.gone.Load() {
		sweep(t.process.Pid)
	}
}

// sweep kills the descendants of a process and what is in its group or session,
// but not the process itself.
func sweep(root int) { killAll(belonging(root, processes())) }

// sweepUntil ends the descendants of a supervisor until it has none. It begins after a
// moment, as mostly there are none.
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
