// Package line has no line for go generate.
package line // nothing follows

// Ping answers.
//
//tool:register
func Ping() {} // want `the package has tools, but no generated file`
