package cache

import (
	"maps"
	"slices"
	"strings"
)

// Entry is what a run without diagnostics depended on.
type Entry struct {
	// Files has the files that all packages depend on, such as go.mod.
	Files map[string]Hash
	// Dirs is the state of all directories that the patterns can match, and of those
	// that packages depend on.
	Dirs Snapshot
	// Packages are all packages that the patterns match, with and without tools,
	// sorted by Path.
	Packages []Package
	// Exports are the files of export data of packages that cannot change, by import path.
	Exports map[string]string
}

// Package is a package that the patterns match.
type Package struct {
	// Path is the import path, Dir the directory.
	Path, Dir string
	// Generated is the hash of the expected generated file. It is zero if the
	// package needs none.
	Generated Hash
	// Depends are the directories of packages that the generated file depends on,
	// sorted, Dir among them. Packages that cannot change are left out: those of
	// the standard library and of the module cache.
	Depends []string
	// Files are other files that it depends on.
	Files map[string]Hash
}

// Compare returns the packages whose inputs or generated files differ from the
// present state. It reports false if other packages may have to be generated too.
func (e *Entry) Compare(now Snapshot) (changed []*Package, ok bool) {
	if !hasFiles(e.Files) || len(now) != len(e.Dirs) {
		return nil, false
	}
	users := e.users()
	differ := make(map[*Package]bool)
	for dir, before := range e.Dirs {
		present, found := now[dir]
		if !found || present.Matched != before.Matched || present.Source != before.Source && len(users[dir]) == 0 {
			return nil, false
		}
		if present.Source != before.Source {
			for _, p := range users[dir] {
				differ[p] = true
			}
		}
	}
	for i := range e.Packages {
		p := &e.Packages[i]
		if now[p.Dir].Generated != p.Generated || !hasFiles(p.Files) {
			differ[p] = true
		}
		if differ[p] {
			changed = append(changed, p)
		}
	}
	return changed, true
}

// users returns the packages that depend on each directory.
func (e *Entry) users() map[string][]*Package {
	users := make(map[string][]*Package)
	for i := range e.Packages {
		for _, dir := range e.Packages[i].Depends {
			users[dir] = append(users[dir], &e.Packages[i])
		}
	}
	return users
}

// hasFiles reports whether the files still have these hashes.
func hasFiles(files map[string]Hash) bool {
	for name, before := range files {
		if present, _ := hashFile(name); present != before {
			return false
		}
	}
	return true
}

// Replace returns an entry with other states of directories, in which packages with
// the same path are replaced and files of export data are added.
func (e *Entry) Replace(dirs Snapshot, packages []Package, exports map[string]string) *Entry {
	replaced := *e
	replaced.Dirs = dirs
	maps.Copy(exports, e.Exports)
	replaced.Exports = exports
	replaced.Packages = slices.Clone(e.Packages)
	for _, p := range packages {
		i, found := slices.BinarySearchFunc(replaced.Packages, p, comparePaths)
		if found {
			replaced.Packages[i] = p
		}
	}
	return &replaced
}

// comparePaths compares packages by their paths.
func comparePaths(a, b Package) int { return strings.Compare(a.Path, b.Path) }
