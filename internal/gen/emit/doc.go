// Package emit writes the generated Go file of a package from its model: tools,
// schemas, decoders, wiring, and guards against drift.
//
// The input is a [model.Package], which must not change during the call. The
// output is the text of one file in the format of gofmt. The package does not
// read or write files. Equal models result in equal texts.
//
// Each part of the generated file has source files in this package; see [Package]
// for the order. Generated code is composed of lines and blocks of Go (lines.go).
// A name of another package is written with qualify, which chooses the import
// (imports.go). The names of all declarations are chosen in names.go.
//
// The functions are safe for concurrent use. They keep no state but the white space of
// declarations that gofmt has formatted (layout.go), which does not change the texts.
package emit
