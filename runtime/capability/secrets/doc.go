// Package secrets is the backend of the capability Secrets: it gives a tool the
// secrets that it declared, and no others.
//
// Values come from a [Store]: the environment, a file, a directory of files, any
// other, or several of them in order. What a tool may ask for is decided here,
// before a store is asked, by whole segments of the reference. The runtime takes
// every value that was handed out out of the tool's results.
//
// Everything is safe for concurrent use.
package secrets
