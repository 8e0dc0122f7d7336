package emit

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// checks are the calls that refuse a value that was read.
func (f *file) checks(p place, t *model.Type, c *model.Constraints, context string) []code {
	switch t.Kind {
	case model.KindString:
		return f.textChecks(p, t, c, context)
	case model.KindInt, model.KindUint, model.KindFloat:
		return f.realChecks(p, t, c, context)
	case model.KindNumber:
		return f.numberChecks(p, t, c, context)
	case model.KindSlice:
		if isString(t.Elem) && !listsValues(c.Items) && !isFree(c.Items) {
			return []code{f.line("%s(i, %s, %s)", f.decode("Each"), p.value, f.checkFunction(t.Elem, c.Items, context+"Item"))}
		}
	case model.KindPointer:
		if isString(t.Elem) && !listsValues(c) && !isFree(c) {
			return []code{f.line("%s(i, %s, %s)", f.decode("Target"), p.value, f.checkFunction(t.Elem, c, context))}
		}
	}
	return nil
}

// textChecks are those of a string. The length is checked first: patterns take
// longer.
func (f *file) textChecks(p place, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	if c.MinLength != nil {
		checks = append(checks, f.line("%s(i, %s, %d)", f.decode("MinLength"), p.value, *c.MinLength))
	}
	if c.MaxLength != nil {
		checks = append(checks, f.line("%s(i, %s, %d)", f.decode("MaxLength"), p.value, *c.MaxLength))
	}
	for _, check := range f.conditions(t, c, context) {
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode("Meets"), p.value, check))
	}
	return checks
}

// formatOf is the name of the condition for the format of a text; empty for
// none.
func formatOf(t *model.Type, c *model.Constraints) string {
	check := schema.FormatCheck(t, c)
	if check == nil {
		return ""
	}
	return reflect.TypeOf(check).Name()
}

// conditions are the values that check a text: its pattern and its format.
func (f *file) conditions(t *model.Type, c *model.Constraints, context string) []code {
	var all []code
	if c.Pattern != "" {
		all = append(all, f.line("&%s", f.pattern(c.Pattern, context)))
	}
	if format := formatOf(t, c); format != "" {
		all = append(all, f.line("%s{}", f.decode(format)))
	}
	return all
}

// realChecks are those of an integer or a floating point number.
func (f *file) realChecks(p place, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	for _, bound := range []struct{ function, value string }{
		{"Minimum", c.Minimum}, {"Maximum", c.Maximum}, {"Above", c.ExclusiveMinimum}, {"Below", c.ExclusiveMaximum},
	} {
		if bound.value != "" {
			checks = append(checks, f.line("%s(i, %s, %s)", f.decode(bound.function), p.beside(bound.value, t), bound.value))
		}
	}
	if c.MultipleOf != "" {
		checks = append(checks, f.multiple(p, t, c.MultipleOf))
	}
	if values := f.values(t, c, context); values != "" {
		value := p.value
		if areFar(t, valueTexts(t, c)) {
			value = farTypes[t.Kind] + "(" + value + ")"
		}
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode("OneOf"), value, values))
	}
	return checks
}

// multiple refuses what is no multiple of a step. That of an integer is one.
func (f *file) multiple(p place, t *model.Type, step string) code {
	if t.Kind == model.KindFloat {
		return f.line("%s(i, %s, %s)", f.decode("MultipleFloat"), p.value, strconv.Quote(step))
	}
	return f.line("%s(i, %s, %s)", f.decode("Multiple"), p.beside(step, t), step)
}

// numberChecks are those of a number that is kept as a text.
func (f *file) numberChecks(p place, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	text := "string(" + p.value + ")"
	var bounds []code
	for _, bound := range []struct{ member, value string }{
		{"Min", c.Minimum}, {"Max", c.Maximum}, {"Above", c.ExclusiveMinimum}, {"Below", c.ExclusiveMaximum}, {"Step", c.MultipleOf},
	} {
		if bound.value != "" {
			bounds = append(bounds, f.line("%s: %s", bound.member, strconv.Quote(bound.value)))
		}
	}
	if len(bounds) > 0 {
		name := f.names.unique(lowerFirst(context) + "Range")
		f.declare(f.line("var %s = %s", name, compact(f.decode("Range"), bounds...)))
		checks = append(checks, f.line("%s(i, %s, &%s)", f.decode("InRange"), text, name))
	}
	if len(c.Enum) > 0 {
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode("OneOfNumber"), text, f.values(t, c, context)))
	}
	return checks
}

