package extract

import (
	"go/types"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// hasFiniteInstances refuses a package if it or a package that it imports from
// source declares a generic type with an instantiation cycle. Such a type has
// infinitely many instances, so that a conversion of its fields would not end. The
// compiler refuses it too, but the type checker reports it only if there are no
// other errors.
func (e *extractor) hasFiniteInstances(source *load.Package) bool {
	finite := true
	e.visitImports(source, func(s *load.Package) bool {
		declared, known := e.finite[s]
		if !known {
			declared = e.declaresFinite(s)
			e.finite[s] = declared
		}
		finite = finite && declared
		return false
	})
	return finite
}

// declaresFinite reports the generic types of a package with an instantiation cycle. It
// reports true if there are none.
func (e *extractor) declaresFinite(s *load.Package) bool {
	finite := true
	for _, name := range s.Types.Scope().Names() {
		object, ok := s.Types.Scope().Lookup(name).(*types.TypeName)
		if ok && !object.IsAlias() && !e.reportCycle(object) {
			finite = false
		}
	}
	return finite
}

// reportCycle reports a generic type with an instantiation cycle. It reports false
// if there is one.
func (e *extractor) reportCycle(object *types.TypeName) bool {
	named, ok := object.Type().(*types.Named)
	if !ok || named.TypeParams().Len() == 0 {
		return true
	}
	g := instanceGraph{visited: make(map[*types.Named]bool)}
	g.add(named)
	reference := g.growingReference(named)
	if reference == nil {
		return true
	}
	written := types.TypeString(reference, types.RelativeTo(object.Pkg()))
	e.report(diagnostic(diag.TypeError, e.nameSpan(object), "type %s: instantiation cycle: it refers to %s, whose instances refer to larger and larger instances of %s", object.Name(), written, object.Name()).
		withFix("refer to it with the same type arguments, or with types that do not contain its type parameters"))
	return false
}

// visitImports calls visit for a package and the packages that it imports and that
// are loaded from source, until visit returns true. It reports whether visit did.
func (e *extractor) visitImports(source *load.Package, visit func(*load.Package) bool) bool {
	seen := make(map[*load.Package]bool)
	var walk func(*load.Package) bool
	walk = func(s *load.Package) bool {
		if s == nil || seen[s] {
			return false
		}
		imports, checked := s.Imports()
		seen[s] = true
		return checked && (visit(s) || slices.ContainsFunc(imports, func(path string) bool { return walk(e.loader.Package(path)) }))
	}
	return walk(source)
}

// instanceGraph has the type parameters of generic types as nodes. An edge leads
// from a parameter to the parameter of another type, or of the same type, that is
// instantiated with an argument that contains the first parameter.
type instanceGraph struct {
	visited map[*types.Named]bool
	edges   []instanceEdge
}

type instanceEdge struct {
	from, to *types.TypeParam
	// grows means that the argument contains more than the parameter.
	grows bool
	// reference is the instance.
	reference *types.Named
}

// add adds the edges of a generic type, and of all generic types that it refers to.
func (g *instanceGraph) add(generic *types.Named) {
	if g.visited[generic] {
		return
	}
	g.visited[generic] = true
	visitParts(generic.Underlying(), func(t types.Type) {
		instance, ok := t.(*types.Named)
		if !ok || instance.TypeArgs().Len() == 0 {
			return
		}
		origin := instance.Origin()
		for i := range instance.TypeArgs().Len() {
			argument := types.Unalias(instance.TypeArgs().At(i))
			visitParts(argument, func(part types.Type) {
				if parameter, ok := part.(*types.TypeParam); ok {
					g.edges = append(g.edges, instanceEdge{parameter, origin.TypeParams().At(i), part != argument, instance})
				}
			})
		}
		g.add(origin)
	})
}

// growingReference returns a reference of the generic type that leads back to the type with
// a larger argument, or nil.
func (g *instanceGraph) growingReference(generic *types.Named) *types.Named {
	for start := range generic.TypeParams().TypeParams() {
		for _, first := range g.edges {
			if first.from != start {
				continue
			}
			for _, e := range g.edges {
				if e.grows && (e == first || g.leads(first.to, e.from)) && g.leads(e.to, start) {
					return first.reference
				}
			}
		}
	}
	return nil
}

// leads reports whether there is a path, which may be empty, between two
// parameters.
func (g *instanceGraph) leads(from, to *types.TypeParam) bool {
	reached := []*types.TypeParam{from}
	for i := 0; i < len(reached); i++ {
		for _, e := range g.edges {
			if e.from == reached[i] && !slices.Contains(reached, e.to) {
				reached = append(reached, e.to)
			}
		}
	}
	return slices.Contains(reached, to)
}

// visitParts calls visit for a type and the types that it is written with. It does
// not enter the declarations of defined types.
func visitParts(t types.Type, visit func(types.Type)) {
	t = types.Unalias(t)
	visit(t)
	tuple := func(vars *types.Tuple) {
		for v := range vars.Variables() {
			visitParts(v.Type(), visit)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		for argument := range t.TypeArgs().Types() {
			visitParts(argument, visit)
		}
	case *types.Map:
		visitParts(t.Key(), visit)
		visitParts(t.Elem(), visit)
	case interface{ Elem() types.Type }: // a pointer, slice, array or channel
		visitParts(t.Elem(), visit)
	case *types.Struct:
		for field := range t.Fields() {
			visitParts(field.Type(), visit)
		}
	case *types.Signature:
		tuple(t.Params())
		tuple(t.Results())
	case *types.Interface:
		for method := range t.ExplicitMethods() {
			visitParts(method.Type(), visit)
		}
		for embedded := range t.EmbeddedTypes() {
			visitParts(embedded, visit)
		}
	}
}
