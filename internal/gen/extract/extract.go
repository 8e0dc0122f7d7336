package extract

import (
	"context"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// Packages returns the models of the packages, in their order, including those
// without tools and registry, and all diagnostics, sorted. Tools with problems
// are omitted. The loader must be the one that loaded the packages; it also loads
// the packages of a registry.
//
// An error means that the go command could not run.
func Packages(ctx context.Context, loader *load.Loader, packages []*load.Package) ([]*model.Package, []diag.Diagnostic, error) {
	models := make([]*model.Package, len(packages))
	diagnostics, err := newExtractor(loader).extractAll(ctx, packages, func(i int, m *model.Package) { models[i] = m })
	if err != nil {
		return nil, nil, err
	}
	return models, diagnostics, nil
}

// One returns the model of one package without its registry, and the diagnostics of
// the package, sorted. It does not run the go command. The loader must be the one that
// has the package.
func One(loader *load.Loader, source *load.Package) (*model.Package, []diag.Diagnostic) {
	e := newExtractor(loader)
	m := e.extract(source).model
	return m, diag.Sorted(e.diagnostics)
}

// newExtractor returns an extractor that has extracted nothing.
func newExtractor(loader *load.Loader) *extractor {
	return &extractor{
		loader:       loader,
		declarations: make(map[*ast.File]*declarations),
		annotated:    make(map[*ast.File]fileDirectives),
		packages:     make(map[*load.Package]*packageExtractor),
		roots:        make(map[string]string),
		positions:    positions{fset: loader.Fset},
		fields:       make(map[*types.Var]*fieldSource),
		types:        make(map[types.Object]annotations.Set),
		finite:       make(map[*load.Package]bool),
		constants:    make(map[*types.Package]map[*types.TypeName][]*types.Const),
		groups:       make(map[*load.Package]map[*types.TypeName][]*ast.GenDecl),
	}
}

// extractor is a run over several packages.
type extractor struct {
	loader       *load.Loader
	diagnostics  []diag.Diagnostic
	declarations map[*ast.File]*declarations
	annotated    map[*ast.File]fileDirectives
	packages     map[*load.Package]*packageExtractor
	roots        map[string]string                                     // the roots of modules, by the directories in them
	constants    map[*types.Package]map[*types.TypeName][]*types.Const // the results of typedConstants
	groups       map[*load.Package]map[*types.TypeName][]*ast.GenDecl  // the results of constantGroups
	finite       map[*load.Package]bool                                // whether packages declare types without an instantiation cycle
	consumer     *Consumer                                             // see Each; nil if the extractor keeps everything
	identity     typeutil.Map                                          // maps types to one of the identical types
	positions    positions
	fields       map[*types.Var]*fieldSource      // used by the package that is extracted
	types        map[types.Object]annotations.Set // the directives of types used by this package
}

// canonical returns one of the types that are identical to t, always the same.
func (e *extractor) canonical(t types.Type) types.Type {
	if known, ok := e.identity.At(t).(types.Type); ok {
		return known
	}
	e.identity.Set(t, t)
	return t
}

// packageExtractor creates the model of one package.
type packageExtractor struct {
	*extractor
	source *load.Package
	model  *model.Package
	kept   bool // an earlier extractor created the complete model

	named  typeutil.Map // from *types.Named to *namedType
	open   typeutil.Map // the same for types whose constants are not an enum
	opened map[*model.Type]bool
	// written are the results of goType.
	written map[types.Type]writtenType
	reached []*namedType    // the same, in the order of their first use
	locals  map[string]bool // TypeName.Local of all types
	// addressed are the types that encoding/json writes with a method of their
	// pointer.
	addressed map[*model.Type]bool
	// plainKeys are the types whose keys encoding/json writes without a method.
	plainKeys map[*model.Type]bool
	// near are the types that this module declares.
	near        map[*model.Type]bool
	unions      map[*model.Type]*union
	typeSchemas map[string]*typeSchema // by import path, dot and name
	// refusals are the reasons why opaque types cannot be arguments.
	refusals map[*model.Type]refusal
	// foreignFields are the fields in declarations of other modules.
	foreignFields map[*model.Field]bool
	// unchecked are the problems of rules that nothing checks, which matter for
	// arguments.
	unchecked map[*model.Field][]problem
	// unread are the problems of keys of other libraries, which matter for arguments.
	unread map[*model.Field][]problem

	excluded      []*ast.File // the files that this build excludes; see scope
	defaults      defaults
	functionNames []annotations.Value // the values of //tool:defaults
	registry      *annotations.ParsedDirective
	wired         []*load.Package // the packages that the patterns of the registry match
	bare          bool            // no function has //tool:register
	hasAnchors    bool            // a field has an anchor
	isCyclic      bool            // a type contains itself
	infinite      bool            // see hasFiniteInstances; only the first package that has the type reports it
	unknown       []use           // uses of invalid types
}

// extract creates the model of a package, once.
func (e *extractor) extract(source *load.Package) *packageExtractor {
	if known := e.packages[source]; known != nil {
		return known
	}
	e.loader.Check(source)
	p := &packageExtractor{
		extractor:     e,
		source:        source,
		model:         &model.Package{Path: source.Path, Name: source.Name, Dir: source.Dir, Foreign: source.Foreign, Imports: make(map[string]string)},
		locals:        make(map[string]bool),
		addressed:     make(map[*model.Type]bool),
		plainKeys:     make(map[*model.Type]bool),
		near:          make(map[*model.Type]bool),
		opened:        make(map[*model.Type]bool),
		unions:        make(map[*model.Type]*union),
		typeSchemas:   make(map[string]*typeSchema),
		foreignFields: make(map[*model.Field]bool),
		refusals:      make(map[*model.Type]refusal),
		unchecked:     make(map[*model.Field][]problem),
		unread:        make(map[*model.Field][]problem),
		written:       make(map[types.Type]writtenType),
	}
	e.packages[source] = p
	problems := len(e.diagnostics)
	p.extractTools()
	p.model.Refused = len(source.SyntaxErrors()) > 0 || p.infinite || len(e.diagnostics) > problems
	clear(e.fields)
	clear(e.types)
	return p
}

// extractTools sets the parts of the model except for the registry.
func (p *packageExtractor) extractTools() {
	p.packageDirectives()
	if !p.hasFiniteInstances(p.source) {
		p.infinite = true
		return
	}
	functions := p.registeredFunctions()
	p.bare = len(functions) == 0
	p.scope(len(functions) > 0 || p.registry != nil)
	for _, f := range functions {
		if t := p.tool(f); t != nil {
			p.model.Tools = append(p.model.Tools, t)
		}
	}
	p.duplicates(p.model.Tools)
	p.nameFunctions()
	p.excluded = nil
	for _, t := range p.reached {
		if !t.refused {
			p.model.Types = append(p.model.Types, t.model)
		}
	}
	p.isCyclic = slices.ContainsFunc(p.reached, cycleSearch{}.reaches)
	if p.isCyclic {
		markRecursive(p.model.Types)
	}
	p.reportUninhabited()
	p.reportUnusedTypes()
	p.reportInvalid()
	p.reportBroken()
	p.reportExcluded()
}
