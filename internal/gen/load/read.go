package load

import (
	"context"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"
)

// read reads the sources of the packages and of those of their imports that are not
// foreign, and finds the export data of foreign packages. It also reads foreign packages
// without export data, which do not compile.
func (l *Loader) read(ctx context.Context, dir string, roots []*packages.Package, ahead *ahead) error {
	for unread := roots; len(unread) > 0; {
		foreign := l.readOwn(unread)
		l.ahead = nil // the sources of all packages from directories are read
		if len(foreign) > 0 {
			foreign = l.checkForeign(foreign)
		}
		if len(foreign) == 0 {
			return nil
		}
		ahead.takeExports(foreign)
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

// readOwn reads packages and, recursively, those of their imports that are not
// foreign. It returns the paths of the foreign imports, sorted.
func (l *Loader) readOwn(unread []*packages.Package) (foreign []string) {
	missing := make(map[string]bool)
	for len(unread) > 0 {
		imports := make(map[string]bool)
		for _, p := range l.readAll(slices.DeleteFunc(slices.Clone(unread), l.isRead)) {
			l.own[p.Path] = p
			for _, path := range p.imported {
				imports[path] = true
			}
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
