package extract

import (
	"context"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Memory keeps the models of packages for the next call of Packages. The zero value has
// none. It must not be used concurrently.
type Memory struct {
	packages map[*load.Package]*packageExtractor
}

// Packages does what the function Packages does, but extracts only packages that the
// loader has read since the last call, and those whose models depend on more than Go
// files: packages with a registry, documents or problems.
func (m *Memory) Packages(ctx context.Context, loader *load.Loader, packages []*load.Package) ([]*model.Package, []diag.Diagnostic, error) {
	e := newExtractor(loader)
	for source, p := range m.packages {
		p.extractor = e
		e.packages[source] = p
	}
	models := make([]*model.Package, len(packages))
	diagnostics, err := e.extractAll(ctx, packages, func(i int, m *model.Package) { models[i] = m })
	m.packages = make(map[*load.Package]*packageExtractor, len(e.packages))
	for source, p := range e.packages {
		if err == nil && loader.Package(source.Path) == source && p.isComplete() {
			p.kept = true
			m.packages[source] = p
		}
	}
	return models, diagnostics, err
}

// isComplete reports whether a model depends only on the Go files of its package and of
// those that it imports, and has no problems, which the next call must report again.
func (p *packageExtractor) isComplete() bool {
	return !p.model.Refused && p.registry == nil && len(p.model.Documents) == 0
}
