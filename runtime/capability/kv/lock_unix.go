//go:build unix

package kv

import (
	"errors"
	"os"
	"syscall"
)

// flock locks an open file against other processes. It does not wait: locked is false if
// another process has the lock. The lock ends with the process.
func flock(file *os.File) (locked bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}
