package browser

import "time"

// ScaleTimeouts multiplies the time limits of Chromium's answers, for machines
// that run many tests at a time. Tests call it before they start Chromium.
func ScaleTimeouts(factor time.Duration) {
	for _, limit := range []*time.Duration{&actionTimeout, &snapshotTimeout, &hangTimeout, &startTimeout, &makeTimeout, &identifyTime, &healthTimeout} {
		*limit *= factor
	}
}
