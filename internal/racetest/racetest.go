// Package racetest reports whether the race detector is enabled, for tests that would take minutes with it: such
// tests run fewer rounds with smaller texts. "make test" also runs every package whose tests import this one
// without the detector, with all rounds.
package racetest

// Fewer returns n, or with the race detector n/oneIn, at least 1.
func Fewer(n, oneIn int) int {
	if Enabled {
		return max(n/oneIn, 1)
	}
	return n
}
