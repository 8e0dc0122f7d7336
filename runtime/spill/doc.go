// Package spill stores the full text of results that were cut, in files, so that
// a model can read on in them. [Files] is a [runtime.SpillStore] for the options
// of a registry.
package spill