// checkFunction declares the function that checks a text which was read
// together with others.
func (f *file) checkFunction(t *model.Type, c *model.Constraints, context string) string {
	function := f.names.unique("check" + upperFirst(context))
	v := f.names.local("v")
	checks := f.checks(place{value: v}, t, c, context)
	f.declare(block(f.line("func %s(i int, v %s) int", function, f.goType(t.Go)), f.chain(checks)...))
	return function
}

// formFunction declares the function that reads a value which does not keep
// its text, after the text was checked by another.
func (f *file) formFunction(t *model.Type, c *model.Constraints, context string) string {
	form := &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}}
	ofForm := *c
	if formatOf(t, c) == "" {
		ofForm.Format = ""
	}
	check := f.itemFunction(form, &ofForm, context+"Text")
	function := f.names.unique("decode" + upperFirst(context))
	v := f.names.local("v")
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)),
		f.line("var text string"),
		block(f.line("if %s(d, i, &text) < 0", check), f.line("return -1")),
		f.line("return %s", f.reader(place{address: v, value: "*" + v}, t, &model.Constraints{}, context))))
	return function
}

// beside is the value in a type that the bound fits: a step may be longer than
// what it divides.
func (p place) beside(bound string, t *model.Type) string {
	if isFar(t, bound) {
		return farTypes[t.Kind] + "(" + p.value + ")"
	}
	return p.value
}

// isFar reports whether an integer's text is none that its type holds on every
// machine: int and uint have 32 bits on some.
func isFar(t *model.Type, text string) bool {
	var err error
	switch t.Kind {
	case model.KindInt:
		_, err = strconv.ParseInt(text, 10, min(t.Bits, 32))
	case model.KindUint:
		_, err = strconv.ParseUint(text, 10, min(t.Bits, 32))
	}
	return err != nil
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
// is, and so is a number that is kept as one; others as a value of the type.
func (f *file) values(t *model.Type, c *model.Constraints, context string) string {
	texts, base := valueTexts(t, c), context
	if len(texts) == 0 {
		return ""
	}
	if len(c.Enum) == 0 {
		base = t.Name.Local
	}
	switch {
	case t.Kind == model.KindString:
		return f.table(f.line("string"), "", goTexts(texts), base)
	case t.Kind == model.KindNumber:
		return f.table(f.line("string"), "", mapped(texts, strconv.Quote), base)
	case areFar(t, texts):
		return f.table(f.line(farTypes[t.Kind]), farTypes[t.Kind], texts, base)
	}
	return f.table(f.goType(t.Go), t.Go.String(), goTexts(texts), base)
}

// farTypes hold integers that int and uint do not on every machine.
var farTypes = map[model.Kind]string{model.KindInt: "int64", model.KindUint: "uint64"}

// areFar reports whether one of the texts is such an integer.
func areFar(t *model.Type, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return isFar(t, text) })
}

// table is the variable with a list of literals.
func (f *file) table(item code, itemName string, literals []string, base string) string {
	list := "{" + strings.Join(literals, ", ") + "}"
	key := itemName + list
	if name := f.decoding.values[key]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(base) + "Values")
	f.decoding.values[key] = name
	f.declare(f.line("var %s = []%s%s", name, item, list))
	return name
}

// valueTexts are the JSON texts of the values allowed.
func valueTexts(t *model.Type, c *model.Constraints) []string {
	if len(c.Enum) > 0 || t.Enum == nil {
		return c.Enum
	}
	var texts []string
	for _, v := range t.Enum.Values {
		texts = append(texts, v.JSON)
	}
	return texts
}

// goTexts are JSON texts of strings and numbers as Go literals.
func goTexts(texts []string) []string {
	literals := slices.Clone(texts)
	for i, text := range texts {
		var s string
		if json.Unmarshal([]byte(text), &s) == nil {
			literals[i] = strconv.Quote(s)
		}
	}
	return literals
}
