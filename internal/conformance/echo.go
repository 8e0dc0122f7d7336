// Package conformance decodes JSON texts with a generated decoder, as the value of
// an argument that may be any JSON value, and reports which texts it accepts.
//
// Its input is texts, or a directory with files named as in public test suites for
// JSON parsers: y_*.json must be accepted, n_*.json must be refused, and i_*.json may
// be accepted or refused. Its output is a [Verdict] for each text. docs/json.md
// documents the choices where the standard allows several.
//
// All functions are safe for concurrent use.
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
