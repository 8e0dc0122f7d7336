// Package builtin is the home of the tools that come with toolgen: one package
// per toolset below it, each written with toolgen itself. There are none yet.
package builtin
