package emit

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// place is a variable to read into: how its address and its value are written.
type place struct{ address, value string }

// scalars are the readers of kinds that need no more than the variable. They
// can be handed over as functions, too.
var scalars = map[model.Kind]string{
	model.KindString: "String", model.KindBool: "Bool", model.KindInt: "Int", model.KindUint: "Uint",
	model.KindFloat: "Float", model.KindTime: "Time", model.KindDuration: "Duration",
}

// read are the calls that read a value and check it, each the next value of i.
func (f *file) read(p place, t *model.Type, c *model.Constraints, context string) []code {
	return append([]code{f.reader(p, t, c, context)}, f.checks(p, t, c, context)...)
}

// reader has one rule per kind of type.
func (f *file) reader(p place, t *model.Type, c *model.Constraints, context string) code {
	switch t.Kind {
	case model.KindString:
		if values := f.values(t, c, context); values != "" {
			return f.line("%s(d, i, %s, %s)", f.decode("Enum"), p.address, values)
		}
	case model.KindSlice:
		return f.sliceReader(p, t, c, context)
	case model.KindMap:
		return f.mapReader(p, t, c, context)
	case model.KindPointer:
		return f.pointerReader(p, t, c, context)
	case model.KindStruct:
		return f.line("%s(d, i, %s)", f.structDecoder(t, context), p.address)
	case model.KindAny:
		return f.anyReader(p, t)
	}
	return f.line("%s(d, i, %s)", f.decode(scalars[t.Kind]), p.address)
}

func (f *file) sliceReader(p place, t *model.Type, c *model.Constraints, context string) code {
	least, most := f.line("0"), f.decode("Unbounded")
	if c.MinItems != nil {
		least = f.line("%d", *c.MinItems)
	}
	if c.MaxItems != nil {
		most = f.line("%d", *c.MaxItems)
	}
	if isString(t.Elem) && !listsValues(c.Items) {
		return f.line("%s(d, i, %s, %s, %s)", f.decode("Strings"), p.address, least, most)
	}
	return f.line("%s(d, i, %s, %s, %s, %s)", f.decode("Slice"), p.address, least, most, f.item(t.Elem, c.Items, context+"Item"))
}

func (f *file) mapReader(p place, t *model.Type, c *model.Constraints, context string) code {
	reader := "Map"
	if t.Key.Kind != model.KindString {
		reader = "IntMap"
	}
	return f.line("%s(d, i, %s, %s)", f.decode(reader), p.address, f.item(t.Elem, c.Items, context+"Item"))
}

func (f *file) pointerReader(p place, t *model.Type, c *model.Constraints, context string) code {
	if isString(t.Elem) && !listsValues(c) {
		return f.line("%s(d, i, %s)", f.decode("StringPointer"), p.address)
	}
	return f.line("%s(d, i, %s, %s)", f.decode("Pointer"), p.address, f.item(t.Elem, c, context))
}

func (f *file) anyReader(p place, t *model.Type) code {
	switch {
	case t.Raw:
		return f.line("%s(d, i, %s)", f.decode("Raw"), p.address)
	case t.Name != nil: // a named interface
		return f.line("%s(d, i, (*any)(%s))", f.decode("Any"), p.address)
	}
	return f.line("%s(d, i, %s)", f.decode("Any"), p.address)
}

// isString says that the type is string itself.
func isString(t *model.Type) bool { return t.Kind == model.KindString && t.Name == nil }

// listsValues says that the constraints are a list of values, which the reader
// looks up. All others are checked once the text is read.
func listsValues(c *model.Constraints) bool { return c != nil && len(c.Enum) > 0 }

// isFree says that there are no constraints.
func isFree(c *model.Constraints) bool {
	return c == nil || c.Minimum == "" && c.Maximum == "" && c.MinLength == nil && c.MaxLength == nil &&
		c.MinItems == nil && c.MaxItems == nil && c.Pattern == "" && len(c.Enum) == 0 && c.Items == nil
}

// item is the function that reads an item, a map's value or a pointer's
// target.
func (f *file) item(t *model.Type, c *model.Constraints, context string) code {
	switch scalar := scalars[t.Kind]; {
	case t.Kind == model.KindStruct:
		return f.line("%s", f.structDecoder(t, context))
	case scalar != "" && isFree(c) && t.Enum == nil:
		return f.decode(scalar)
	case t.Kind == model.KindAny && t.Raw:
		return f.decode("Raw")
	case t.Kind == model.KindAny && t.Name == nil:
		return f.decode("Any")
	}
	return f.line("%s", f.itemFunction(t, c, context))
}

