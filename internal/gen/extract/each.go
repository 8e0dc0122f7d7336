package extract

import (
	"context"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Consumer takes the models that Each creates.
type Consumer struct {
	// Done is called with each model and its index as soon as the model does not change
	// any more: packages with a registry are the last ones. The consumer may then remove
	// what [model.Package.Summarize] removes, unless needed is set: a registry needs the
	// complete models.
	Done func(i int, m *model.Package, needed bool)
	// Wait returns after the consumer has stopped to use and change the models.
	Wait func()
}

// Each does what Packages does, but keeps neither the syntax nor the types of a package
// that no other imports after its model is complete.
func Each(ctx context.Context, loader *load.Loader, packages []*load.Package, consumer Consumer) ([]diag.Diagnostic, error) {
	e := newExtractor(loader)
	e.consumer = &consumer
	needed, err := e.extractRegistries(ctx, packages)
	if err != nil {
		return nil, err
	}
	return e.extractAll(ctx, packages, func(i int, m *model.Package) { consumer.Done(i, m, needed) })
}

// extractRegistries extracts the packages with a registry, and reads the packages that they
// name, because the loader cannot read packages after it has forgotten others. It reports
// whether a registry needs complete models, for the schemas of its dialects.
func (e *extractor) extractRegistries(ctx context.Context, packages []*load.Package) (needed bool, err error) {
	for _, source := range packages {
		if !source.Mentions("tool", "registry") {
			continue
		}
		p := e.extract(source)
		if p.registry == nil {
			continue
		}
		needed = needed || len(p.model.Dialects) > 0
		if _, _, err := e.loader.LoadSources(ctx, source.Dir, p.registry.Texts("pattern")...); err != nil {
			return false, err
		}
	}
	return needed, nil
}

// extractAll calls done with the model of each package, and returns the diagnostics.
func (e *extractor) extractAll(ctx context.Context, packages []*load.Package, done func(i int, m *model.Package)) ([]diag.Diagnostic, error) {
	for i, source := range packages {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := e.extract(source)
		if p.registry != nil {
			continue
		}
		if !p.kept {
			p.model.Sources = p.sources()
		}
		done(i, p.model)
		if e.consumer != nil {
			e.forget(p)
		}
	}
	if e.consumer != nil {
		e.consumer.Wait()
	}
	for i, source := range packages {
		p, problems := e.packages[source], len(e.diagnostics)
		if p.registry == nil {
			continue
		}
		if err := p.wire(ctx); err != nil {
			return nil, err
		}
		p.model.Refused = p.model.Refused || len(e.diagnostics) > problems
		p.model.Sources = p.sources()
		done(i, p.model)
	}
	return diag.Sorted(e.diagnostics), nil
}

// forget frees the memory of a package whose model is complete. It keeps what a registry
// with the package needs.
func (e *extractor) forget(p *packageExtractor) {
	for _, file := range p.source.Files {
		delete(e.declarations, file)
		delete(e.annotated, file)
	}
	e.packages[p.source] = &packageExtractor{extractor: e, source: p.source, model: p.model, bare: p.bare}
	e.identity = typeutil.Map{} // has types of the package
	delete(e.constants, p.source.Types)
	delete(e.groups, p.source)
	e.loader.Forget(p.source)
}
