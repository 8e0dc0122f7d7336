package model

// Package is a package of the author.
type Package struct {
	// Path is the import path, Name the name and Dir the directory of the
	// package.
	Path, Name, Dir string
	// Foreign means that the package is in a module that is not a main module.
	Foreign bool
	// Refused means that the package has problems, so that the model is incomplete.
	Refused bool
	// Sources are the import paths of the packages loaded from source that this
	// package imports or registers, directly or not, sorted. It includes the package
	// itself.
	Sources []string
	// Tools are in the order of the source: files by name, then by line.
	Tools []*Tool
	// Types are the named types that tools use and that need a decoder, guards or
	// a description in this package, in the order of their first use. They may
	// belong to other packages.
	Types []*Type
	// Scope has the names that the package declares, sorted. It includes the
	// names of tests and of files that the build excludes, but not those of
	// generated files. Generated code must not use these names.
	Scope []string
	// Imported has the names that files of the package import, sorted: the names
	// of packages, and the exported names of packages with a dot import.
	// Declarations in generated code must not use these names; its imports may.
	Imported []string
	// Imports has the names of the packages that a GoType or a TypeName refers
	// to, by import path: the names in their package clauses.
	Imports map[string]string
	// Documents are the files of //tool:doc that were read, with their absolute
	// paths. A file can occur several times.
	Documents []string
	// Names are the names of the generated functions.
	Names FunctionNames
	// Registry is the wiring that //tool:registry requests; nil without the
	// directive.
	Registry *Registry
	// Dialects are the dialects that //tool:dialects requests for the tools of the
	// package and of its registry, in the order of
	// the vocabulary.
	Dialects []string
}

// Summarize removes what is not needed any more after the file of the package is generated:
// all but the names and positions of tools, and what they are methods of.
func (p *Package) Summarize() {
	for i, tool := range p.Tools {
		p.Tools[i] = &Tool{
			Span: tool.Span, Package: tool.Package, Function: tool.Function, Receiver: tool.Receiver, ID: tool.ID, Name: tool.Name,
		}
	}
	p.Types, p.Scope, p.Imported, p.Imports = nil, nil, nil, nil
}

// FunctionNames are the names of the generated functions of a package.
type FunctionNames struct {
	// Tools is the name of the function that returns the tools that are
	// functions. An empty name means "Tools".
	Tools string
	// Receivers has, for each receiver type, the name of the function that
	// returns its tools. The default for Store is "StoreTools".
	Receivers map[string]string
}

// Registry is the wiring of the tools of several packages.
type Registry struct {
	Span Span
	// Packages are the packages with the tools, sorted by path. Each has tools.
	Packages []*Package
	// Matched are the import paths of all packages that the directive names, with
	// and without tools.
	Matched []string
	// Except are the names of the tools that are excluded, sorted.
	Except []string
}
