//go:build race

package raced

// On reports whether the race detector is enabled.
const On = true
