package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// checkForeign reads foreign packages from source if the build cache is empty: to compile
// them takes many times as long as to parse and check them without the bodies of functions.
// It returns the paths of those that need export data.
func (l *Loader) checkForeign(paths []string) (left []string) {
	paths = slices.DeleteFunc(slices.Clone(paths), l.isKnown)
	sizes := l.sizes()
	if len(paths) == 0 || sizes == nil || !l.isCold() {
		return paths
	}
	r := &foreignReader{Loader: l, sizes: sizes, files: make(map[string]chan []*ast.File), begun: make(map[string]bool)}
	for _, path := range paths {
		r.parse(l.metadata[path])
	}
	for _, path := range paths {
		if _, err := r.check(l.metadata[path]); err != nil {
			left = append(left, path)
		}
	}
	r.group.Wait()
	return left
}

// sizes returns the sizes of types on the platform of the packages, or nil if the platform is
// not known. Runtime imports the package with a file for each architecture.
func (l *Loader) sizes() types.Sizes {
	listed := l.metadata["internal/goarch"]
	if listed == nil {
		return nil
	}
	for _, name := range listed.GoFiles {
		if arch, found := strings.CutPrefix(strings.TrimSuffix(filepath.Base(name), ".go"), "zgoarch_"); found {
			return types.SizesFor("gc", arch)
		}
	}
	return nil
}

// foreignReader reads foreign packages and those that they import from source.
type foreignReader struct {
	*Loader
	sizes types.Sizes
	group sync.WaitGroup
	files map[string]chan []*ast.File // of the packages that are parsed, by path; a nil slice for one that cannot be read
	begun map[string]bool             // the packages that are checked, or were
}

// parse starts to parse a package and those that it imports.
func (r *foreignReader) parse(listed *packages.Package) {
	if listed == nil || r.files[listed.PkgPath] != nil || r.own[listed.PkgPath] != nil || r.imported[listed.PkgPath] != nil {
		return
	}
	files := make(chan []*ast.File, 1)
	r.files[listed.PkgPath] = files
	r.group.Go(func() { files <- r.parseForeign(listed) })
	for _, imported := range listed.Imports {
		r.parse(imported)
	}
}

// parseForeign parses the files of a package, without comments and bodies. It returns nil
// if a file has errors, or needs C outside of the standard library.
func (r *foreignReader) parseForeign(listed *packages.Package) []*ast.File {
	var files []*ast.File
	for _, name := range listed.GoFiles {
		source, err := readSource(name)
		if err != nil {
			return nil
		}
		file, err := parser.ParseFile(r.Fset, name, source, parser.SkipObjectResolution)
		if err != nil || listed.Module != nil && slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` }) {
			return nil
		}
		emptyBodies(file)
		files = append(files, file)
	}
	return files
}

// check returns the types of a package. It checks a package only once.
func (r *foreignReader) check(listed *packages.Package) (*types.Package, error) {
	path := listed.PkgPath
	if p := r.imported[path]; p != nil && p.Complete() {
		return p, nil
	}
	if r.files[path] == nil || r.begun[path] {
		return nil, errNoSource
	}
	r.begun[path] = true
	files := <-r.files[path]
	if files == nil {
		return nil, errNoSource
	}
	config := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Sizes: r.sizes, Importer: foreignImporter{r, listed}}
	p, err := config.Check(path, r.Fset, files, nil)
	if err != nil {
		return nil, err
	}
	r.imported[path] = p
	return p, nil
}

// errNoSource means that a package cannot be read from source.
var errNoSource = errors.New("the package needs export data")

// foreignImporter implements [types.Importer] for the imports of a foreign package.
type foreignImporter struct {
	*foreignReader
	importing *packages.Package
}

// Import returns the package that the go command chooses for a path: packages of the
// standard library import copies of other modules under their usual paths.
func (i foreignImporter) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	listed := i.importing.Imports[path]
	if listed == nil {
		return nil, errNoSource
	}
	return i.check(listed)
}
