package load

import (
	"context"
	"go/ast"
	"go/build"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Config configures a Loader.
type Config struct {
	// Env is the environment of the go command. Nil means that of the process.
	Env []string
	// FileName is the base name of generated files. The loader ignores a file of
	// this name, except for its package clause, if it has the line Header or is not
	// valid Go. An empty name means that there are no generated files.
	FileName, Header string
}

// Package is a package that is parsed and type-checked. It may have errors.
type Package struct {
	// Path is the import path, Name the name in the package clause, and Dir the
	// absolute directory.
	Path, Name, Dir string
	// Dependency is set if the package is in a module that is not a main module, and only a pattern for
	// several packages matches it, such as all.
	Dependency bool
	// Foreign is set if the package is in a module that is not a main module.
	Foreign bool
	// Files are the parsed files with their comments, in the order of their
	// names, without tests, files that build constraints exclude, and the
	// generated file. It is set by Check.
	Files []*ast.File
	// Types is the package without the bodies of its functions. Types are invalid
	// where the source does not compile.
	Types *types.Package
	// Info has the Defs of Files, without function bodies.
	Info *types.Info
	// Errors are the errors of the type checker, in the order of the source.
	Errors []types.Error

	sources  []*source // of Files, until Check
	imported []string  // the paths that the files import, except C and unsafe
	syntax   []diag.Diagnostic
	checked  bool
	imports  []string

	excluded    []string // see findExcluded
	hasExcluded bool     // excluded is set
}

// Imports returns the paths of the packages that the package imports, after Check, and
// also after Forget. It reports false before Check.
func (p *Package) Imports() (paths []string, checked bool) { return p.imports, p.checked }

// SyntaxErrors are the problems of files that could not be parsed, so that declarations
// may be missing. They are set by Check.
func (p *Package) SyntaxErrors() []diag.Diagnostic { return p.syntax }

// Loader loads packages that share one file set and their types.
type Loader struct {
	// Fset has the positions of all packages.
	Fset *token.FileSet

	config   Config
	metadata map[string]*packages.Package   // by import path, all packages listed
	listed   map[string][]*packages.Package // the packages of patterns, by directory and patterns
	context  *build.Context                 // decides which files belong to packages; nil if it is not known
	listable map[string]bool                // the paths of packages whose files the context finds
	own      map[string]*Package            // read from source, by import path
	named    map[string]ownFile             // the files of own, by name; nil if own has changed
	exports  map[string]string              // files of export data, by import path
	known    map[string]string              // the same, of an earlier loader; a file may not exist any more
	imported map[string]*types.Package      // all packages with types
	sources  map[string]*ast.File           // files of foreign packages, by name

	ahead map[string]*source // files that were read before packages were known, by name

	imports map[string]bool // the paths that the packages of own import; nil before Forget

	prefetched chan []*packages.Package // the result of Prefetch; nil before it

	fromSyntax, incomplete bool // see FromSyntax and IsComplete
}

// New returns a loader without packages.
func New(config Config) *Loader {
	return &Loader{
		Fset:     token.NewFileSet(),
		config:   config,
		metadata: make(map[string]*packages.Package),
		listed:   make(map[string][]*packages.Package),
		own:      make(map[string]*Package),
		exports:  make(map[string]string),
		imported: map[string]*types.Package{"unsafe": types.Unsafe},
		sources:  make(map[string]*ast.File),
	}
}

// KnowExports takes the result of [Inputs.Exports] of an earlier loader, so that Load need
// not run the go command to find the files.
func (l *Loader) KnowExports(exports map[string]string) { l.known = exports }

// Load returns the packages that the patterns match, sorted by import path.
// Relative patterns start from dir. An empty dir is the working directory; no
// patterns mean the package in dir. Load does not load a package twice.
//
// There is a diagnostic for each pattern that matches nothing, and for each syntax
// error. Type errors are in Package.Errors; the caller decides which of them matter.
// An error means that the go command could not run.
func (l *Loader) Load(ctx context.Context, dir string, patterns ...string) ([]*Package, []diag.Diagnostic, error) {
	loaded, diagnostics, err := l.LoadSources(ctx, dir, patterns...)
	for _, p := range loaded {
		l.Check(p)
		diagnostics = append(diagnostics, p.syntax...)
	}
	return loaded, diagnostics, err
}

// LoadSources does what Load does, but runs neither the parser nor the type checker: Files,
// Types, Info and the errors of a package are set when the caller calls Check. So they need
// not be in memory for all packages at the same time.
func (l *Loader) LoadSources(ctx context.Context, dir string, patterns ...string) ([]*Package, []diag.Diagnostic, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	if files := fileArguments(patterns); len(files) > 0 {
		return nil, files, nil
	}
	ahead := l.readAhead(ctx, dir, patterns)
	defer ahead.end()
	roots, err := l.list(ctx, dir, patterns)
	l.ahead = ahead.stop()
	if err != nil {
		return nil, nil, err
	}
	matched, diagnostics := matches(dir, patterns, roots)
	if err := l.read(ctx, dir, matched, ahead); err != nil {
		return nil, nil, err
	}
	var loaded []*Package
	for _, root := range matched {
		p := l.own[root.PkgPath]
		p.Foreign = l.isForeign(root.PkgPath)
		p.Dependency = isDependency(root, dir, patterns)
		loaded = append(loaded, p)
	}
	return loaded, diagnostics, nil
}

// Forget frees the syntax and the types of a package, unless a package that was read from
// source imports it. Only its Path, Name, Dir and Imports can be used after that, and Load
// must not be called any more, except with patterns that it was called with before.
func (l *Loader) Forget(p *Package) {
	if l.imports == nil {
		l.imports = make(map[string]bool)
		for _, other := range l.own {
			for _, path := range other.imported {
				l.imports[path] = true
			}
		}
	}
	if l.imports[p.Path] {
		return
	}
	for _, file := range p.Files {
		delete(l.named, l.Fset.File(file.FileStart).Name())
	}
	p.Files, p.Types, p.Info = nil, nil, nil
	delete(l.imported, p.Path)
}
