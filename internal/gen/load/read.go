package load

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// read parses the packages and those of their imports that are not foreign, and
// finds the export data of foreign packages. It also parses foreign packages
// without export data, which do not compile.
func (l *Loader) read(ctx context.Context, dir string, roots []*packages.Package) error {
	for unread := roots; len(unread) > 0; {
		foreign := l.parseOwn(unread)
		if len(foreign) > 0 {
			foreign = l.checkForeign(foreign)
		}
		if len(foreign) == 0 {
			return nil
		}
		if err := l.findExports(ctx, dir, foreign); err != nil {
			return err
		}
		unread = nil
		for _, path := range foreign {
			if listed := l.metadata[path]; l.exports[path] == "" && len(listed.GoFiles) > 0 {
				unread = append(unread, listed)
			}
		}
	}
	return nil
}

// parseOwn parses packages and, recursively, those of their imports that are not
// foreign. It returns the paths of the foreign imports, sorted.
func (l *Loader) parseOwn(unread []*packages.Package) (foreign []string) {
	missing := make(map[string]bool)
	for len(unread) > 0 {
		imports := make(map[string]bool)
		for _, p := range l.parse(slices.DeleteFunc(slices.Clone(unread), l.isRead)) {
			l.own[p.Path], l.named = p, nil
			p.eachImport(func(path string) { imports[path] = true })
		}
		unread = nil
		for path := range imports {
			switch listed := l.metadata[path]; {
			case listed == nil || len(listed.GoFiles) == 0 || l.own[path] != nil:
			case !l.isForeign(path):
				unread = append(unread, listed)
			default:
				if _, found := l.exports[path]; !found && (l.imported[path] == nil || !l.imported[path].Complete()) {
					missing[path] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(missing))
}

// isRead reports whether a package was read from source.
func (l *Loader) isRead(p *packages.Package) bool { return l.own[p.PkgPath] != nil }

// eachImport calls f for every path that the files of the package import.
func (p *Package) eachImport(f func(path string)) {
	for _, file := range p.Files {
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path != "C" && path != "unsafe" {
				f(path)
			}
		}
	}
}
