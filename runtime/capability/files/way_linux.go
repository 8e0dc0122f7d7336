//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"cmp"
	"runtime"
	"sync"
	"syscall"
	"unsafe"
)

const (
	// maxWays is how many directories a call remembers that it came to.
	maxWays = 1024

	sysFaccessat2 = 439 // everywhere; Linux 5.8, include/uapi/linux/fcntl.h
	readAccess    = 4
	atEaccess     = 0x200

	statxMode     = 0x3   // the type and the permissions
	statxInode    = 0x100 // include/uapi/linux/stat.h
	atNoFollow    = 0x100
	atNoAutomount = 0x800
)

// sysStatx are the numbers of statx.
var sysStatx = map[string]uintptr{
	"386": 383, "amd64": 332, "arm": 397, "arm64": 291, "loong64": 291, "ppc64": 383, "ppc64le": 383, "riscv64": 291, "s390x": 379,
}[runtime.GOARCH]

// way leads from a gate's directory to what is below it.
type way struct {
	rel    string // "." for the directory itself
	mounts bool   // other file systems may lie on it
	// known says that the directories above the last were all opened on it before, during this
	// call: the kernel is only asked whether they may still be read.
	known bool
	ways  *ways
	above string // the absolute path of the directory that holds what is there
}

// wayTo is the way from an anchor to a path below it, or to its own.
func (v *view) wayTo(a *anchor, path string) way {
	above := parent(path)
	return way{cmp.Or(below(path, a.path), "."), v.backend.options.Mounts, v.ways.knows(above), &v.ways, above}
}

// ways are the directories that a call came to: the names on the way to them may be read,
// which does not change during a call, and all above them could be opened. The zero value is
// empty.
type ways struct {
	mu    sync.Mutex
	known map[string]bool
}

func (w *ways) knows(dir string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known[dir]
}

func (w *ways) add(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known == nil || len(w.known) >= maxWays {
		w.known = make(map[string]bool)
	}
	w.known[dir] = true
}

// stands reports whether every directory on a way can be opened, as the walk does: what lies
// where one can only be entered is left to it. It tells what is seen at the end, if asked.
func (g gate) stands(w way, seen *syscall.Stat_t) (ok bool) {
	at := parent(w.rel)
	g.use(func(dir uintptr) {
		if at == "" {
			ok = seen == nil || statIn(dir, w.rel, seen)
			return
		}
		in, err := openBeneath(dir, at, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY)
		if err != nil {
			return
		}
		ok = w.opensAbove(dir, uintptr(in), at) && (seen == nil || statIn(uintptr(in), w.rel[len(at)+1:], seen))
		_ = syscall.Close(in)
	})
	if ok && at != "" && !w.known {
		w.ways.add(w.above)
	}
	return ok
}

// opensAbove reports whether the directories above one that was just opened at a path can be
// opened.
func (w *way) opensAbove(dir, opened uintptr, at string) bool {
	for up := 1; ; up++ {
		if at = parent(at); at == "" {
			return true
		}
		if w.known && readableAbove(opened, up) {
			continue
		}
		fd, err := openBeneath(dir, at, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY)
		if err != nil {
			return false
		}
		_ = syscall.Close(fd)
	}
}

// upwards is the way up from a directory, which no link can lie on, as the kernel wants it.
const upwards = "../../../../../../../../../../../../../../..\x00"

// readableAbove reports whether the directory so many above an open one may be read now;
// if that cannot be told, it is false.
func readableAbove(opened uintptr, up int) bool {
	from := len(upwards) - 3*up
	if from < 0 {
		return false
	}
	_, _, errno := syscall.Syscall6(sysFaccessat2, opened, uintptr(unsafe.Pointer(unsafe.StringData(upwards[from:]))), readAccess, atEaccess, 0, 0)
	return errno == 0
}

// statx is struct statx, which is the same on every architecture, as far as it is read.
type statx struct {
	mask, blockSize          uint32
	attributes               uint64
	links, user, group       uint32
	mode, _                  uint16
	inode, size, blocks, _   uint64
	_                        [4]struct{ seconds, nanoseconds uint64 }
	_, _, devMajor, devMinor uint32
	_                        [14]uint64
}

// statIn tells the number and kind of what a directory holds under a name. Links are not
// followed, and nothing is opened.
func statIn(dir uintptr, base string, found *syscall.Stat_t) bool {
	name, err := syscall.BytePtrFromString(base)
	if err != nil {
		return false
	}
	var s statx
	_, _, errno := syscall.Syscall6(sysStatx, dir, uintptr(unsafe.Pointer(name)), atNoFollow|atNoAutomount, statxMode|statxInode, uintptr(unsafe.Pointer(&s)), 0)
	if errno != 0 || s.mask&(statxMode|statxInode) != statxMode|statxInode {
		return statBeneath(dir, base, true, found) == nil // a sandbox may know no statx
	}
	found.Dev = uint64(s.devMajor)<<8 | uint64(s.devMinor&0xff) | uint64(s.devMinor&^0xff)<<12
	found.Ino, found.Mode = s.inode, uint32(s.mode)
	return true
}
