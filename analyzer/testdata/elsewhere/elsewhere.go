// Package elsewhere has types that tools of another package use. Their directives are
// read from this source.
package elsewhere

// Thing is a thing.
type Thing struct {
	// Anything at all.
	//
	//tool:any
	Value any `json:"value"`
}
