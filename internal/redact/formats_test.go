package redact

import "testing"

// Runs that are shorter than shortestKey are not searched.
func TestShortestKey(t *testing.T) {
	shortest := minAssigned
	for _, list := range formats {
		for _, f := range list {
			shortest = min(shortest, len(f.prefix)+f.min)
		}
	}
	if shortest != shortestKey {
		t.Errorf("shortestKey is %d, but the shortest key has %d characters", shortestKey, shortest)
	}
}
