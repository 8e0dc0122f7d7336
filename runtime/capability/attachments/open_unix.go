//go:build unix

package attachments

import "syscall"

// nonBlocking makes open(2) return at once for a named pipe that has no writer.
const nonBlocking = syscall.O_NONBLOCK
