package load

import (
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Remember stores what the go command has found in the directories of the packages, so
// that Refresh can compare it. Call it after the packages are loaded, and if no file
// has changed since then.
func (l *Loader) Remember() {
	l.found = make(map[string]map[string]string)
	for _, p := range l.own {
		l.found[p.Dir] = l.heads(p.Dir)
	}
}

// heads returns the beginning of each Go file in a directory, by its name: the build
// constraints and the package clause, which decide the package of the file. It ignores
// the generated file.
func (l *Loader) heads(dir string) map[string]string {
	heads := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		name := entry.Name()
		if filepath.Ext(name) != ".go" || name == l.config.FileName {
			continue
		}
		source, err := readSource(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, source, parser.PackageClauseOnly)
		if err == nil {
			source = source[:fset.Position(file.Name.End()).Offset]
		}
		heads[name] = string(source)
	}
	return heads
}

// Refresh prepares the loader for Go files that have changed: it forgets the packages of
// these files and the packages from source that import them, directly or not, and
// returns their paths. The next Load reads them again, without the go command.
//
// Refresh reports false if only the go command knows which packages there are now,
// for example because a file or an import is new. The loader must not be used then.
func (l *Loader) Refresh(changed []string) (forgotten map[string]bool, ok bool) {
	dirs := make(map[string]*Package)
	for _, p := range l.own {
		dirs[p.Dir] = p
	}
	forgotten = make(map[string]bool)
	for _, name := range changed {
		dir := filepath.Dir(name)
		p := dirs[dir]
		switch {
		case p == nil || filepath.Ext(name) != ".go":
			return nil, false
		case forgotten[p.Path]:
		case l.found[dir] == nil || !maps.Equal(l.found[dir], l.heads(dir)) || !l.hasKnownImports(p.Path):
			return nil, false
		}
		forgotten[p.Path] = true
	}
	l.addImporters(forgotten)
	if l.isExported(forgotten) {
		return nil, false
	}
	l.named = nil
	for path := range forgotten {
		delete(l.own, path)
		delete(l.imported, path)
	}
	return forgotten, true
}

// hasKnownImports reports whether all files of a package exist, and the go command has
// listed all packages that they import.
func (l *Loader) hasKnownImports(path string) bool {
	for _, name := range l.metadata[path].GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return false
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil || imported == "C" || imported != "unsafe" && l.metadata[imported] == nil {
				return false
			}
		}
	}
	return true
}

// addImporters adds the packages from source that import one of the packages, directly
// or not.
func (l *Loader) addImporters(paths map[string]bool) {
	for grown := len(paths) > 0; grown; {
		grown = false
		for path, p := range l.own {
			if paths[path] {
				continue
			}
			p.eachImport(func(imported string) {
				if paths[imported] {
					paths[path], grown = true, true
				}
			})
		}
	}
}

// isExported reports whether a package that was read from export data refers to one of
// the packages.
func (l *Loader) isExported(paths map[string]bool) bool {
	for path, p := range l.imported {
		if l.own[path] == nil && slices.ContainsFunc(p.Imports(), func(imported *types.Package) bool { return paths[imported.Path()] }) {
			return true
		}
	}
	return false
}
