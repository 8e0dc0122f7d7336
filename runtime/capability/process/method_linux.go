package process

import (
	"os"
	"strconv"
	"syscall"
)

// capSysAdmin is what mounting /proc takes.
const capSysAdmin = 21

// methods are the ways to start programs on Linux, strongest first.
func methods() []method {
	var list []method
	for _, s := range []supervised{{Namespace, pidNamespace}, {Namespace, userNamespace}, {Supervisor, supervisorAttributes}} {
		list = append(list, method{s.isolation, s.probe, s.start})
	}
	return append(list, groupMethod(killGroupAndDescendants))
}

// pidNamespace is for root.
func pidNamespace() *syscall.SysProcAttr {
	attributes := supervisorAttributes()
	attributes.Cloneflags = syscall.CLONE_NEWPID
	attributes.Unshareflags = syscall.CLONE_NEWNS
	return attributes
}

// userNamespace is for everybody, where the kernel allows it. The only user and group in
// it are the own ones, so that files belong to whom they did; of others' files
// it shows none as the owner.
func userNamespace() *syscall.SysProcAttr {
	attributes := pidNamespace()
	attributes.Cloneflags |= syscall.CLONE_NEWUSER
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	attributes.AmbientCaps = []uintptr{capSysAdmin}
	return attributes
}

// supervisorAttributes give the supervisor a session of its own, without a
// terminal, and end it with the application.
func supervisorAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// openDir is a path to the program's directory as it was opened.
func (p *program) openDir() string {
	path := "/proc/self/fd/" + strconv.Itoa(int(p.dir.Fd()))
	if _, err := os.Stat(path); err != nil { // no /proc
		return p.dirPath
	}
	return path
}

// killGroupAndDescendants ends a process, its group and session, and what
// descends from it and still shows in /proc.
func killGroupAndDescendants(pid int) {
	const rounds = 20 // for those that are being forked meanwhile
	for range rounds {
		others := belonging(pid, processes()) // which the end of their parents would hide
		killGroup(pid)
		if killAll(others) == 0 {
			return
		}
	}
}

// groupAttributes are the same for a program that has none.
func groupAttributes() *syscall.SysProcAttr { return supervisorAttributes() }
