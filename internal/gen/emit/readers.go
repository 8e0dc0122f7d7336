package emit

import (
	"cmp"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// variable is a variable of generated code: the expressions for its address and
// for its value.
type variable struct{ address, value string }

// slice returns the expression for an array as a slice of itself.
func (p variable) slice() string { return strings.TrimPrefix(p.address, "&") + "[:]" }

// scalars are the functions that read values of kinds without parameters. They
// are used in calls and as function values.
var scalars = map[model.Kind]string{
	model.KindString: "String", model.KindBool: "Bool", model.KindInt: "Int", model.KindUint: "Uint",
	model.KindFloat: "Float", model.KindTime: "Time", model.KindDuration: "Duration",
	model.KindBytes: "Bytes", model.KindNumber: "Number", model.KindText: "Text",
}

// read returns the calls that read a value and check it. Each call returns the
// next value of i.
func (f *file) read(p variable, t *model.Type, c *model.Constraints, context string) []code {
	switch {
	case c.Keywords.Has(keyword.Unique) && isList(t):
		return []code{f.uniqueReader(p, t, c, context)}
	case restrictsForm(t, c):
		return []code{f.line("%s(d, i, %s)", f.formFunction(t, c, context), p.address)}
	}
	if within := f.withinReader(p, t, c); within != nil {
		rest := *c
		rest.Keywords = c.Keywords.Without(keyword.Range.Min, keyword.Range.Max, keyword.Length.Min, keyword.Length.Max)
		return append([]code{within}, f.checks(p, t, &rest, context)...)
	}
	return append([]code{f.reader(p, t, c, context)}, f.checks(p, t, c, context)...)
}

// reader returns the call that reads a value. Each kind has a case.
func (f *file) reader(p variable, t *model.Type, c *model.Constraints, context string) code {
	switch t.Kind {
	case model.KindString:
		if values := f.values(t, c, context); values != "" {
			return f.line("d.Enum(i, %s, %s)", plainAddress(p.address, t), values)
		}
	case model.KindSlice:
		return f.sliceReader(p, t, c, context)
	case model.KindArray:
		return f.line("%s(d, i, %s, %s)", f.decode("Array"), p.slice(), f.item(t.Elem, c.Items, context+"Item"))
	case model.KindMap:
		return f.mapReader(p, t, c, context)
	case model.KindPointer:
		return f.pointerReader(p, t, c, context)
	case model.KindStruct:
		return f.line("%s(d, i, %s)", f.structDecoder(t, context), p.address)
	case model.KindUnion:
		return f.line("%s(d, i, %s)", f.unionDecoder(t), p.address)
	case model.KindAny:
		return f.anyReader(p, t)
	case model.KindJSON:
		return f.line("%s(d, i, %s, &%s, %s)", f.decode("WithSchema"), p.address, f.declaredSchema(t, context), f.declaredItem(t, context))
	}
	return f.scalarReader(p, t)
}

// scalarReader returns the call that reads a value of a kind without parameters.
func (f *file) scalarReader(p variable, t *model.Type) code {
	if predeclared(t) != "" {
		return f.line("d."+scalars[t.Kind]+"(i, %s)", plainAddress(p.address, t))
	}
	return f.line("%s(d, i, %s)", f.decode(scalars[t.Kind]), p.address)
}

// predeclared returns the name of the predeclared type for which the decoder has
// methods, if plainAddress returns a pointer to it. It returns an empty name for other types.
func predeclared(t *model.Type) string {
	switch {
	case t.Kind == model.KindString, t.Kind == model.KindBool:
		return scalars[t.Kind]
	case t.Name == nil && (t.Go.String() == "int" || t.Go.String() == "float64"):
		return scalars[t.Kind]
	}
	return ""
}

// withinReader returns the call that reads a string or a number and checks its
// bounds. That is less code than a call and checks. It returns nil if there are none
// that such a call can check.
func (f *file) withinReader(p variable, t *model.Type, c *model.Constraints) code {
	switch t.Kind {
	case model.KindString:
		longest := c.Keywords[keyword.Length.Max]
		if longest == "" || len(describe.Values(t, c)) > 0 {
			return nil
		}
		return f.line("%s(d, i, %s, %s, %s)", f.decode("StringWithin"), plainAddress(p.address, t), cmp.Or(c.Keywords[keyword.Length.Min], "0"), longest)
	case model.KindInt, model.KindUint, model.KindFloat:
		return f.rangeReader(p, t, c)
	}
	return nil
}

// rangeReader returns the call that reads a number and checks its minimum, its maximum,
// or both. It returns nil if there are none, or if the type cannot represent one of
// them on every machine.
func (f *file) rangeReader(p variable, t *model.Type, c *model.Constraints) code {
	low, high := c.Keywords[keyword.Range.Min], c.Keywords[keyword.Range.Max]
	for _, bound := range []string{low, high} {
		if bound != "" && p.valueFor(bound, t) != p.value {
			return nil
		}
	}
	scalar, plain := scalars[t.Kind], predeclared(t)
	switch {
	case low != "" && high == "" && plain == "Int":
		return f.line("d.IntWithin(i, %s, %s, %s)", p.address, low, f.decode("Unbounded"))
	case low != "" && high != "" && plain != "":
		return f.line("d."+scalar+"Within(i, %s, %s, %s)", p.address, low, high)
	case low != "" && high != "":
		return f.line("%s(d, i, %s, %s, %s)", f.decode(scalar+"Within"), p.address, low, high)
	case low != "":
		return f.line("%s(%s, %s, %s)", f.decode("AtLeast"), f.scalarReader(p, t), p.address, low)
	case high != "":
		return f.line("%s(%s, %s, %s)", f.decode("AtMost"), f.scalarReader(p, t), p.address, high)
	}
	return nil
}

// plainAddress returns the address of a string or boolean as a pointer to the
// predeclared type: the compiler instantiates generic functions for each named type.
func plainAddress(address string, t *model.Type) string {
	if t.Name != nil && (t.Kind == model.KindString || t.Kind == model.KindBool) {
		return "(*" + basics(t)[0] + ")(" + address + ")"
	}
	return address
}

// sliceReader returns the call that reads a slice.
func (f *file) sliceReader(p variable, t *model.Type, c *model.Constraints, context string) code {
	fewest, most := f.line("%s", cmp.Or(c.Keywords[keyword.Items.Min], "0")), f.decode("Unbounded")
	if limit := c.Keywords[keyword.Items.Max]; limit != "" {
		most = f.line("%s", limit)
	}
	if isString(t.Elem) && !listsValues(c.Items) {
		address := p.address
		if t.Name != nil {
			address = "(*[]string)(" + address + ")"
		}
		return f.line("%s(d, i, %s, %s, %s)", f.decode("Strings"), address, fewest, most)
	}
	return f.line("%s(d, i, %s, %s, %s, %s)", f.decode("Slice"), p.address, fewest, most, f.item(t.Elem, c.Items, context+"Item"))
}

// uniqueReader returns the call that reads a list by a function and compares the
// items.
func (f *file) uniqueReader(p variable, t *model.Type, c *model.Constraints, context string) code {
	list := *c
	list.Keywords = c.Keywords.Without(keyword.Unique)
	return f.line("%s(d, i, %s, %s)", f.decode("Unique"), p.address, f.itemFunction(t, &list, context+"List"))
}

// pointerReader returns the call that reads the target of a pointer.
func (f *file) pointerReader(p variable, t *model.Type, c *model.Constraints, context string) code {
	switch {
	case isString(t.Elem) && !listsValues(c):
		return f.line("%s(d, i, %s)", f.decode("StringPointer"), p.address)
	case t.Elem.Kind == model.KindBool && t.Elem.Name == nil:
		return f.line("%s(d, i, %s)", f.decode("BoolPointer"), p.address)
	case describe.TakesNull(t.Elem):
		return f.line("%s(d, i, %s)", f.nullFunction(t, c, context), p.address)
	}
	return f.line("%s(d, i, %s, %s)", f.decode("Pointer"), p.address, f.item(t.Elem, c, context))
}

// nullFunction declares the function that reads a pointer to a type that accepts
// null. As in encoding/json, null is a nil pointer.
func (f *file) nullFunction(t *model.Type, c *model.Constraints, context string) string {
	function := f.names.unique("decode" + upperFirst(context))
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)),
		f.line("end := %s(d, i, v, %s)", f.decode("Pointer"), f.item(t.Elem, c, context)),
		block(f.line("if end >= 0 && d.Null(i) >= 0"), f.line("*v = nil")),
		f.line("return end")))
	return function
}

