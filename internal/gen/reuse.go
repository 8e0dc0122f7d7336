package gen

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/gen/cache"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// reuse generates the files of packages whose inputs changed since an earlier run,
// and takes the other files from disk.
type reuse struct {
	config Config
	build  *buildContext
	key    cache.Hash
	began  time.Time
	entry  *cache.Entry   // of the earlier run; nil for none
	now    cache.Snapshot // the present state of the directories
}

// newReuse returns nil if the configuration has no cache, or if files that the
// cache does not know can change the result. Action is what the run does.
func newReuse(ctx context.Context, config Config, action string) *reuse {
	if config.Cache == nil {
		return nil
	}
	build := newBuildContext(ctx, config)
	if build == nil {
		return nil
	}
	r := &reuse{config: config, build: build, began: time.Now(), key: build.key(config, action)}
	r.now = cache.Scan(build.modules, FileName)
	if r.entry = config.Cache.Load(r.key); r.entry != nil {
		var others []string
		for dir := range r.entry.Dirs {
			others = append(others, dir)
		}
		r.now.Add(others, FileName, r.began)
	}
	return r
}

// changed returns the packages to generate again. It reports false if these may be
// other packages than those of the earlier run.
func (r *reuse) changed() (packages []*cache.Package, ok bool) {
	if r == nil || r.entry == nil {
		return nil, false
	}
	return r.entry.Compare(r.now)
}

// generateChanged generates the changed packages, and returns all files. It reports
// false if all packages must be generated.
func (r *reuse) generateChanged(ctx context.Context, changed []*cache.Package) (files []File, ok bool) {
	generated, found, ok := r.generateOnly(ctx, changed)
	if !ok {
		return nil, false
	}
	for i := range r.entry.Packages {
		p := &r.entry.Packages[i]
		file, exists := generated[fileName(p.Dir)]
		switch {
		case exists:
			files = append(files, file)
		case p.Generated != (cache.Hash{}) && !slices.Contains(changed, p):
			files = append(files, File{Path: fileName(p.Dir), State: Fresh, Reused: true})
		}
	}
	if len(changed) > 0 {
		r.save(found, r.entry)
	}
	return files, len(files) > 0
}

// generateOnly returns the files of packages, by their paths. It reports false if there are diagnostics
// or other packages.
func (r *reuse) generateOnly(ctx context.Context, packages []*cache.Package) (files map[string]File, found *result, ok bool) {
	if len(packages) == 0 {
		return nil, nil, true
	}
	config := r.config
	config.Patterns, config.exports = nil, r.entry.Exports
	for _, p := range packages {
		config.Patterns = append(config.Patterns, p.Path)
	}
	found, err := generateAll(ctx, config, false)
	if err != nil || len(found.diagnostics) > 0 || len(found.packages) < len(packages) || !r.knows(found.packages) {
		return nil, nil, false
	}
	files = make(map[string]File, len(found.files))
	for _, file := range found.files {
		files[file.Path] = file
	}
	return files, found, true
}

// knows reports whether the earlier run had all of the packages.
func (r *reuse) knows(packages []*model.Package) bool {
	return !slices.ContainsFunc(packages, func(pkg *model.Package) bool {
		return !slices.ContainsFunc(r.entry.Packages, func(p cache.Package) bool { return p.Path == pkg.Path })
	})
}

// save stores what a run without diagnostics depended on. Before is the entry of
// the run that generated the other packages; nil if there are none. An error of the
// cache is not one of the run: the next run generates everything.
func (r *reuse) save(result *result, before *cache.Entry) {
	if r == nil || len(result.diagnostics) > 0 {
		return
	}
	inputs := result.loader.Inputs(r.build.moduleCache)
	generated := make(map[string]cache.Hash, len(result.files))
	for _, file := range result.files {
		if file.Content != nil {
			generated[file.Path] = cache.HashOf(file.Content)
		}
	}
	sound := true
	var packages []cache.Package
	for _, pkg := range result.packages {
		paths := []string{pkg.Path}
		if pkg.Registry != nil {
			paths = append(paths, pkg.Registry.Matched...)
		}
		documents, older := cache.Files(documents(pkg), r.began)
		p := cache.Package{Path: pkg.Path, Dir: pkg.Dir, Generated: generated[fileName(pkg.Dir)], Depends: inputs.Dirs(paths...), Files: documents}
		packages, sound = append(packages, p), sound && older && r.now.Add(p.Depends, FileName, r.began)
	}
	files, older := cache.Files(inputs.ModuleFiles(r.build.workspace), r.began)
	if !sound || !older {
		return // a file may have changed while it was read
	}
	entry := &cache.Entry{Files: files, Dirs: r.now, Packages: packages, Exports: inputs.Exports()}
	if before != nil {
		entry = before.Replace(r.now, packages, entry.Exports)
	}
	_ = r.config.Cache.Save(r.key, entry)
}

// documents returns the files of //tool:doc that the generated file of a package
// depends on.
func documents(pkg *model.Package) []string {
	names := pkg.Documents
	if pkg.Registry != nil {
		for _, wired := range pkg.Registry.Packages {
			names = append(names[:len(names):len(names)], wired.Documents...)
		}
	}
	return names
}

// relative reports whether all patterns name directories, so that only changes of
// directories can change which packages match.
func relative(patterns []string) bool {
	return !slices.ContainsFunc(patterns, func(pattern string) bool {
		return !strings.HasPrefix(pattern, ".") && !os.IsPathSeparator(pattern[0])
	})
}
