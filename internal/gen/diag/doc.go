// Package diag defines the problems that the generator reports. A [Diagnostic]
// has a position, a stable [Code], a message, related positions, and a fix.
//
// Every step of the generator returns diagnostics as plain data and continues,
// so that one run reports all problems. The printers [WriteText], [WriteJSON],
// [WriteSARIF] and [WriteGitHub] sort the diagnostics and remove duplicates with
// [Sorted].
// The file codes.go has one table of all codes; [Explain] returns a row of it.
//
// All functions are safe for concurrent use.
package diag
