package model

// Package is one package of the author's.
type Package struct {
	// Path is the import path, Name the package's name, Dir its directory.
	Path, Name, Dir string
	// Tools are in the order of the source: files by name, then by line.
	Tools []*Tool
	// Types are the named types that tools reach and that need a decoder,
	// guards or a description here, in the order they are first reached. They
	// may belong to other packages.
	Types []*Type
	// Scope are the names that the package itself declares, sorted, also in
	// tests and in files that this build leaves out, but without those of
	// generated files. What is emitted must not take them.
	Scope []string
	// Imported are the names that files of the package import, sorted: of
	// packages, and by dot imports of what they export. What is declared in
	// the generated file must not take them either; what it imports may.
	Imported []string
	// Imports are the names of the packages that a GoType or a TypeName refers
	// to, by import path: what follows "package" in their files.
	Imports map[string]string
	// Names are the names of the generated functions.
	Names FunctionNames
	// Registry is the wiring asked for by //tool:registry; nil for none.
	Registry *Registry
	// Dialects are asked for by //tool:dialects, in the order of the vocabulary.
	Dialects []string
}

// FunctionNames are the names of the functions emitted into a package.
type FunctionNames struct {
	// Tools returns the tools that are functions; "Tools" by default.
	Tools string
	// Receivers maps the name of a receiver type to the function that returns
	// its tools; "StoreTools" for Store by default.
	Receivers map[string]string
}

// Registry is the wiring of tools from several packages.
type Registry struct {
	Span Span
	// Packages are the packages wired, sorted by path. They have tools.
	Packages []*Package
	// Except are names of tools left out, sorted.
	Except []string
}
