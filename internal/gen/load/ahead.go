package load

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"
)

// maxAhead is about the maximum number of bytes of the sources that are read ahead.
const maxAhead = 32 << 20

// ahead reads files while the go command lists packages, and finds the export data of packages
// of the standard library that these files import. It only guesses what is needed: a file that
// the go command does not list, and export data of a package that no file imports, have
// no effect.
type ahead struct {
	loader  *Loader
	sources []*source    // that were found, with the same text as when they are read later
	size    atomic.Int64 // of the sources that were read
	stopped atomic.Bool
	readers sync.WaitGroup
	exports chan []*packages.Package // the result of the go command; nil if it was not run
	cancel  context.CancelFunc       // ends the go command
}

// readAhead starts to read the files of packages that the patterns match, if all patterns
// are directories. The caller must call stop and end.
func (l *Loader) readAhead(ctx context.Context, dir string, patterns []string) *ahead {
	ctx, cancel := context.WithCancel(ctx)
	a := &ahead{loader: l, cancel: cancel}
	absolute, err := filepath.Abs(dir)
	isPath := func(pattern string) bool { return !strings.HasPrefix(pattern, ".") }
	if err != nil || len(l.own) > 0 || slices.ContainsFunc(patterns, isPath) {
		return a
	}
	a.readers.Go(func() {
		for _, pattern := range patterns {
			root, all := strings.CutSuffix(filepath.FromSlash(pattern), "...")
			a.find(filepath.Join(absolute, root), all)
		}
		a.readAll()
		a.findExports(ctx, dir, absolute)
	})
	return a
}

// find adds the files in a directory and, if all is set, in those below it. Files with the
// name of a test or of a platform are not among them.
func (a *ahead) find(root string, all bool) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		switch {
		case a.stopped.Load():
			return filepath.SkipAll
		case err != nil:
			return nil // the go command reports it
		case entry.IsDir():
			if path != root && (!all || !isSourceDir(name) || isRegular(filepath.Join(path, "go.mod"))) {
				return filepath.SkipDir
			}
		case filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && isSourceDir(name) && matchesAll(name):
			a.sources = append(a.sources, &source{name: path})
		}
		return nil
	})
}

// readAll reads the sources on all processors except one, until stop is called.
func (a *ahead) readAll() {
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)-1) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(a.sources) && a.size.Load() < maxAhead && !a.stopped.Load(); i = int(next.Add(1)) - 1 {
				a.loader.readText(a.sources[i])
				a.size.Add(int64(len(a.sources[i].text)))
			}
		})
	}
	group.Wait()
}

// findExports starts the go command for the export data of the packages of the standard library
// that the sources import. It ignores files that the present build may exclude, because the
// go command would compile what they import.
func (a *ahead) findExports(ctx context.Context, dir, absolute string) {
	modules := modulePaths(absolute)
	paths := make(map[string]bool)
	for _, s := range a.sources {
		if bytes.Contains(s.text, []byte("//go:build")) {
			continue
		}
		for _, path := range s.imported {
			own := slices.ContainsFunc(modules, func(module string) bool { return path == module || strings.HasPrefix(path, module+"/") })
			if isStandard(path) && !own && a.loader.known[path] == "" {
				paths[path] = true
			}
		}
	}
	if len(paths) == 0 || a.stopped.Load() || a.loader.isCold() {
		return
	}
	a.exports = make(chan []*packages.Package, 1)
	go func() {
		found, _ := packages.Load(a.loader.packagesConfig(ctx, dir, exportMode), slices.Sorted(maps.Keys(paths))...)
		a.exports <- found // none if the go command fails, which it will do again
	}()
}

// modulePaths returns the paths of the main modules of a directory.
func modulePaths(dir string) (paths []string) {
	for _, root := range append(workspaceRoots(dir), moduleRoot(dir)) {
		if content, err := os.ReadFile(filepath.Join(root, "go.mod")); err == nil {
			paths = append(paths, modfile.ModulePath(content))
		}
	}
	return paths
}

// stop returns the sources that were read, by name. No more are read.
func (a *ahead) stop() map[string]*source {
	a.stopped.Store(true)
	a.readers.Wait()
	read := make(map[string]*source, len(a.sources))
	for _, s := range a.sources {
		if s.read {
			read[s.name] = s
		}
	}
	return read
}

// takeExports takes the export data of packages, if it was found. It must be called after stop.
func (a *ahead) takeExports(paths []string) {
	if a.exports == nil {
		return
	}
	for _, p := range <-a.exports {
		if slices.Contains(paths, p.PkgPath) && p.ExportFile != "" {
			a.loader.exports[p.PkgPath] = p.ExportFile
		}
	}
	a.exports = nil
}

// end ends the go command, if it runs and its result was not taken.
func (a *ahead) end() {
	a.cancel()
	if a.exports != nil {
		<-a.exports
	}
}
