// Package examples has example programs with tools that are written with
// toolgen, each in its own folder.
//
// Read hello first: it has three packages of tools for real files, in one
// static binary with a command line. logs has the tools that docs/tools.md
// explains. workbench has all built-in tools.
//
// openai, anthropic and gemini are loops of agents with the SDK of a vendor. nosdk
// is a loop for four APIs without an SDK.
package examples

//go:generate go run -v github.com/toolgen/toolgen/cmd/toolgen ./...
