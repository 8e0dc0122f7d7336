//go:build unix

package search_test

import "syscall"

// makePipe creates a named pipe.
func makePipe(name string) error { return syscall.Mkfifo(name, 0o600) }
