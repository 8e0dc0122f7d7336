package load

import (
	"go/ast"
	"go/build"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// Syntax is a package that another program has parsed and type-checked, such as a
// driver of analyzers.
type Syntax struct {
	// Fset has the positions of Files and of Imports.
	Fset *token.FileSet
	// Path is the import path, and Dir the absolute directory.
	Path, Dir string
	// Files are the parsed files with their comments, without tests. The generated file
	// is ignored.
	Files []*ast.File
	// Imports are the packages that Files import, with types.
	Imports []*types.Package
}

// FromSyntax returns a loader that has the package of s, and the package. The loader
// does not use the go command, so that Load finds nothing more. It reads the source of
// imported packages for their comments, as far as the positions of their objects name
// files; [Loader.IsComplete] reports whether it found all of them.
func FromSyntax(config Config, s *Syntax) (*Loader, *Package) {
	l := New(config)
	l.Fset, l.fromSyntax = s.Fset, true
	for _, p := range s.Imports {
		l.addImported(p)
	}
	p := &Package{Path: s.Path, Dir: s.Dir}
	for _, file := range s.Files {
		if p.Name = file.Name.Name; !l.isGeneratedSyntax(file) {
			p.Files = append(p.Files, file)
		}
	}
	l.own[p.Path] = p
	l.Check(p)
	return l, p
}

// addImported stores a package and those that it imports. Drivers add the name of a
// test to the paths of packages that are compiled for it: "a [b.test]".
func (l *Loader) addImported(p *types.Package) {
	path, _, _ := strings.Cut(p.Path(), " ")
	if l.imported[path] != nil {
		return
	}
	l.imported[path] = p
	for _, imported := range p.Imports() {
		l.addImported(imported)
	}
}

// isGeneratedSyntax reports whether a parsed file is the generated file.
func (l *Loader) isGeneratedSyntax(file *ast.File) bool {
	if filepath.Base(l.Fset.File(file.FileStart).Name()) != l.config.FileName {
		return false
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			if comment.Text == l.config.Header {
				return true
			}
		}
	}
	return false
}

// IsComplete reports whether the source of all objects that [Loader.File] was asked
// for was found. Directives of types can be missing otherwise.
func (l *Loader) IsComplete() bool { return !l.incomplete }

// locate returns the file that declares an object of an imported package, without the
// go command. The result is empty if it is not known: -trimpath removes the directory.
func (l *Loader) locate(object types.Object) string {
	name := filepath.FromSlash(l.Fset.PositionFor(object.Pos(), false).Filename)
	if rest, ok := strings.CutPrefix(name, "$GOROOT"); ok {
		name = build.Default.GOROOT + rest
	}
	if !filepath.IsAbs(name) {
		return ""
	}
	return name
}

// dirFromSyntax returns the directory of a package, from the first of its objects that
// has a position.
func (l *Loader) dirFromSyntax(p *types.Package) string {
	for _, name := range p.Scope().Names() {
		if file := l.locate(p.Scope().Lookup(name)); file != "" {
			return filepath.Dir(file)
		}
	}
	return ""
}
