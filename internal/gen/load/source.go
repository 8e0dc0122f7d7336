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

// Package returns the package with that path if it has been read from source,
// or nil.
func (l *Loader) Package(path string) *Package { return l.own[path] }

// Packages are all packages that have been read from source, sorted by path.
func (l *Loader) Packages() []*Package {
	return slices.SortedFunc(maps.Values(l.own), func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
}

// File returns the syntax of the file that declares an object, for its
// comments; nil when there is none. Of a package that is known by its export
// data, that one file is parsed: what the data gives as its name may be that
// of another machine (-trimpath), but the directory of the package is known.
//
// Positions in such a file differ from the object's: line and name agree.
func (l *Loader) File(object types.Object) *ast.File {
	if object.Pkg() == nil || !object.Pos().IsValid() {
		return nil
	}
	if own := l.own[object.Pkg().Path()]; own != nil {
		return own.file(object.Pos())
	}
	listed := l.metadata[object.Pkg().Path()]
	if listed == nil || listed.Dir == "" {
		return nil
	}
	name := filepath.Join(listed.Dir, filepath.Base(l.Fset.Position(object.Pos()).Filename))
	file, parsed := l.sources[name]
	if !parsed {
		file, _ = l.parseFile(name) // without the file, there are no comments
		l.sources[name] = file
	}
	return file
}

func (p *Package) file(pos token.Pos) *ast.File {
	for _, file := range p.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}
