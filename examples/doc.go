// Package examples has example programs with tools that are written with
// toolgen, each in its own folder.
//
// Read hello first: it has three packages of tools for real files, in one
// static binary with a command line. workbench has all built-in tools.
package examples

//go:generate go tool toolgen ./...
