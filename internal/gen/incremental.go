package gen

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Incremental generates files again and again, for a program that watches the source.
// It keeps the packages in memory, so that a change of files needs the go command only
// for imports that no package had before. It must not be used concurrently.
type Incremental struct {
	config  Config
	loader  *load.Loader      // nil if everything must be read
	models  extract.Memory    // of the loader's packages
	outputs map[string]output // of the last run, by import path
	// Complete is set if the last run read everything. Changes during such a run need
	// another complete run.
	Complete bool
}

// NewIncremental returns a generator that has not read anything. It ignores
// Config.Cache.
func NewIncremental(config Config) *Incremental { return &Incremental{config: config} }

// Generate does what the function Generate does. Changed are the absolute names of the
// files and directories that were written, created, renamed or removed since the last
// call; nil means that anything can have changed.
func (i *Incremental) Generate(ctx context.Context, changed []string) ([]File, []diag.Diagnostic, error) {
	forgotten := i.refresh(ctx, changed)
	i.Complete = i.loader == nil
	if i.Complete {
		i.loader, i.models, i.outputs = newLoader(i.config), extract.Memory{}, nil
	}
	result, err := i.run(ctx, forgotten)
	if err != nil {
		i.loader = nil
		return nil, nil, err
	}
	if i.Complete {
		i.loader.Remember(goContext(ctx, i.config))
		i.loader.Prefetch(ctx, i.config.Dir)
	}
	return result.files, result.diagnostics, nil
}

// refresh makes the loader forget the packages of changed files, and returns the paths
// of the packages to generate. It removes the loader if everything must be read again.
func (i *Incremental) refresh(ctx context.Context, changed []string) (forgotten map[string]bool) {
	if i.loader == nil || changed == nil {
		i.loader = nil
		return nil
	}
	isDocument := func(name string) bool { return filepath.Ext(name) == ".md" } // read in each run
	forgotten, ok := i.loader.Refresh(ctx, i.config.Dir, slices.DeleteFunc(slices.Clone(changed), isDocument))
	if !ok {
		i.loader = nil
	}
	return forgotten
}

// run generates the files of the packages that changed, and takes the other files from
// the last run.
func (i *Incremental) run(ctx context.Context, changed map[string]bool) (*result, error) {
	packages, diagnostics, err := extractPackages(ctx, i.loader, i.config, isNoDependency, i.models.Packages)
	if err != nil {
		return nil, err
	}
	packages = withWired(packages)
	all := i.generate(packages, changed)
	refuseEqualFolds(all)
	i.outputs = make(map[string]output, len(all))
	for n := range all {
		if all[n].err != nil {
			return nil, all[n].err
		}
		i.outputs[packages[n].Path] = all[n]
		diagnostics = append(diagnostics, all[n].problems...)
	}
	files, skipped := sound(all, diagnostics)
	found := &result{files: files, diagnostics: diag.Sorted(append(diagnostics, skipped...))}
	if len(files) == 0 && len(found.diagnostics) == 0 {
		found.diagnostics = []diag.Diagnostic{noToolsDiagnostic(i.config.Patterns)}
	}
	return found, nil
}

// generate returns the outputs of the packages, in their order.
func (i *Incremental) generate(packages []*model.Package, changed map[string]bool) []output {
	all := make([]output, len(packages))
	var again []*model.Package
	for n, pkg := range packages {
		if before, ok := i.outputs[pkg.Path]; ok && isReusable(&before, pkg, changed) {
			before.pkg, all[n] = pkg, before
		} else {
			again = append(again, pkg)
		}
	}
	generated := generateEach(again, &i.config)
	for n := range all {
		if all[n].pkg == nil {
			all[n], generated = generated[0], generated[1:]
		}
	}
	return all
}

// isReusable reports whether an earlier output is that of the package now. A package
// with documents or a registry depends on more than Go files that it imports.
func isReusable(before *output, pkg *model.Package, changed map[string]bool) bool {
	complete := !pkg.Refused && !before.isRefused() && (before.file == nil || before.file.State == Fresh)
	return complete && !changed[pkg.Path] && pkg.Registry == nil && len(pkg.Documents) == 0
}

// errNoModule means that there is no main module whose directory could be watched.
var errNoModule = errors.New("there is no go.mod or go.work; run toolgen in a directory with one or below one")

// ModuleDirs returns the directories of the main modules.
func ModuleDirs(ctx context.Context, config Config) ([]string, error) {
	variables, err := goVariables(ctx, config, "GOWORK", "GOMOD")
	if err != nil {
		return nil, err
	}
	if dirs := mainModules(variables); len(dirs) > 0 {
		return dirs, nil
	}
	return nil, errNoModule
}
