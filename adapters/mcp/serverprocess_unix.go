//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// useGroup makes the program the leader of a new process group, unless the
// application has set its attributes.
func useGroup(command *exec.Cmd) {
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	}
}

// terminateGroup sends SIGTERM to the program, or to its group.
func terminateGroup(command *exec.Cmd) { signalGroup(command, syscall.SIGTERM) }

// killGroup kills the program, or its group. The id of a group is not used again
// while the group has processes.
func killGroup(command *exec.Cmd) { signalGroup(command, syscall.SIGKILL) }

// signalGroup sends a signal. It fails if all processes have ended.
func signalGroup(command *exec.Cmd, signal syscall.Signal) {
	if command.SysProcAttr.Setpgid && command.SysProcAttr.Pgid == 0 {
		_ = syscall.Kill(-command.Process.Pid, signal)
		return
	}
	_ = command.Process.Signal(signal)
}
