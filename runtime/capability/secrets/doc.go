// Package secrets is the backend of the capability Secrets. It gives a tool the secrets that
// the tool declares, and no others.
//
// The values come from a [Store]: the environment, a file, a directory of files, an
// implementation of the application, or several of these in order. The backend compares the
// reference with the declaration, segment by segment, before it asks the store. The runtime
// removes every value that it gave to a tool from that tool's results.
//
// All exported functions and methods are safe for concurrent use.
package secrets
