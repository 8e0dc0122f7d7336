package extract

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
)

// typedGroups reports groups of constants of which only the first has the type:
//
//	const (
//		Fast Mode = "fast"
//		Slow      = "slow" // an untyped constant, which is not a value of Mode
//	)
//
// It reports false if there is one.
func (p *packageExtractor) typedGroups(named *types.Named) bool {
	source := p.loader.Package(named.Obj().Pkg().Path())
	if source == nil || !p.isOwn(named.Obj()) {
		return true
	}
	fit := true
	for _, group := range p.constantGroups(source)[named.Obj()] {
		if !p.hasTypedRest(group, source, named) {
			fit = false
		}
	}
	return fit
}

// constantGroups returns the groups of several constants of a package whose first constant is
// declared with a defined type, by the names of the types.
func (e *extractor) constantGroups(source *load.Package) map[*types.TypeName][]*ast.GenDecl {
	if known := e.groups[source]; known != nil {
		return known
	}
	groups := make(map[*types.TypeName][]*ast.GenDecl)
	for _, file := range source.Files {
		for _, decl := range file.Decls {
			group, isGroup := decl.(*ast.GenDecl)
			if !isGroup || group.Tok != token.CONST || len(group.Specs) < 2 {
				continue
			}
			first, isValue := group.Specs[0].(*ast.ValueSpec)
			if !isValue || first.Type == nil || source.Info.Defs[first.Names[0]] == nil {
				continue
			}
			if named, ok := types.Unalias(source.Info.Defs[first.Names[0]].Type()).(*types.Named); ok {
				groups[named.Obj()] = append(groups[named.Obj()], group)
			}
		}
	}
	e.groups[source] = groups
	return groups
}

// hasTypedRest reports whether one of constantGroups is not a group of which only the first
// constant has the type.
func (p *packageExtractor) hasTypedRest(group *ast.GenDecl, source *load.Package, named *types.Named) bool {
	first := group.Specs[0].(*ast.ValueSpec)
	if !types.Identical(source.Info.Defs[first.Names[0]].Type(), named) {
		return true
	}
	kind := constantKind(source, first)
	for _, spec := range group.Specs[1:] {
		value := spec.(*ast.ValueSpec)
		if value.Type != nil || len(value.Values) == 0 || !isUntyped(source.Info.Defs[value.Names[0]]) || constantKind(source, value) != kind {
			return true
		}
	}
	second := group.Specs[1].(*ast.ValueSpec).Names[0]
	d := diagnostic(diag.UntypedConstant, p.nameSpan(source.Info.Defs[second]), "the constant %s has no type, so that it is not a value of %s", second.Name, named.Obj().Name()).
		withRelated(p.position(first.Pos()), "only the first constant of the group has the type").
		withFix("write the type of each constant: %s %s = …", second.Name, named.Obj().Name())
	for _, spec := range group.Specs[1:] {
		names := spec.(*ast.ValueSpec).Names
		at := p.position(names[len(names)-1].End())
		d.Edits = append(d.Edits, diag.Edit{Pos: at, End: at, Text: " " + named.Obj().Name()})
	}
	p.report(d)
	return false
}

// isUntyped reports whether an object is a constant without a type.
func isUntyped(object types.Object) bool {
	if object == nil {
		return false
	}
	basic, isBasic := object.Type().(*types.Basic)
	return isBasic && basic.Info()&types.IsUntyped != 0
}

// constantKind returns the kind of the first constant of a specification.
func constantKind(source *load.Package, spec *ast.ValueSpec) constant.Kind {
	c, isConstant := source.Info.Defs[spec.Names[0]].(*types.Const)
	if !isConstant {
		return constant.Unknown
	}
	return c.Val().Kind()
}
