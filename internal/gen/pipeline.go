package gen

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// pipeline generates the files of packages on all processors, while the models of further
// packages are extracted.
type pipeline struct {
	config *Config
	// summarizes means that the outputs have summaries of the packages, so that the
	// memory of their models can be freed.
	summarizes bool
	// keepsDialects means that it keeps the models of packages with dialects all the same.
	keepsDialects bool
	jobs          chan job
	begun         atomic.Int64
	outputs       []output
	group         sync.WaitGroup
}

// job is a package with the index of its output.
type job struct {
	index int
	pkg   *model.Package
}

// newPipeline returns a pipeline for that many packages. The caller must call wait.
func newPipeline(config *Config, packages int, summarizes, keepsDialects bool) *pipeline {
	p := &pipeline{config: config, summarizes: summarizes, keepsDialects: keepsDialects, jobs: make(chan job), outputs: make([]output, packages)}
	for range min(packages, runtime.GOMAXPROCS(0)) {
		p.group.Go(p.work)
	}
	return p
}

// work generates the files of packages until wait is called.
func (p *pipeline) work() {
	for j := range p.jobs {
		p.config.phase("generating file %d of %d", p.begun.Add(1), len(p.outputs))
		o := generate(j.pkg)
		if p.summarizes && (!p.keepsDialects || len(j.pkg.Dialects) == 0) {
			o.pkg = summary(j.pkg)
		}
		p.outputs[j.index] = o
	}
}

// add generates the file of a package, whose model must not change any more.
func (p *pipeline) add(index int, pkg *model.Package) { p.jobs <- job{index, pkg} }

// wait returns the outputs of all packages that were added.
func (p *pipeline) wait() []output {
	close(p.jobs)
	p.group.Wait()
	return p.outputs
}

// summary returns what a run needs of a package without a registry, after its file is
// generated.
func summary(pkg *model.Package) *model.Package {
	return &model.Package{
		Path: pkg.Path, Name: pkg.Name, Dir: pkg.Dir, Foreign: pkg.Foreign,
		Refused: pkg.Refused, Sources: pkg.Sources, Documents: pkg.Documents,
	}
}

// generatePackages returns the outputs of the packages and of those that only a registry
// names, and the diagnostics of the source. It keeps neither the syntax nor the models of
// packages, as long as no registry needs them; keepDialects means that it keeps the models
// of packages with dialects.
func generatePackages(ctx context.Context, loader *load.Loader, packages []*load.Package, config *Config, keepDialects bool) ([]output, []diag.Diagnostic, error) {
	forgets := !slices.ContainsFunc(packages, mayHaveRegistry)
	p := newPipeline(config, len(packages), forgets, keepDialects)
	diagnostics, err := extract.Each(ctx, loader, packages, forgets, p.add)
	all := p.wait()
	if err != nil {
		return nil, nil, err
	}
	models := make([]*model.Package, len(all))
	for i := range all {
		models[i] = all[i].pkg
	}
	wired := withWired(models)[len(models):]
	return append(all, generateEach(wired, config)...), diagnostics, nil
}

// mayHaveRegistry reports whether a comment of a package has the words of //tool:registry.
func mayHaveRegistry(p *load.Package) bool {
	for _, file := range p.Files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				if strings.Contains(comment.Text, "tool") && strings.Contains(comment.Text, "registry") {
					return true
				}
			}
		}
	}
	return false
}

// generateEach calls generate for each package, on all processors.
func generateEach(packages []*model.Package, config *Config) []output {
	p := newPipeline(config, len(packages), false, false)
	for i, pkg := range packages {
		p.add(i, pkg)
	}
	return p.wait()
}
