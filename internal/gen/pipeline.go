package gen

import (
	"context"
	"runtime"
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
	config  *Config
	jobs    chan job
	begun   atomic.Int64
	outputs []output
	workers sync.WaitGroup
	pending sync.WaitGroup // the jobs that have not ended
}

// job is a package with the index of its output.
type job struct {
	index int
	pkg   *model.Package
	// summarizes means that the package is summarized after its file is generated, so that
	// the memory of the model can be freed.
	summarizes bool
}

// newPipeline returns a pipeline for that many packages. The caller must call wait.
func newPipeline(config *Config, packages int) *pipeline {
	p := &pipeline{config: config, jobs: make(chan job), outputs: make([]output, packages)}
	for range min(packages, runtime.GOMAXPROCS(0)) {
		p.workers.Go(p.work)
	}
	return p
}

// work generates the files of packages until wait is called.
func (p *pipeline) work() {
	for j := range p.jobs {
		p.config.phase("generating file %d of %d", p.begun.Add(1), len(p.outputs))
		p.outputs[j.index] = generate(j.pkg)
		if j.summarizes {
			j.pkg.Summarize()
		}
		p.pending.Done()
	}
}

// add generates the file of a package, whose model must not change any more.
func (p *pipeline) add(j job) {
	p.pending.Add(1)
	p.jobs <- j
}

// wait returns the outputs of all packages that were added.
func (p *pipeline) wait() []output {
	close(p.jobs)
	p.workers.Wait()
	return p.outputs
}

// generatePackages returns the outputs of the packages and of those that only a registry
// names, and the diagnostics of the source. It keeps neither the syntax nor the models of
// packages, unless a registry needs them; keepDialects means that it keeps the models
// of packages with dialects.
func generatePackages(ctx context.Context, loader *load.Loader, packages []*load.Package, config *Config, keepDialects bool) ([]output, []diag.Diagnostic, error) {
	p := newPipeline(config, len(packages))
	diagnostics, err := extract.Each(ctx, loader, packages, extract.Consumer{
		Done: func(i int, m *model.Package, needed bool) {
			p.add(job{i, m, !needed && m.Registry == nil && (!keepDialects || len(m.Dialects) == 0)})
		},
		Wait: p.pending.Wait,
	})
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

// generateEach calls generate for each package, on all processors.
func generateEach(packages []*model.Package, config *Config) []output {
	p := newPipeline(config, len(packages))
	for i, pkg := range packages {
		p.add(job{i, pkg, false})
	}
	return p.wait()
}
