//go:build linux && (amd64 || arm64)

package process

// SweepWith is sweepWith.
var SweepWith = sweepWith
