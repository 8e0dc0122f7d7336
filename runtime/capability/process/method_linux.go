package process

import (
	"os"
	"strconv"
	"syscall"
)

// capSysAdmin is the capability that mounting /proc requires.
const capSysAdmin = 21

// methods are the methods of Linux, strongest first.
func methods() []method {
	var list []method
	for _, s := range []supervised{{Namespace, pidNamespace}, {Namespace, userNamespace}, {Supervisor, supervisorAttributes}} {
		list = append(list, method{s.isolation, s.probe, s.start})
	}
	return append(list, groupMethod(killGroupAndDescendants))
}

// pidNamespace are the attributes for root.
func pidNamespace() *syscall.SysProcAttr {
	attributes := supervisorAttributes()
	attributes.Cloneflags = syscall.CLONE_NEWPID
	attributes.Unshareflags = syscall.CLONE_NEWNS
	return attributes
}

// userNamespace are the attributes for users other than root, if the kernel allows them. The
// namespace maps only the user and group of the process itself, so that its files keep their owner;
// files of other users appear to have no owner.
func userNamespace() *syscall.SysProcAttr {
	attributes := pidNamespace()
	attributes.Cloneflags |= syscall.CLONE_NEWUSER
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	attributes.AmbientCaps = []uintptr{capSysAdmin}
	return attributes
}

// supervisorAttributes give the supervisor its own session without a terminal, and kill it when the
// application ends.
func supervisorAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// openDir returns a path that leads to the open working directory of the program.
func (p *program) openDir() string {
	path := "/proc/self/fd/" + strconv.Itoa(int(p.dir.Fd()))
	if _, err := os.Stat(path); err != nil { // /proc is not mounted
		return p.dirPath
	}
	return path
}

// killGroupAndDescendants kills a process, its group and session, and the descendants that /proc
// shows.
func killGroupAndDescendants(pid int) {
	const rounds = 20 // processes can be forked during a round
	for range rounds {
		others := members(pid, processes()) // before killGroup: an orphan no longer shows its ancestor
		killGroup(pid)
		if killAll(others) == 0 {
			return
		}
	}
}

// groupAttributes give a program its own session without a terminal.
func groupAttributes() *syscall.SysProcAttr { return supervisorAttributes() }
