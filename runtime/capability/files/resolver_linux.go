//go:build linux && !mips && !mipsle && !mips64 && !mips64le

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"unsafe"
)

// The number of openat2 is the same on every architecture but mips; its flags
// and struct open_how are those of Linux 5.6, include/uapi/linux/openat2.h.
const (
	sysOpenat2        = 437
	resolveNoXdev     = 0x01
	resolveNoMagic    = 0x02
	resolveNoSymlinks = 0x04
	resolveBeneath    = 0x08
	oPath             = 0x200000
)

// openHow is struct open_how.
type openHow struct{ flags, mode, resolve uint64 }

// resolver asks the kernel to resolve a path below a directory in one step. The kernel refuses links
// and mounts on the path.
type resolver struct {
	root   *os.Root
	dir    *os.File
	device uint64
}

// newResolver returns a resolver for the paths below a directory.
func newResolver(root *os.Root) (resolver, error) {
	dir, err := root.Open(".")
	if err != nil {
		return resolver{}, err
	}
	info, err := dir.Stat()
	if err != nil {
		_ = dir.Close()
		return resolver{}, err
	}
	return resolver{root, dir, deviceNumber(info)}, nil
}

func (g resolver) close() { _ = g.dir.Close() }

// check looks up a path again. It returns errMount if there is a mount on the path, and errChanged if
// the path leads to another file now.
func (g resolver) check(rel string, want fs.FileInfo, mounts bool) error {
	seen, ok := want.Sys().(*syscall.Stat_t)
	if rel == "" || !ok {
		return nil
	}
	raw, err := g.dir.SyscallConn()
	if err != nil {
		return err
	}
	var now syscall.Stat_t
	var answer error
	if err := raw.Control(func(dir uintptr) { answer = statBeneath(dir, rel, mounts, &now) }); err != nil {
		return err
	}
	switch {
	case answer == nil && now.Dev == seen.Dev && now.Ino == seen.Ino:
		return nil
	case answer == nil, errors.Is(answer, syscall.EAGAIN):
		return errChanged
	case errors.Is(answer, syscall.EXDEV):
		return errMount
	case errors.Is(answer, syscall.ENOSYS), errors.Is(answer, syscall.EPERM): // an old kernel or a sandbox
		return recheck(g.root, g.device, rel, want, mounts)
	}
	return reopenError(answer)
}

// statBeneath describes the file at a path below a directory, as openBeneath opens it.
func statBeneath(dir uintptr, rel string, mounts bool, found *syscall.Stat_t) error {
	fd, err := openBeneath(dir, rel, mounts, oPath)
	if err != nil {
		return err
	}
	err = syscall.Fstat(fd, found)
	_ = syscall.Close(fd)
	return err
}

// openBeneath opens a path below a directory. It fails if there is a symbolic link on the path or, unless
// mounts is set, a mount.
func openBeneath(dir uintptr, rel string, mounts bool, flags uint64) (int, error) {
	path, err := syscall.BytePtrFromString(rel)
	if err != nil {
		return -1, err
	}
	how := openHow{
		flags:   flags | syscall.O_NOFOLLOW | syscall.O_CLOEXEC,
		resolve: resolveBeneath | resolveNoSymlinks | resolveNoMagic,
	}
	if !mounts {
		how.resolve |= resolveNoXdev
	}
	for {
		fd, _, errno := syscall.Syscall6(sysOpenat2, dir, uintptr(unsafe.Pointer(path)), uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
		switch errno {
		case 0:
			return int(fd), nil
		case syscall.EINTR:
		default:
			return -1, errno
		}
	}
}
