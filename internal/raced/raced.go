// Package raced says whether the race detector watches, for tests that would
// take minutes under it: they try the same cases then, in fewer rounds and with
// smaller texts. "make test" runs every package whose tests import this one
// without the detector, too, and then nothing is left out.
package raced

// Some is n, and under the race detector the part of it that is tried there:
// one in that many, and one at least.
func Some(n, oneIn int) int {
	if On {
		return max(n/oneIn, 1)
	}
	return n
}
