package extract

import (
	"go/token"
	"go/types"
	"math"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// use is a use of a type: its position for diagnostics, and its subject.
type use struct {
	span model.Span
	// what is the subject of a message, such as "field Limit".
	what string
	// any means that //tool:any allows any JSON value.
	any bool
	// parameter means that the use is a parameter of a function, whose keywords are in
	// //tool:arg, not in a tag.
	parameter bool
	// foreign means that the use is in the declaration of another module's type.
	foreign bool
	// result means that the use is a result, which cannot have //tool:any.
	result bool
	// line is the position of a declaration of the author above which a directive can be
	// added.
	line token.Position
}

// of returns the use of a part of a type, such as its items.
func (u use) of(part string) use {
	u.what = part + " of " + u.what
	return u
}

// convert converts a type to a type of the model. It reports a type that has no
// schema, and returns nil.
func (p *packageExtractor) convert(t types.Type, at use) *model.Type {
	written := t
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return p.convertNamed(t, at)
	default:
		m := &model.Type{Span: at.span}
		if !p.fill(m, t, at) {
			return nil
		}
		var nameable bool
		if m.Go, nameable = p.goType(written); !nameable {
			if found := p.opaqueType(t, at, unnameable); found != nil {
				return found
			}
			return p.refuse(t, at, unnameable)
		}
		return m
	}
}

// basicKinds are the kinds and widths of the basic types with a JSON form.
var basicKinds = map[types.BasicKind]struct {
	kind model.Kind
	bits int
}{
	types.String:  {model.KindString, 0},
	types.Bool:    {model.KindBool, 0},
	types.Int:     {model.KindInt, 64},
	types.Int8:    {model.KindInt, 8},
	types.Int16:   {model.KindInt, 16},
	types.Int32:   {model.KindInt, 32},
	types.Int64:   {model.KindInt, 64},
	types.Uint:    {model.KindUint, 64},
	types.Uint8:   {model.KindUint, 8},
	types.Uint16:  {model.KindUint, 16},
	types.Uint32:  {model.KindUint, 32},
	types.Uint64:  {model.KindUint, 64},
	types.Float32: {model.KindFloat, 32},
	types.Float64: {model.KindFloat, 64},
}

// fill sets what follows from the structure of a type. It reports false if the
// type is refused.
func (p *packageExtractor) fill(m *model.Type, t types.Type, at use) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		basic, ok := basicKinds[u.Kind()]
		if !ok {
			return p.refuse(t, at, refusalOf(t)) != nil
		}
		m.Kind, m.Bits = basic.kind, basic.bits
		return true
	case *types.Slice:
		return p.fillSlice(m, u, at)
	case *types.Array:
		return p.fillArray(m, u, at)
	case *types.Map:
		return p.fillMap(m, u, at)
	case *types.Pointer:
		return p.fillPointer(m, t, u, at)
	case *types.Struct:
		return p.fillStruct(m, t, u, at)
	case *types.Interface:
		if u.Empty() && at.any {
			m.Kind = model.KindAny
			return true
		}
	}
	return p.refuseOr(m, t, at, refusalOf(t))
}

// refuseOr makes a type opaque, or reports that it has no schema and reports false.
func (p *packageExtractor) refuseOr(m *model.Type, t types.Type, at use, why refusal) bool {
	return p.opaque(m, t, at, why) || p.refuse(t, at, why) != nil
}

// fillSlice sets the kind and the items of a slice. It reports false if the slice
// was refused.
func (p *packageExtractor) fillSlice(m *model.Type, u *types.Slice, at use) bool {
	if isByte(u.Elem()) {
		return p.fillBytes(m, u, at)
	}
	m.Kind = model.KindSlice // set first, because the items may refer to the type
	m.Elem = p.convert(u.Elem(), at.of("the items"))
	return m.Elem != nil
}

// isByte reports whether encoding/json writes a slice of a type as base64: the
// type is a uint8 without methods for JSON or text.
func isByte(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Uint8 && !codecsOf(t).JSON()
}

// fillBytes fills in a slice that is written as base64. It sets the type of the
// items if that is a defined type, because bytes must be converted to it.
func (p *packageExtractor) fillBytes(m *model.Type, u *types.Slice, at use) bool {
	m.Kind = model.KindBytes
	named, ok := types.Unalias(u.Elem()).(*types.Named)
	if !ok {
		return true
	}
	if len(p.constantsOf(named)) > 0 && !p.isOpened(named, at) {
		return p.refuseOr(m, u, at, enumBytes)
	}
	m.Elem = p.convert(named, at.of("the items"))
	return m.Elem != nil
}

// fillArray sets the kind, the length and the items of an array. It reports false if
// the array was refused.
func (p *packageExtractor) fillArray(m *model.Type, u *types.Array, at use) bool {
	if u.Len() > math.MaxInt32 {
		return p.refuse(u, at, hugeArray) != nil
	}
	m.Kind, m.Length = model.KindArray, int(u.Len())
	m.Elem = p.convert(u.Elem(), at.of("the items"))
	return m.Elem != nil
}

// fillMap sets the kind, the keys and the values of a map. It reports false if the
// map was refused.
func (p *packageExtractor) fillMap(m *model.Type, u *types.Map, at use) bool {
	m.Kind = model.KindMap
	keys := at.of("the keys")
	keys.any = false // the directive is about the values
	m.Key, m.Elem = p.convert(u.Key(), keys), p.convert(u.Elem(), at.of("the values"))
	if m.Key == nil || m.Elem == nil {
		return false
	}
	switch m.Key.Kind {
	case model.KindString, model.KindInt, model.KindUint, model.KindText:
		return true
	}
	return p.refuse(u.Key(), keys, badKey) != nil
}

// fillPointer sets the kind and the target of a pointer. It reports false if the
// pointer was refused.
func (p *packageExtractor) fillPointer(m *model.Type, t types.Type, u *types.Pointer, at use) bool {
	_, named := types.Unalias(t).(*types.Named)
	_, double := u.Elem().Underlying().(*types.Pointer)
	if named || double {
		return p.refuseOr(m, t, at, oddPointer)
	}
	m.Kind, m.Elem = model.KindPointer, p.convert(u.Elem(), at)
	if m.Elem != nil && m.Elem.Kind == model.KindUnion {
		return p.refuse(t, at, unionPointer) != nil
	}
	return m.Elem != nil
}

// refuse reports that a type has no schema. It returns nil, for callers that
// return the converted type.
func (p *packageExtractor) refuse(t types.Type, at use, why refusal) *model.Type {
	if why.code == diag.TypeError {
		p.invalid(at)
		return nil
	}
	why = p.forForeign(why.at(at), t, at)
	if p.canBeUnion(t) {
		why.fix = unionFix
	}
	d := diagnostic(why.code, at.span, "%s: %s %s", at.what, p.display(t), why.reason).withFix("%s", why.fix)
	if why.code == diag.UndeclaredAny && !at.result {
		d = d.withLine(at.line, "//tool:any")
	}
	p.report(d)
	return nil
}