// itemFunction declares such a function. It is shared by all uses of the type
// that add no constraints.
func (f *file) itemFunction(t *model.Type, c *model.Constraints, context string) string {
	key, base := "", context
	if isFree(c) {
		key, base = t.Go.String(), cmp.Or(words(t), context)
	}
	if function := f.decoding.items[key]; function != "" {
		return function
	}
	function := f.names.unique("decode" + upperFirst(base))
	if key != "" {
		f.decoding.items[key] = function
	}
	v := f.names.local("v")
	calls := f.read(place{address: v, value: "*" + v}, t, orNone(c), base)
	body := make([]code, len(calls))
	for n, call := range calls {
		body[n] = f.line("i = %s", call)
	}
	body[len(calls)-1] = f.line("return %s", calls[len(calls)-1])
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)), body...))
	return function
}

// checks are the calls that refuse a value that was read.
func (f *file) checks(p place, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	check := func(function string, operand any) {
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode(function), p.value, fmt.Sprint(operand)))
	}
	bound := func(function, operand string) {
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode(function), p.beside(operand, t), operand))
	}
	switch t.Kind {
	case model.KindString:
		if c.MinLength != nil {
			check("MinLength", *c.MinLength)
		}
		if c.MaxLength != nil {
			check("MaxLength", *c.MaxLength)
		}
		if c.Pattern != "" {
			check("Meets", "&"+f.pattern(c.Pattern, context))
		}
	case model.KindInt, model.KindUint, model.KindFloat:
		if c.Minimum != "" {
			bound("Minimum", c.Minimum)
		}
		if c.Maximum != "" {
			bound("Maximum", c.Maximum)
		}
		if values := f.values(t, c, context); values != "" {
			check("OneOf", values)
		}
	case model.KindSlice:
		if isString(t.Elem) && !listsValues(c.Items) && !isFree(c.Items) {
			check("Each", f.checkFunction(t.Elem, c.Items, context+"Item"))
		}
	case model.KindPointer:
		if isString(t.Elem) && !listsValues(c) && !isFree(c) {
			check("Target", f.checkFunction(t.Elem, c, context))
		}
	}
	return checks
}

// checkFunction declares the function that checks a text which was read
// together with others.
func (f *file) checkFunction(t *model.Type, c *model.Constraints, context string) string {
	function := f.names.unique("check" + upperFirst(context))
	v := f.names.local("v")
	checks := f.checks(place{value: v}, t, c, context)
	body := make([]code, len(checks))
	for n, check := range checks {
		body[n] = f.line("i = %s", check)
	}
	body[len(checks)-1] = f.line("return %s", checks[len(checks)-1])
	f.declare(block(f.line("func %s(i int, %s %s) int", function, v, f.goType(t.Go)), body...))
	return function
}

// beside is the value in a type that the bound fits: int and uint have 32 bits
// on some machines.
func (p place) beside(bound string, t *model.Type) string {
	if t.Bits != 64 {
		return p.value
	}
	switch t.Kind {
	case model.KindInt:
		if _, err := strconv.ParseInt(bound, 10, 32); err != nil {
			return "int64(" + p.value + ")"
		}
	case model.KindUint:
		if _, err := strconv.ParseUint(bound, 10, 32); err != nil {
			return "uint64(" + p.value + ")"
		}
	}
	return p.value
}

// pattern is the variable of a regular expression.
func (f *file) pattern(expression, context string) string {
	if name := f.decoding.patterns[expression]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(context) + "Pattern")
	f.decoding.patterns[expression] = name
	f.declare(f.line("var %s = %s{Expr: %s}", name, f.decode("Pattern"), quote(expression)))
	return name
}

// values is the variable with the values allowed, or empty when all are: those
// that the use allows, or else those of the type. A text is compared as it
// is; a number as a value of its type.
func (f *file) values(t *model.Type, c *model.Constraints, context string) string {
	texts, base := valueTexts(t, c), context
	if len(texts) == 0 {
		return ""
	}
	if len(c.Enum) == 0 {
		base = t.Name.Local
	}
	item := f.line("string")
	if t.Kind != model.KindString {
		item = f.goType(t.Go)
	}
	list := "{" + strings.Join(goTexts(texts), ", ") + "}"
	key := t.Go.String() + list
	if t.Kind == model.KindString {
		key = list
	}
	if name := f.decoding.values[key]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(base) + "Values")
	f.decoding.values[key] = name
	f.declare(f.line("var %s = []%s%s", name, item, list))
	return name
}
