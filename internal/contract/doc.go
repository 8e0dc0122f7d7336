// Package contract compares two generations of the tools of a module.
//
// Its input is lists of [Tool], which "toolgen list --json" prints and [Read] reads.
// [Compare] returns the changes by the rules of [Rules]: each rule has a class that
// says who notices the change. The printers write a [Report] as text, JSON, Markdown
// or workflow commands of GitHub.
//
// Whether a call that was valid is now refused is decided by package values, which
// compares the values that the schemas accept, not their texts.
//
// The functions are safe for concurrent use.
package contract
