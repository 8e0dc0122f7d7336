package emit

import (
	"cmp"
	"fmt"

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
	key, base := "", context
	if c.IsZero() {
		key, base = identity(t), cmp.Or(words(t), context)
	}
	if function := f.decoding.items[key]; function != "" {
		return function
	}
	function := f.names.unique("decode" + upperFirst(base))
	if key != "" {
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

// identity returns a key for types. Types with the same Go type have the same
// key, unless directives distinguish them.
func identity(t *model.Type) string {
	switch {
	case t.Name != nil, t.Kind == model.KindStruct, t.Kind == model.KindJSON:
		return fmt.Sprintf("%p", t)
	case t.Elem == nil, t.Kind == model.KindBytes:
		return t.Go.String()
	case t.Kind == model.KindMap:
		return "map[" + identity(t.Key) + "]" + identity(t.Elem)
	}
	return fmt.Sprintf("%d(%d)", t.Kind, t.Length) + identity(t.Elem)
}
