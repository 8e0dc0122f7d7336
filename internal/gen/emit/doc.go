// Package emit turns the model of a package into the Go file that is generated
// into it: guards against drift, schemas, decoders, tools and wiring.
//
// A [model.Package] flows in and must not change meanwhile; the gofmt-clean
// text of one file flows out. Nothing is read or written. Equal models give
// equal bytes.
//
// Each part of the generated file has a source file here, and adds its
// declarations to a file of its own kind: see [Package] for the order. Code is
// written as lines and blocks of Go (lines.go); whatever names another package
// goes through qualify, which chooses the import (imports.go). All names of
// what is declared are made in names.go.
//
// The functions keep no state and are safe for concurrent use.
package emit
