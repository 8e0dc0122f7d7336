//go:build linux && (amd64 || arm64)

package process_test

import (
	"bufio"
	"os/exec"
	"syscall"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability/process"
)

// TestManyDescendantsAreStopped sweeps the descendants of a process that has many: all of them are stopped before the first
// one is killed, so that none of them starts others meanwhile.
func TestManyDescendantsAreStopped(t *testing.T) {
	const count = 150
	root := exec.Command("sh", "-c", "i=0; while [ $i -lt 150 ]; do sleep 600 & i=$((i+1)); done; echo started; wait; sleep 600")
	output, err := root.StdoutPipe()
	if err == nil {
		err = root.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Process.Kill(); process.SweepWith(root.Process.Pid, syscall.Kill); _ = root.Wait() }()
	if _, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	stopped, killed := map[int]bool{}, 0
	process.SweepWith(root.Process.Pid, func(pid int, signal syscall.Signal) error {
		if signal == syscall.SIGSTOP {
			if killed > 0 {
				t.Error("a process is stopped after another one was killed")
			}
			stopped[pid] = true
		} else if killed++; !stopped[pid] {
			t.Errorf("process %d is killed and was not stopped before", pid)
		}
		return syscall.Kill(pid, signal)
	})
	if killed < count {
		t.Errorf("%d processes were killed, want at least %d", killed, count)
	}
}
