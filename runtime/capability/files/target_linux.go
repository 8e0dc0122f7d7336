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
	// maxUsedDirs limits how many directories a call records.
	maxUsedDirs = 1024

	sysFaccessat2 = 439 // on every architecture; Linux 5.8, include/uapi/linux/fcntl.h
	readAccess    = 4
	atEaccess     = 0x200

	statxMode     = 0x3   // the type and the permissions
	statxInode    = 0x100 // include/uapi/linux/stat.h
	atNoFollow    = 0x100
	atNoAutomount = 0x800
)

// sysStatx is the number of statx by architecture.
var sysStatx = map[string]uintptr{
	"386": 383, "amd64": 332, "arm": 397, "arm64": 291, "loong64": 291, "ppc64": 383, "ppc64le": 383, "riscv64": 291, "s390x": 379,
}[runtime.GOARCH]

// target is a path below the directory of a resolver.
type target struct {
	rel    string // "." for the directory itself
	mounts bool   // allow other file systems
	// used means that all directories above the last component were opened earlier in this call:
	// the kernel only checks whether they are still readable.
	used     bool
	usedDirs *usedDirs
	parent   string // the absolute path of the parent directory
}

// targetAt returns the target of a path that is the anchor or below it.
func (v *view) targetAt(a *anchor, path string) target {
	above := parent(path)
	return target{cmp.Or(relativeTo(path, a.path), "."), v.backend.options.Mounts, v.usedDirs.has(above), &v.usedDirs, above}
}

// usedDirs records directories that a call used: the rules allow reading all names on their paths, which does
// not change during a call, and all their ancestors could be opened. The zero value is empty.
type usedDirs struct {
	mu    sync.Mutex
	known map[string]bool
}

// has reports whether a directory was used.
func (w *usedDirs) has(dir string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known[dir]
}

// add records a directory. If there are too many, it forgets the others.
func (w *usedDirs) add(dir string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known == nil || len(w.known) >= maxUsedDirs {
		w.known = make(map[string]bool)
	}
	w.known[dir] = true
}

// opensParents reports whether every directory above a target can be opened, as the walk requires: the walk
// handles directories that can be entered but not read. If seen is not nil, it is set to the description of
// the file.
func (g resolver) opensParents(w target, seen *syscall.Stat_t) (ok bool) {
	at := parent(w.rel)
	g.use(func(dir uintptr) {
		if at == "" {
			ok = seen == nil || statAt(dir, w.rel, seen)
			return
		}
		in, err := openBeneath(dir, at, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY)
		if err != nil {
			return
		}
		ok = w.opensAncestors(dir, uintptr(in), at) && (seen == nil || statAt(uintptr(in), w.rel[len(at)+1:], seen))
		_ = syscall.Close(in)
	})
	if ok && at != "" && !w.used {
		w.usedDirs.add(w.parent)
	}
	return ok
}

// opensAncestors reports whether the directories above an open directory can be opened. at is the path of
// the open directory.
func (w *target) opensAncestors(dir, opened uintptr, at string) bool {
	for up := 1; ; up++ {
		if at = parent(at); at == "" {
			return true
		}
		if w.used && isReadableAncestor(opened, up) {
			continue
		}
		fd, err := openBeneath(dir, at, w.mounts, syscall.O_RDONLY|syscall.O_DIRECTORY)
		if err != nil {
			return false
		}
		_ = syscall.Close(fd)
	}
}

// parentPath is a path to a distant parent directory, which contains no links, with a NUL byte.
const parentPath = "../../../../../../../../../../../../../../..\x00"

// isReadableAncestor reports whether the ancestor at a distance of up levels from an open directory is
// readable; false means that it is not or that the kernel cannot say.
func isReadableAncestor(opened uintptr, up int) bool {
	from := len(parentPath) - 3*up
	if from < 0 {
		return false
	}
	_, _, errno := syscall.Syscall6(sysFaccessat2, opened, uintptr(unsafe.Pointer(unsafe.StringData(parentPath[from:]))), readAccess, atEaccess, 0, 0)
	return errno == 0
}

// statx is struct statx, which is the same on every architecture. Unused fields have no names.
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

// statAt describes the file with a name in a directory, by its number and type only. It follows no links and
// opens nothing.
func statAt(dir uintptr, base string, found *syscall.Stat_t) bool {
	name, err := syscall.BytePtrFromString(base)
	if err != nil {
		return false
	}
	var s statx
	_, _, errno := syscall.Syscall6(sysStatx, dir, uintptr(unsafe.Pointer(name)), atNoFollow|atNoAutomount, statxMode|statxInode, uintptr(unsafe.Pointer(&s)), 0)
	if errno != 0 || s.mask&(statxMode|statxInode) != statxMode|statxInode {
		return statBeneath(dir, base, true, found) == nil // a sandbox can forbid statx
	}
	found.Dev = uint64(s.devMajor)<<8 | uint64(s.devMinor&0xff) | uint64(s.devMinor&^0xff)<<12
	found.Ino, found.Mode = s.inode, uint32(s.mode)
	return true
}
