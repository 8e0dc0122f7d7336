package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Package returns the package with that path, or nil if it was not read from
// source.
func (l *Loader) Package(path string) *Package { return l.own[path] }

// Packages returns all packages that were read from source, sorted by path.
func (l *Loader) Packages() []*Package {
	return slices.SortedFunc(maps.Values(l.own), func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
}

// DirOf returns the directory of a package, or an empty string if it is not known.
func (l *Loader) DirOf(p *types.Package) string {
	switch {
	case p == nil:
		return ""
	case l.own[p.Path()] != nil:
		return l.own[p.Path()].Dir
	case l.fromSyntax:
		return l.dirFromSyntax(p)
	case l.metadata[p.Path()] == nil:
		return ""
	}
	return l.metadata[p.Path()].Dir
}

// File returns the syntax of the file that declares an object, with comments, or
// nil. For a package that was read from export data it parses that file in the
// directory of the package; the directory in the export data may be wrong because
// of -trimpath.
//
// Positions in such a file are not equal to the position of the object, but have
// the same line and base name. Export data has the name of a comment //line instead
// of the file; the result is nil then.
func (l *Loader) File(object types.Object) *ast.File {
	if object.Pkg() == nil || !object.Pos().IsValid() {
		return nil
	}
	if own := l.own[object.Pkg().Path()]; own != nil {
		return own.fileAt(object.Pos())
	}
	name := l.fileName(object)
	if name == "" {
		return nil
	}
	file, parsed := l.sources[name]
	if !parsed {
		file, _ = l.parseFile(name) // without the file, there are no comments
		l.sources[name] = file
	}
	l.incomplete = l.incomplete || l.fromSyntax && file == nil
	return file
}

// fileName returns the name of the file that declares an object of a package that was
// read from export data, or an empty string.
func (l *Loader) fileName(object types.Object) string {
	if l.fromSyntax {
		name := l.locate(object)
		l.incomplete = l.incomplete || name == ""
		return name
	}
	listed := l.metadata[object.Pkg().Path()]
	if listed == nil || listed.Dir == "" {
		return ""
	}
	name := filepath.Join(listed.Dir, filepath.Base(l.Fset.PositionFor(object.Pos(), false).Filename))
	if !slices.Contains(listed.GoFiles, name) {
		return ""
	}
	return name
}

// FileNamed returns the file with that name and its package, or nil if no package that was read from source has it.
func (l *Loader) FileNamed(name string) (*Package, *ast.File) {
	if l.named == nil {
		l.named = make(map[string]ownFile)
		for _, p := range l.own {
			for _, file := range p.Files {
				l.named[l.Fset.File(file.FileStart).Name()] = ownFile{p, file}
			}
		}
	}
	found := l.named[name]
	return found.pkg, found.syntax
}

// ownFile is a file of a package that was read from source.
type ownFile struct {
	pkg    *Package
	syntax *ast.File
}

// fileAt returns the file that contains a position, or nil.
func (p *Package) fileAt(pos token.Pos) *ast.File {
	for _, file := range p.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}
