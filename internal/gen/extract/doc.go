// Package extract turns an author's packages into the generator's model.
//
// In flow packages as [load.Loader] read them; out flow one model per package
// and diagnostics. The extractor knows which functions are tools, what their
// signatures mean, which Go types have a JSON form and which schema that is,
// what directives and struct tags ask for, and which of all that is refused.
// Everything refused is reported, at its place in the source and with a mend:
// a problem in one field never hides one in the next, and never yields a model
// that says less than the source.
//
// The package reads the files that //tool:doc names and, through the loader,
// the packages that a registry names; it writes nothing, and equal input gives
// equal output.
package extract
