//go:build !unix

package attachments

// nonBlocking is not needed where opening never waits.
const nonBlocking = 0
