//go:build unix

package process

import (
	"os"
	"sync/atomic"
	"syscall"
)

// onlyDirectories keeps opening from waiting for the other end of a named pipe,
// as it does in os.Root.OpenRoot.
const onlyDirectories = syscall.O_DIRECTORY | syscall.O_NONBLOCK

// groupMethod starts programs in process groups of their own; kill ends such a
// group by its leader.
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

// groupTree is a program in a process group of its own.
type groupTree struct {
	process   *os.Process
	killGroup func(pid int)
	ended     atomic.Bool
}

// wait kills the group once its leader has ended: its number stays taken as
// long as anybody is in it.
func (t *groupTree) wait(ended func(ending)) ending {
	how := ending{code: -1}
	if state, err := t.process.Wait(); err == nil {
		how = endingOf(state.Sys().(syscall.WaitStatus)) // on every Unix
	}
	t.ended.Store(true)
	ended(how)
	t.killGroup(t.process.Pid)
	return how
}

func (t *groupTree) kill() {
	if !t.ended.Load() {
		t.killGroup(t.process.Pid)
	}
}

// killGroup ends a process and its group.
func killGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) } // it may be empty
