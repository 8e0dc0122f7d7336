package process

import (
	"os"
	"strconv"
	"syscall"
	"time"
)

// capSysAdmin is the capability that mounting /proc requires.
const capSysAdmin = 21

// methods returns the methods of Linux, strongest first.
func methods() []method {
	var list []method
	for _, s := range []supervisorMethod{{Namespace, pidNamespace}, {Namespace, userNamespace}, {Supervisor, mountNamespace}, {Supervisor, supervisorAttributes}} {
		list = append(list, method{s.isolation, s.probe, s.start})
	}
	return append(list, groupMethod(killGroupAndDescendants))
}

// pidNamespace returns the attributes for root.
func pidNamespace() *syscall.SysProcAttr {
	attributes := mountNamespace()
	attributes.Cloneflags |= syscall.CLONE_NEWPID
	return attributes
}

// mountNamespace returns the attributes for root without a PID namespace: mounts and objects of System V
// IPC are those of the program only.
func mountNamespace() *syscall.SysProcAttr {
	attributes := supervisorAttributes()
	attributes.Cloneflags = syscall.CLONE_NEWIPC
	attributes.Unshareflags = syscall.CLONE_NEWNS
	return attributes
}

// userNamespace returns the attributes for users other than root, if the kernel allows them. The
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
		if killAll(others, syscall.Kill) == 0 {
			return
		}
	}
}

// groupAttributes give a program its own session without a terminal.
func groupAttributes() *syscall.SysProcAttr { return supervisorAttributes() }

// firstEnding returns how a program ended. Wait of the program does not return while another process traces
// the program, also if it has ended: such a program counts as killed.
func firstEnding(pid int, result <-chan programEnd) programEnd {
	const interval = 500 * time.Millisecond
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for held := false; ; {
		select {
		case how := <-result:
			return how
		case <-ticker.C:
			before := held
			if held = readStatus(pid).isHeldZombie(); held && before {
				return programEnd{-1, "SIGKILL", true}
			}
		}
	}
}
