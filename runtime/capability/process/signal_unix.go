//go:build unix

package process

import (
	"strconv"
	"syscall"
)

// endingOf returns how a program with that wait status ended.
func endingOf(status syscall.WaitStatus) programEnd {
	if !status.Signaled() {
		return programEnd{code: status.ExitStatus()}
	}
	return programEnd{code: -1, signal: signalName(status.Signal()), killed: status.Signal() == syscall.SIGKILL}
}

// signalName returns the name of a signal, such as "SIGKILL". A signal without a name, such as a
// real-time signal, gets its number: "SIG34".
func signalName(signal syscall.Signal) string {
	if name, ok := signalNames[signal]; ok {
		return name
	}
	return "SIG" + strconv.Itoa(int(signal))
}

// signalNames are the names of the POSIX signals that end a program.
var signalNames = map[syscall.Signal]string{
	syscall.SIGHUP: "SIGHUP", syscall.SIGINT: "SIGINT", syscall.SIGQUIT: "SIGQUIT", syscall.SIGILL: "SIGILL",
	syscall.SIGTRAP: "SIGTRAP", syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE",
	syscall.SIGKILL: "SIGKILL", syscall.SIGUSR1: "SIGUSR1", syscall.SIGSEGV: "SIGSEGV", syscall.SIGUSR2: "SIGUSR2",
	syscall.SIGPIPE: "SIGPIPE", syscall.SIGALRM: "SIGALRM", syscall.SIGTERM: "SIGTERM", syscall.SIGVTALRM: "SIGVTALRM",
	syscall.SIGPROF: "SIGPROF", syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ", syscall.SIGSYS: "SIGSYS",
	syscall.SIGIO: "SIGIO",
}
