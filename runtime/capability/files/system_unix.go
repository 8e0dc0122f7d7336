//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking makes opening a named pipe return at once.
const nonBlocking = syscall.O_NONBLOCK

// errManyLinks is the error of opening a symbolic link with O_NOFOLLOW.
const errManyLinks = syscall.ELOOP

// deviceNumber returns the number of the file system of a file; 0 if it is unknown.
func deviceNumber(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Dev) //nolint:unconvert // its type differs between systems
	}
	return 0
}

// linkCount returns the number of hard links of an open file.
func linkCount(_ *os.File, info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}

// keepOwner gives a new file the owner of the old one, if the process is allowed to.
func keepOwner(file *os.File, old fs.FileInfo) {
	if stat, ok := old.Sys().(*syscall.Stat_t); ok {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}
