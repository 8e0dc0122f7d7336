//go:build !unix

package mcp

import "os/exec"

// useGroup has no effect: the system has no process groups.
func useGroup(*exec.Cmd) {}

// terminateGroup kills the program: the system has no SIGTERM.
func terminateGroup(command *exec.Cmd) { killGroup(command) }

// killGroup kills the program. It fails if the program has ended.
func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
