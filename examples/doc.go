// Package examples is the root of the examples: programs whose tools are
// written with toolgen, each in a folder of its own.
//
// hello is the first to read: three packages of tools over real files, wired
// into one static binary with a command line. workbench has all built-in tools.
package examples

//go:generate go tool toolgen ./...
