package load

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Inputs finds what a package depends on, of what can change: not packages of the
// standard library, nor of the module cache.
type Inputs struct {
	loader *Loader
	cache  string // the directory of the module cache
}

// Inputs returns the inputs of the packages of the loader. The directory is that of
// the module cache.
func (l *Loader) Inputs(cache string) Inputs { return Inputs{l, cache} }

// Dirs returns the directories of packages, and of all packages that they import,
// directly or not, sorted.
func (i Inputs) Dirs(paths ...string) []string {
	dirs := make(map[string]bool)
	seen := make(map[*packages.Package]bool)
	var visit func(p *packages.Package)
	visit = func(p *packages.Package) {
		if p == nil || seen[p] || p.Module == nil && isStandard(p.PkgPath) {
			return
		}
		seen[p] = true
		if p.Dir != "" && !i.isCached(p.Dir) {
			dirs[p.Dir] = true
		}
		for _, imported := range p.Imports {
			visit(imported)
		}
	}
	for _, path := range paths {
		visit(i.loader.metadata[path])
	}
	return slices.Sorted(maps.Keys(dirs))
}

// ModuleFiles returns the files that decide which modules and packages there are:
// go.mod, go.sum and the list of vendored packages of the modules that can change,
// and of the workspace if work is its go.work.
func (i Inputs) ModuleFiles(work string) []string {
	files := make(map[string]bool)
	for _, p := range i.loader.metadata {
		if p.Module == nil || p.Module.GoMod == "" || i.isCached(p.Module.GoMod) {
			continue
		}
		dir := filepath.Dir(p.Module.GoMod)
		for _, name := range []string{"go.mod", "go.sum", filepath.Join("vendor", "modules.txt")} {
			files[filepath.Join(dir, name)] = true
		}
	}
	if work != "" {
		for _, name := range []string{work, work + ".sum", filepath.Join(filepath.Dir(work), "vendor", "modules.txt")} {
			files[name] = true
		}
	}
	return slices.Sorted(maps.Keys(files))
}

// Exports returns the files of export data of the packages that cannot change, by import
// path.
func (i Inputs) Exports() map[string]string {
	exports := make(map[string]string)
	for path, file := range i.loader.exports {
		if file != "" && i.loader.metadata[path] != nil && len(i.Dirs(path)) == 0 {
			exports[path] = file
		}
	}
	return exports
}

// isCached reports whether a file is in the module cache.
func (i Inputs) isCached(name string) bool {
	return i.cache != "" && strings.HasPrefix(name, i.cache+string(filepath.Separator))
}
