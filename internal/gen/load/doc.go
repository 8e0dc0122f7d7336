// Package load reads packages: syntax, types and positions.
//
// Its input is package patterns of the go command, its output is [Package] values
// and diagnostics. It runs the go command first to list the packages with all that
// they import, and then to find the export data of imported packages of other
// modules. While the first command runs, the files of directories are read, and a
// second one finds the export data of the standard library that they import.
// Packages of the main module are not compiled. They are parsed and type-checked
// here when [Loader.Check] is called, without function bodies, so that code loads
// that does not compile yet because it refers to code that is to be generated, and so that a
// change of a package does not need a compilation of its dependents.
//
// Generated files are ignored except for their package clause, even if they are
// stale or do not compile.
//
// A [Loader] is not safe for concurrent use. The packages that it returns are safe
// for concurrent use if nothing changes them.
package load
