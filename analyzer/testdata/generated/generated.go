// Package generated has a generated file.
package generated

// Ping answers.
//
//tool:register
func Ping() {}

var _ = Tools
