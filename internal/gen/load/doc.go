// Package load reads the author's packages: syntax, types and positions.
//
// In flow package patterns, as the go command takes them; out flow [Package]
// values and diagnostics. Two runs of the go command say what there is: the
// first lists the packages with everything they import, the second finds the
// export data of what the module's own packages import from elsewhere. The
// packages of the module itself are never compiled: they are parsed and
// checked here, without function bodies. That is what makes code load that
// does not compile yet because it refers to what is about to be generated,
// and what makes a change deep in a module cost nothing.
//
// The generator's own output is hidden: of such a file only the package clause
// counts, whether it is fresh, stale or broken.
//
// A [Loader] is not safe for concurrent use. The packages it returns are only
// read, and then safe for it.
package load
