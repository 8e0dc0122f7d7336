//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking keeps the opening of a pipe from waiting for its other end.
const nonBlocking = syscall.O_NONBLOCK

// errManyLinks is how the system answers where a link must not be followed.
const errManyLinks = syscall.ELOOP

// device is the number of the file system that a file is on; 0 when it is not known.
func device(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Dev) //nolint:unconvert // its type differs between systems
	}
	return 0
}

// links is how many names an open file has.
func links(_ *os.File, info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}

// keepOwner gives a new file the owner of the old one, as far as the process may.
func keepOwner(file *os.File, old fs.FileInfo) {
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}
