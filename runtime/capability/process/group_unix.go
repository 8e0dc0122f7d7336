//go:build unix

package process

import (
	"os"
	"sync/atomic"
	"syscall"
)

// directoryFlags make opening anything but a directory fail, and keep it from waiting for the other
// end of a named pipe. os.Root.OpenRoot uses the same flags.
const directoryFlags = syscall.O_DIRECTORY | syscall.O_NONBLOCK

// groupMethod starts each program in its own process group; kill kills the group with that leader.
func groupMethod(kill func(pid int)) method {
	return method{Group, func() error { return nil }, func(p *program) (tree, error) {
		attributes := &os.ProcAttr{Dir: p.openDir(), Env: p.env, Files: p.files[:], Sys: groupAttributes()}
		process, err := os.StartProcess(p.path, p.argv, attributes)
		if err != nil {
			return nil, err
		}
		return &groupTree{process: process, killGroup: kill}, nil
	}}
}

// groupTree is a program in its own process group.
type groupTree struct {
	process   *os.Process
	killGroup func(pid int)
	ended     atomic.Bool
}

// wait kills the group after its leader has ended. The process group ID cannot be used again while a
// process is in the group.
func (t *groupTree) wait(ended func(programEnd)) programEnd {
	result := make(chan programEnd, 1)
	go func() {
		how := programEnd{code: -1}
		if state, err := t.process.Wait(); err == nil {
			how = endingOf(state.Sys().(syscall.WaitStatus)) // always of this type on Unix
		}
		t.ended.Store(true)
		result <- how
	}()
	how := firstEnding(t.process.Pid, result)
	ended(how)
	t.killGroup(t.process.Pid)
	return how
}

func (t *groupTree) kill() {
	if !t.ended.Load() {
		t.killGroup(t.process.Pid)
	}
}

// killGroup kills all processes of the group with that leader.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) } // fails if the group is empty
