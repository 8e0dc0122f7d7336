package process

import (
	"os"
	"strconv"
	"strings"
)

// status is a part of /proc/PID/status.
type status struct {
	pid    int
	state  byte // of the main thread, see proc(5): Z has ended, T and t are stopped, 0 does not exist
	traced bool
	inner  int // the process ID in the process's own namespace
}

// readStatus reads the status of a process.
func readStatus(pid int) status {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status") // without a file, the zero value
	s := status{pid: pid}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":\t")
		switch name {
		case "State":
			s.state = value[0]
		case "TracerPid":
			s.traced = value != "0"
		case "NSpid": // from the namespace of /proc to the process's own
			s.inner, _ = strconv.Atoi(value[strings.LastIndexByte(value, '\t')+1:])
		}
	}
	return s
}

// isStopped reports whether the process cannot run because it is stopped.
func (s status) isStopped() bool { return s.state == 'T' || s.state == 't' }

// hasEnded reports whether all threads of the process have ended.
func (s status) hasEnded() bool {
	return s.state == 0 || s.state == 'Z' && !hasLivingThread(s.pid)
}

// isHeldZombie reports whether the process has ended, and its parent cannot wait for it because another
// process traces it.
func (s status) isHeldZombie() bool { return s.state == 'Z' && s.traced && s.hasEnded() }

// hasLivingThread reports whether a thread of a process has not ended. The state of a process is that of its
// main thread, which can end before the others.
func hasLivingThread(pid int) bool {
	tasks := strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir("/proc/" + tasks) // of a process that is gone: no threads
	for _, thread := range threads {
		if e, ok := readProcess(tasks + "/" + thread.Name()); ok && !e.zombie {
			return true
		}
	}
	return false
}

// childStatus returns the status of the child whose process ID in its own namespace is inner; it is the zero
// value if there is none. ok is false if the system does not list children.
func childStatus(parent, inner int) (s status, ok bool) {
	id := strconv.Itoa(parent)
	children, err := os.ReadFile("/proc/" + id + "/task/" + id + "/children") // of a process with one thread
	if err != nil {
		return s, false
	}
	for child := range strings.FieldsSeq(string(children)) {
		pid, _ := strconv.Atoi(child)
		if s := readStatus(pid); s.inner == inner {
			return s, true
		}
	}
	return status{}, true
}
