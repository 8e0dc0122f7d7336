//go:build !unix

package attachments

// nonBlocking is zero: on this system, opening a file does not wait.
const nonBlocking = 0
