package load

import (
	"bytes"
	"go/build"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// withoutGenerated returns a context that does not see generated files, which can have
// the old name of a package.
func (l *Loader) withoutGenerated(context *build.Context) *build.Context {
	c := *context
	c.ReadDir = func(dir string) ([]fs.FileInfo, error) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		var infos []fs.FileInfo
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil && !l.isGenerated(filepath.Join(dir, entry.Name())) {
				infos = append(infos, info)
			}
		}
		return infos, nil
	}
	c.OpenFile = func(name string) (io.ReadCloser, error) {
		source, err := readSource(name)
		return io.NopCloser(bytes.NewReader(source)), err
	}
	return &c
}

// isGenerated reports whether a file is the generated file of its directory.
func (l *Loader) isGenerated(name string) bool {
	if l.config.FileName == "" || filepath.Base(name) != l.config.FileName {
		return false
	}
	source, err := readSource(name)
	return err == nil && l.config.IsGenerated(source)
}

// dirFiles are the files of the package in a directory.
type dirFiles struct {
	name  string   // of the package
	names []string // absolute and sorted, with those of cgo, without tests and the generated file
}

// filesIn returns the files of the package in a directory, as the go command finds
// them. It reports false if there is no package, or several.
func (l *Loader) filesIn(dir string) (files dirFiles, ok bool) {
	found, err := l.context.ImportDir(dir, 0)
	if err != nil {
		return files, false
	}
	for _, name := range slices.Concat(found.GoFiles, found.CgoFiles) {
		files.names = append(files.names, filepath.Join(dir, name))
	}
	slices.Sort(files.names)
	files.name = found.Name
	return files, len(files.names) > 0
}

// writtenFiles returns the files that the go command listed for a package, sorted,
// without the generated file.
func (l *Loader) writtenFiles(path string) []string {
	names := slices.Clone(l.metadata[path].GoFiles)
	names = slices.DeleteFunc(names, l.isGenerated)
	slices.Sort(names)
	return names
}

// relist finds the files of the package in a directory again, without the go command,
// and returns the path of the package. It reports false for found if the directory has
// no package that the patterns match, and false for ok if only the go command knows.
func (l *Loader) relist(dir string) (path string, found, ok bool) {
	known := l.packageIn(dir)
	if known != nil && !l.listable[known.PkgPath] || l.context == nil {
		return "", false, false
	}
	files, isPackage := l.filesIn(dir)
	switch {
	case known == nil && !isPackage:
		return "", false, l.isInMainModule(dir)
	case !isPackage:
		return "", false, false
	case known == nil:
		return l.addPackage(dir, files)
	}
	known.Name, known.GoFiles, known.Errors = files.name, files.names, nil
	return known.PkgPath, true, true
}

// packageIn returns the package from source in a directory, or nil.
func (l *Loader) packageIn(dir string) *packages.Package {
	for path, p := range l.own {
		if p.Dir == dir {
			return l.metadata[path]
		}
	}
	return nil
}

// addPackage adds a package that is new to the packages that patterns match.
func (l *Loader) addPackage(dir string, files dirFiles) (name string, found, ok bool) {
	module := l.mainModule(dir)
	if module == nil {
		return "", false, false
	}
	relative, err := filepath.Rel(module.Dir, dir)
	if err != nil {
		return "", false, false
	}
	added := l.metadata[path.Join(module.Path, filepath.ToSlash(relative))]
	if added == nil {
		added = &packages.Package{PkgPath: path.Join(module.Path, filepath.ToSlash(relative))}
	}
	added.ID, added.Name, added.Dir, added.GoFiles, added.Errors, added.Module = added.PkgPath, files.name, dir, files.names, nil, module
	matched := l.metadata[added.PkgPath] != nil // an import that was missing
	for key, roots := range l.listed {
		isMatch, ok := matchesNew(key, added)
		if !ok {
			return "", false, false
		}
		if isMatch && !slices.Contains(roots, added) {
			l.listed[key] = append(roots[:len(roots):len(roots)], added)
		}
		matched = matched || isMatch
	}
	if matched {
		l.metadata[added.PkgPath], l.listable[added.PkgPath] = added, true
		delete(l.exports, added.PkgPath)
	}
	return added.PkgPath, matched, true
}

// isInMainModule reports whether a directory is in a main module.
func (l *Loader) isInMainModule(dir string) bool { return l.mainModule(dir) != nil }

// mainModule returns the main module of a directory, or nil.
func (l *Loader) mainModule(dir string) *packages.Module {
	root := moduleRoot(dir)
	for _, p := range l.metadata {
		if p.Module != nil && p.Module.Main && p.Module.Dir == root {
			return p.Module
		}
	}
	return nil
}

// matchesNew reports whether the patterns of a key of Loader.listed match a package of a
// main module. It reports false for ok if only the go command knows.
func matchesNew(key string, p *packages.Package) (matches, ok bool) {
	parts := strings.Split(key, "\x00")
	base, err := filepath.Abs(parts[0])
	if err != nil {
		return false, false
	}
	for _, pattern := range parts[1:] {
		root, all := strings.CutSuffix(pattern, "...")
		isPath := strings.HasPrefix(pattern, ".") || filepath.IsAbs(filepath.FromSlash(pattern))
		switch {
		case strings.Contains(root, "...") || all && (!isPath || !strings.HasSuffix(root, "/")):
			return false, false
		case !isPath && (!strings.Contains(pattern, ".") && !strings.Contains(pattern, "/")):
			return false, false // a word for several packages, or a package of the standard library
		case !isPath:
			matches = matches || pattern == p.PkgPath
			continue
		}
		if root = filepath.FromSlash(root); !filepath.IsAbs(root) {
			root = filepath.Join(base, root)
		}
		root = filepath.Clean(root)
		matches = matches || p.Dir == root || all && isBelow(p.Dir, root) && isPattern(p.Dir, root) && moduleRoot(root) == p.Module.Dir
	}
	return matches, true
}

// isBelow reports whether a directory is below another one.
func isBelow(dir, root string) bool {
	return strings.HasPrefix(dir, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

// isPattern reports whether a pattern with dots for a root matches a directory below
// it: no directory between them is one that the go command ignores.
func isPattern(dir, root string) bool {
	for ; dir != root; dir = filepath.Dir(dir) {
		if !isSourceDir(filepath.Base(dir)) {
			return false
		}
	}
	return true
}

// isSourceDir reports whether a directory can be matched by a pattern with dots, by its
// name.
func isSourceDir(name string) bool {
	return name[0] != '.' && name[0] != '_' && name != "testdata" && name != "vendor"
}
