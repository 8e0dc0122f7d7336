package extract

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// enum returns the constants of a defined string or integer type, in the order of
// declaration, or nil if it has none. It reports false if one of them is refused.
//
// Exported constants are the values that a model may send; unexported ones are
// then not allowed. Only if a type has no exported constants are its unexported
// ones allowed.
func (p *packageExtractor) enum(named *types.Named, m *model.Type) (*model.Enum, bool) {
	switch m.Kind {
	case model.KindString, model.KindInt, model.KindUint:
	default:
		return nil, true
	}
	constants := p.constantsOf(named)
	if len(constants) == 0 {
		return nil, true
	}
	anyExported := slices.ContainsFunc(constants, func(c *types.Const) bool { return c.Exported() })
	e, fit := &model.Enum{}, p.typedGroups(named)
	for _, c := range constants {
		everywhere, valid := p.checkUnconstrained(c), p.checkText(c)
		fit = fit && everywhere && valid
		text := constantText(c.Val())
		e.Constants = append(e.Constants, &model.Constant{Name: c.Name(), Value: text})
		known := slices.ContainsFunc(e.Values, func(v *model.EnumValue) bool { return v.JSON == text })
		if !known && (c.Exported() || !anyExported) {
			e.Values = append(e.Values, &model.EnumValue{JSON: text, Doc: sentence(withoutLinks(p.docOf(c), c.Pkg()), c.Name()), Constant: p.constantLine(c)})
		}
	}
	return e, fit
}

// checkText refuses a constant that JSON cannot represent.
func (p *packageExtractor) checkText(c *types.Const) bool {
	if c.Val().Kind() != constant.String || utf8.ValidString(constant.StringVal(c.Val())) {
		return true
	}
	p.report(diagnostic(diag.UnfitConstant, p.nameSpan(c), "the constant %s has the value %s, which is not valid UTF-8", c.Name(), c.Val().ExactString()).
		withFix("give it another value, or another type"))
	return false
}

// constantsOf returns the constants of exactly that type in its package, by file
// and position. For packages other than the author's it returns only exported
// ones: whether others are known depends on how the package is loaded, and a
// guard cannot use them.
func (p *packageExtractor) constantsOf(named *types.Named) []*types.Const {
	own := named.Obj().Pkg() == p.source.Types
	var constants []*types.Const
	for _, c := range p.typedConstants(named.Obj().Pkg())[named.Obj()] {
		if (own || c.Exported()) && types.Identical(c.Type(), named) {
			constants = append(constants, c)
		}
	}
	return constants
}

// typedConstants returns the constants of a package that have a defined type, by the names of
// the types and in the order of file and position.
func (e *extractor) typedConstants(pkg *types.Package) map[*types.TypeName][]*types.Const {
	if known := e.constants[pkg]; known != nil {
		return known
	}
	byType := make(map[*types.TypeName][]*types.Const)
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok {
			if named, ok := types.Unalias(c.Type()).(*types.Named); ok {
				byType[named.Obj()] = append(byType[named.Obj()], c)
			}
		}
	}
	for _, constants := range byType {
		slices.SortStableFunc(constants, func(a, b *types.Const) int {
			return comparePositions(e.position(a.Pos()), e.position(b.Pos()))
		})
	}
	e.constants[pkg] = byType
	return byType
}

// comparePositions orders positions by file and offset.
func comparePositions(a, b token.Position) int {
	if a.Filename != b.Filename {
		return strings.Compare(a.Filename, b.Filename)
	}
	return a.Offset - b.Offset
}

// constantText returns a constant as a JSON text, which is also a Go literal.
func constantText(value constant.Value) string {
	if value.Kind() == constant.String {
		return model.Quote(constant.StringVal(value))
	}
	return value.ExactString()
}
