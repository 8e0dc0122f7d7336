// Package raced reports whether the race detector is enabled, for tests that would take minutes with it: such
// tests run fewer rounds with smaller texts. "make test" also runs every package whose tests import this one
// without the detector, with all rounds.
package raced

// Some returns n, or with the race detector n/oneIn, at least 1.
func Some(n, oneIn int) int {
	if On {
		return max(n/oneIn, 1)
	}
	return n
}
