// Package extract converts an author's packages to the model of the generator.
//
// The input is packages as [load.Loader] returns them. The output is a model for
// each package, and diagnostics. The package decides which functions are tools,
// how their parameters and results are used, which Go types have a JSON form and
// which schema describes it, and what directives and struct tags mean. It reports
// each problem at its position in the source, with a fix. A problem in one field
// does not hide a problem in another, and a tool with a problem has no model.
//
// The package reads the files of //tool:doc and, with the loader, the packages of
// a registry. It writes nothing. Equal input gives equal output.
package extract
