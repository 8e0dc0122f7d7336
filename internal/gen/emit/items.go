package emit

import (
	"cmp"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// item returns the function that reads an item, a value of a map, or the target
// of a pointer.
func (f *file) item(t *model.Type, c *model.Constraints, context string) code {
	switch scalar := scalars[t.Kind]; {
	case t.Kind == model.KindStruct:
		return f.line("%s", f.structDecoder(t, context))
	case t.Kind == model.KindUnion:
		return f.line("%s", f.unionDecoder(t))
	case t.Kind == model.KindText && c.IsZero():
		return f.line("%s[%s]", f.decode(scalar), f.goType(t.Go))
	case t.Name == nil && predeclared(t) != "" && c.IsZero():
		return f.line("(*%s).%s", f.decode("D"), scalar)
	case scalar != "" && c.IsZero() && t.Enum == nil:
		return f.decode(scalar)
	case t.Kind == model.KindAny && t.Raw:
		return f.decode("Raw")
	case t.Kind == model.KindAny && t.Name == nil:
		return f.decode("Any")
	}
	return f.line("%s", f.itemFunction(t, c, context))
}

// itemFunction declares such a function. All uses of a type without constraints
// share it.
func (f *file) itemFunction(t *model.Type, c *model.Constraints, context string) string {
	key, base := 0, context
	if c.IsZero() {
		key, base = f.decoding.identity(t), cmp.Or(words(t), context)
	}
	if function := f.decoding.items[key]; function != "" {
		return function
	}
	function := f.names.unique("decode" + upperFirst(base))
	if key != 0 {
		f.decoding.items[key] = function
	}
	v := f.names.local("v")
	f.declareReader(function, t, f.read(variable{address: v, value: "*" + v}, t, orNone(c), base))
	return function
}

// declareReader declares a function that reads a value into v. Each call returns
// the next value of i.
func (f *file) declareReader(function string, t *model.Type, calls []code) {
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)), f.chain(calls)...))
}

// chain returns statements that assign the result of each call to i, and return
// the result of the last call.
func (f *file) chain(calls []code) []code {
	body := make([]code, len(calls))
	for n, call := range calls {
		body[n] = f.line("i = %s", call)
	}
	body[len(calls)-1] = f.line("return %s", calls[len(calls)-1])
	return body
}

// typeKey identifies types that one function can read: those with the same Go type,
// unless directives distinguish them.
type typeKey struct {
	declared  *model.Type // the type itself, if directives can distinguish it
	goType    string      // of a type without elements
	kind      model.Kind
	length    int
	key, elem int // the identities of the parts
}

// identity returns a number that is equal for types that one function can read.
func (d *decoderNames) identity(t *model.Type) int {
	var key typeKey
	switch {
	case t.Name != nil, t.Kind == model.KindStruct, t.Kind == model.KindJSON:
		key.declared = t
	case t.Elem == nil, t.Kind == model.KindBytes:
		key.goType = t.Go.String()
	case t.Kind == model.KindMap:
		key = typeKey{kind: t.Kind, key: d.identity(t.Key), elem: d.identity(t.Elem)}
	default:
		key = typeKey{kind: t.Kind, length: t.Length, elem: d.identity(t.Elem)}
	}
	if d.identities[key] == 0 {
		d.identities[key] = len(d.identities) + 1
	}
	return d.identities[key]
}
