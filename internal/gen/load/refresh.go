package load

import (
	"context"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"
)

// Remember prepares the loader for Refresh, after the packages are loaded. The context
// says which files belong to a package; nil means that only the go command knows.
func (l *Loader) Remember(context *build.Context) {
	l.listable = make(map[string]bool)
	if context == nil {
		return
	}
	l.context = l.withoutGenerated(context)
	for path, p := range l.own {
		files, ok := l.filesIn(p.Dir)
		l.listable[path] = ok && files.name == l.metadata[path].Name && slices.Equal(files.names, l.writtenFiles(path))
	}
}

// Refresh prepares the loader for files that have changed: it forgets the packages of
// these files and the packages from source that import them, directly or not, and
// returns their paths. The next Load reads them again. Refresh runs the go command only
// for imports that no package had before.
//
// Refresh reports false if only the go command knows which packages there are now,
// for example because a module is new. The loader must not be used then.
func (l *Loader) Refresh(ctx context.Context, dir string, changed []string) (forgotten map[string]bool, ok bool) {
	l.addPrefetched()
	dirs, ok := l.sourceDirs(changed)
	if !ok {
		return nil, false
	}
	forgotten = make(map[string]bool)
	for _, changedDir := range dirs {
		path, found, ok := l.relist(changedDir)
		if !ok {
			return nil, false
		}
		if found {
			forgotten[path] = true
		}
	}
	if !l.findImports(ctx, dir, forgotten) {
		return nil, false
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

// sourceDirs returns the directories of changed Go files, and those with Go files in
// directories that are new. It reports false for other files, such as go.mod, and for a
// directory of a package that does not exist any more.
func (l *Loader) sourceDirs(changed []string) (dirs []string, ok bool) {
	add := func(dir string) {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, name := range changed {
		if filepath.Ext(name) == ".go" {
			add(filepath.Dir(name))
			continue
		}
		info, err := os.Lstat(name)
		switch {
		case err == nil && info.IsDir():
			l.addSourceDirs(name, add)
		case filepath.Ext(name) != "" || err != nil && l.hasPackageBelow(name):
			return nil, false
		}
	}
	return dirs, true
}

// addSourceDirs adds a directory and those below it that have Go files.
func (l *Loader) addSourceDirs(root string, add func(dir string)) {
	_ = filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error { // a directory can be removed meanwhile
		switch {
		case err != nil:
			return nil
		case entry.IsDir() && path != root && !isSourceDir(entry.Name()):
			return filepath.SkipDir
		case !entry.IsDir() && filepath.Ext(path) == ".go":
			add(filepath.Dir(path))
		}
		return nil
	})
}

// hasPackageBelow reports whether a package is in a directory or below it.
func (l *Loader) hasPackageBelow(dir string) bool {
	for _, p := range l.metadata {
		if p.Dir == dir || isBelow(p.Dir, dir) {
			return true
		}
	}
	return false
}

// findImports finds the packages that the files of packages import and that are not
// known. It reports false if the go command must list everything.
func (l *Loader) findImports(ctx context.Context, dir string, paths map[string]bool) bool {
	var unknown []string
	for path := range paths {
		for _, name := range l.metadata[path].GoFiles {
			file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly) // Load reports errors of syntax
			if file == nil {
				return false
			}
			for _, imported := range importsOf(file) {
				if l.metadata[imported] == nil && !slices.Contains(unknown, imported) {
					unknown = append(unknown, imported)
				}
			}
		}
	}
	if len(unknown) == 0 {
		return true
	}
	slices.Sort(unknown)
	found, err := packages.Load(l.packagesConfig(ctx, dir, listMode|exportMode), unknown...)
	if err != nil {
		return false
	}
	l.addExported(found)
	return !slices.ContainsFunc(unknown, func(path string) bool { return l.metadata[path] == nil })
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
			if slices.ContainsFunc(p.imported, func(imported string) bool { return paths[imported] }) {
				paths[path], grown = true, true
			}
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
