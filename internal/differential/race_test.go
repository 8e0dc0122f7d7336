//go:build race

package differential_test

// The race detector has nothing to find in tests that run alone, and makes them
// ten times slower.
func init() { raced = true }
