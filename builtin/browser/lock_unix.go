//go:build unix && !solaris && !illumos && !aix

package browser

import (
	"os"
	"syscall"
)

// lockFile locks a file exclusively, until it is closed. It fails when another
// program has the lock.
func lockFile(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// isOwn reports whether a file belongs to the user of this program.
func isOwn(info os.FileInfo) bool {
	status, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(status.Uid) == os.Geteuid()
}
