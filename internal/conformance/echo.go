// Package conformance runs JSON texts through a generated decoder, each as the
// value of an argument that takes any JSON, and says which it accepts.
//
// What flows in are texts, or a directory of files in the manner of the public
// suites of JSON parsing: y_*.json must be accepted, n_*.json refused, and of
// i_*.json an implementation may think what it likes. What flows out is a
// [Verdict] for each. The choices made where the standard leaves one are in
// docs/json.md.
//
// Everything here is safe for concurrent use.
package conformance

import "encoding/json"

// EchoArgs takes one JSON value.
type EchoArgs struct {
	// Any JSON value.
	Value any `json:"value"` //tool:any
}

// Echo returns its argument.
//
//tool:register echo
//tool:read-only
func Echo(args EchoArgs) (string, error) {
	text, err := json.Marshal(args.Value)
	return string(text), err
}
