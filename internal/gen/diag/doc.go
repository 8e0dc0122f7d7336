// Package diag holds what the generator reports about an author's source: a
// [Diagnostic] is a place, a stable [Code], what is wrong there, the other
// places involved and how to fix it.
//
// Every step of the generator gives back diagnostics as plain data and goes on,
// so that one run reports everything. What flows out is sorted and free of
// duplicates: the printers [WriteText], [WriteJSON] and [WriteGitHub] call
// [Sorted] themselves. The codes stand in one table, in codes.go; [Explain]
// looks one up.
//
// Values are plain data. All functions are safe for concurrent use.
package diag
