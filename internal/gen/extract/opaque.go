package extract

import (
	"cmp"
	"go/types"

	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// An opaque type is a part of a result whose JSON does not follow from its
// declaration: the schema of the result allows any value. In arguments, such a type
// is refused.

// opaque makes a type opaque, if it is a part of a result that encoding/json can
// write. It reports false otherwise. The declaration of a type of another module
// cannot be changed, so that more of its parts are opaque.
func (p *packageExtractor) opaque(m *model.Type, t types.Type, at use, why refusal) bool {
	if !at.result || !canBeOpaque(t, at, why) {
		return false
	}
	m.Schema, m.Shape, m.Elem = nil, nil, nil
	if isOpen(t) {
		m.Kind, m.Raw = model.KindAny, isRaw(t)
	} else {
		m.Kind, m.Schema = model.KindJSON, declared.Any(at.span)
	}
	p.refusals[m] = why
	return true
}

// canBeOpaque reports whether a refused type can be opaque in a result.
func canBeOpaque(t types.Type, at use, why refusal) bool {
	switch why.code {
	case diag.UndeclaredAny, diag.CustomJSON:
		return true
	case diag.NoJSONForm:
		return why == unfillable && at.foreign
	case diag.UnsupportedType:
		_, isMap := t.Underlying().(*types.Map)
		return at.foreign && why != badKey && !isMap
	}
	return why == unnameable && at.foreign
}

// opaqueType returns an opaque type without a name, or nil.
func (p *packageExtractor) opaqueType(t types.Type, at use, why refusal) *model.Type {
	m := &model.Type{Span: at.span}
	if written, nameable := p.goType(t); nameable {
		m.Go = written
	}
	if !p.opaque(m, t, at, why) {
		return nil
	}
	return m
}

// unguardedType returns an opaque type without a name for a defined type of another module
// that guards cannot name or embed. It returns nil for other types.
func (p *packageExtractor) unguardedType(named *types.Named, at use) *model.Type {
	_, nameable := p.goType(named)
	switch {
	case !nameable:
		return p.opaqueType(named, at, unnameable)
	case types.IsInterface(named) && !p.typeDirectives(named.Obj()).Has("union"):
		return p.opaqueType(named, at, openInterface)
	case isPointer(named):
		return p.opaqueType(named, at, oddPointer)
	}
	return nil
}

// isOpaque reports whether a type is opaque.
func (p *packageExtractor) isOpaque(t *model.Type) bool {
	_, found := p.refusals[t]
	return found
}

// refuseUse reports an opaque type in arguments. It reports false if there is none.
func (p *packageExtractor) refuseUse(t *model.Type, at use) bool {
	why, refused := p.refusals[t]
	if !refused || at.result {
		return false
	}
	why = why.at(at)
	if at.foreign {
		why.fix = foreignFix
	}
	if t.Name != nil && t.Name.Package != p.source.Path && why.code == diag.CustomJSON {
		why.fix = typeSchemaFix(t.Name.Package+"."+t.Name.Name, !at.foreign && !at.parameter)
	}
	d := diagnostic(why.code, at.span, "%s: %s %s", at.what, cmp.Or(p.label(t.Go), "the type"), why.reason).withFix("%s", why.fix)
	if why.code == diag.UndeclaredAny {
		d = d.withLine(at.line, "//tool:any")
	}
	p.report(d)
	return true
}
