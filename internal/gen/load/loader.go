package load

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Config says what to load and what to hide.
type Config struct {
	// Env is the environment of the go command; nil means that of the
	// process.
	Env []string
	// FileName is the base name of the generated files. One that carries the
	// line Header, or that is not valid Go, is hidden: of it only the package
	// clause counts. An empty name hides nothing.
	FileName, Header string
}

// Package is one package of the author's, checked as far as it goes.
type Package struct {
	// Path is the import path, Name what follows "package", Dir the absolute
	// directory.
	Path, Name, Dir string
	// Files are the parsed files with their comments, in the order of their
	// names; without tests, files that build constraints leave out, and the
	// generated file.
	Files []*ast.File
	// Types is the package without the bodies of its functions. Where the
	// source does not compile, types are invalid.
	Types *types.Package
	// Info has the Defs, Uses and Types of Files, those in function bodies
	// left out.
	Info *types.Info
	// Errors are what the type checker objects to, in the order of the
	// source.
	Errors []types.Error

	syntax  []diag.Diagnostic
	checked bool
}

// Loader loads packages that share one file set and one universe of types.
type Loader struct {
	// Fset has the positions of all packages.
	Fset *token.FileSet

	config   Config
	metadata map[string]*packages.Package // by import path, all packages listed
	own      map[string]*Package          // read from source, by import path
	exports  map[string]string            // files of export data, by import path
	imported map[string]*types.Package    // all packages with types
	sources  map[string]*ast.File         // files of foreign packages, by name
}

// New returns a loader without packages.
func New(config Config) *Loader {
	return &Loader{
		Fset:     token.NewFileSet(),
		config:   config,
		metadata: make(map[string]*packages.Package),
		own:      make(map[string]*Package),
		exports:  make(map[string]string),
		imported: map[string]*types.Package{"unsafe": types.Unsafe},
		sources:  make(map[string]*ast.File),
	}
}

// Load returns the packages that the patterns match, relative ones seen from
// dir, sorted by import path. An empty dir is the working directory; without
// patterns it is the package there. Packages loaded before are not loaded
// again.
//
// The diagnostics are those of patterns that match nothing and of files that
// are not valid Go. Errors of types are left to the caller, in Package.Errors:
// most of them do not matter. An error means that the go command could not
// run.
func (l *Loader) Load(ctx context.Context, dir string, patterns ...string) ([]*Package, []diag.Diagnostic, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	if files := fileArguments(patterns); len(files) > 0 {
		return nil, files, nil
	}
	roots, err := l.list(ctx, dir, patterns)
	if err != nil {
		return nil, nil, err
	}
	matched, diagnostics := matches(dir, patterns, roots)
	if err := l.read(ctx, dir, matched); err != nil {
		return nil, nil, err
	}
	var loaded []*Package
	for _, root := range matched {
		p := l.own[root.PkgPath]
		l.check(p)
		loaded = append(loaded, p)
		diagnostics = append(diagnostics, p.syntax...)
	}
	return loaded, diagnostics, nil
}