// anyReader returns the call that reads any JSON value.
func (f *file) anyReader(p variable, t *model.Type) code {
	switch {
	case t.Raw:
		return f.line("%s(d, i, %s)", f.decode("Raw"), p.address)
	case t.Name != nil: // a named interface
		return f.line("%s(d, i, (*any)(%s))", f.decode("Any"), p.address)
	}
	return f.line("%s(d, i, %s)", f.decode("Any"), p.address)
}

// isString reports whether the type is string itself.
func isString(t *model.Type) bool { return t.Kind == model.KindString && t.Name == nil }

func isList(t *model.Type) bool { return t.Kind == model.KindSlice || t.Kind == model.KindArray }

// listsValues reports whether the constraints list values, which the reader looks
// up. Other constraints are checked after the text is read.
func listsValues(c *model.Constraints) bool { return c != nil && len(c.Enum) > 0 }

// orNone returns the constraints, or empty ones for nil.
func orNone(c *model.Constraints) *model.Constraints {
	if c == nil {
		return &model.Constraints{}
	}
	return c
}

// restrictsForm reports whether constraints are about the text of a value that
// does not keep its text.
func restrictsForm(t *model.Type, c *model.Constraints) bool {
	switch t.Kind {
	case model.KindText, model.KindTime, model.KindDuration, model.KindBytes:
		return !c.IsZero()
	}
	return false
}
