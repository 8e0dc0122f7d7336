package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// checks returns the calls that refuse a value that was read.
func (f *file) checks(p variable, t *model.Type, c *model.Constraints, context string) []code {
	switch t.Kind {
	case model.KindString, model.KindInt, model.KindUint, model.KindFloat:
		return f.valueChecks(p, t, c, context)
	case model.KindNumber:
		return f.numberChecks(p, t, c, context)
	case model.KindSlice:
		if isString(t.Elem) && !listsValues(c.Items) && !c.Items.IsZero() {
			return []code{f.line("%s(i, %s, %s)", f.decode("Each"), p.value, f.checkFunction(t.Elem, c.Items, context+"Item"))}
		}
	case model.KindPointer:
		if isString(t.Elem) && !listsValues(c) && !c.IsZero() {
			return []code{f.line("%s(i, %s, %s)", f.decode("Target"), p.value, f.checkFunction(t.Elem, c, context))}
		}
	}
	return nil
}

// valueChecks returns the calls for a string, an integer or a floating-point
// number, in the order of the table of keywords: slow checks are last.
func (f *file) valueChecks(p variable, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	for _, k := range keyword.WithValue(c.Keywords) {
		checks = append(checks, f.keywordChecks(p, t, k, c.Keywords[k.Name], context)...)
	}
	if values := f.values(t, c, context); t.Kind != model.KindString && values != "" {
		value := p.value
		if areWide(t, describe.Values(t, c)) {
			value = wideTypes[t.Kind] + "(" + value + ")"
		}
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode("OneOf"), value, values))
	}
	return checks
}

// keywordChecks returns the calls for a keyword: one for each check of a text that
// Describe adds, or else one.
func (f *file) keywordChecks(p variable, t *model.Type, k *keyword.Keyword, value, context string) []code {
	switch {
	case k.Call.Check:
		described := decode.Type{Rules: &decode.Rules{}}
		k.Describe(&described, k.Name, value)
		var calls []code
		for _, check := range f.checkValues(described.Rules.Checks, context) {
			calls = append(calls, f.line("%s(i, %s, %s)", f.decode(k.Call.Function), p.value, check))
		}
		return calls
	case t.Kind == model.KindFloat && k.Call.Float != "":
		return []code{f.line("%s(i, %s, %s)", f.decode(k.Call.Float), p.value, strconv.Quote(value))}
	}
	return []code{f.line("%s(i, %s, %s)", f.decode(k.Call.Function), p.valueFor(value, t), value)}
}

// numberChecks returns the calls for a number that keeps its text.
func (f *file) numberChecks(p variable, t *model.Type, c *model.Constraints, context string) []code {
	var checks []code
	text := "string(" + p.value + ")"
	if bounds := describe.Range(c.Keywords); bounds != nil {
		checks = append(checks, f.line("%s(i, %s, &%s)", f.decode("InRange"), text, f.rangeVariable(bounds, context)))
	}
	if len(c.Enum) > 0 {
		checks = append(checks, f.line("%s(i, %s, %s)", f.decode("OneOfNumber"), text, f.values(t, c, context)))
	}
	return checks
}

// rangeVariable declares the variable with the bounds of a number and returns its
// name. Equal bounds share a variable.
func (f *file) rangeVariable(bounds *decode.Range, context string) string {
	if name := f.decoding.ranges[*bounds]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(context) + "Range")
	f.decoding.ranges[*bounds] = name
	w := &literal{file: f}
	w.numberRange(bounds)
	f.declareLine(f.line("var %s = %s", name, compact(f.decode("Range"), w.items...)))
	return name
}

// checkFunction declares a function that checks one of several strings that were
// read together.
func (f *file) checkFunction(t *model.Type, c *model.Constraints, context string) string {
	function := f.names.unique("check" + upperFirst(context))
	v := f.names.local("v")
	checks := f.checks(variable{value: v}, t, c, context)
	f.declare(block(f.line("func %s(i int, v %s) int", function, f.goType(t.Go)), f.chain(checks)...))
	return function
}

// formFunction declares a function that reads a value which does not keep its
// text. It checks the text first.
func (f *file) formFunction(t *model.Type, c *model.Constraints, context string) string {
	form := &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}}
	check := f.itemFunction(form, c, context+"Text")
	function := f.names.unique("decode" + upperFirst(context))
	v := f.names.local("v")
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)),
		f.line("var text string"),
		block(f.line("if %s(d, i, &text) < 0", check), f.line("return -1")),
		f.line("return %s", f.reader(variable{address: v, value: "*" + v}, t, &model.Constraints{}, context))))
	return function
}

// valueFor returns the value in a type that can represent the bound: the number
// that the value must be a multiple of may be greater than the type allows.
func (p variable) valueFor(bound string, t *model.Type) string {
	if isWide(t, bound) {
		return wideTypes[t.Kind] + "(" + p.value + ")"
	}
	return p.value
}

// isWide reports whether the type cannot represent an integer on every machine:
// int and uint have 32 bits on some machines.
func isWide(t *model.Type, text string) bool {
	var err error
	switch t.Kind {
	case model.KindInt:
		_, err = strconv.ParseInt(text, 10, min(t.Bits, 32))
	case model.KindUint:
		_, err = strconv.ParseUint(text, 10, min(t.Bits, 32))
	}
	return err != nil
}

// values declares the variable with the allowed values and returns its name; it
// returns an empty name if all values are allowed. Values of a use take
// precedence over the constants of the type. Strings, and numbers that keep their
// text, are lists of strings; others are lists of the type.
func (f *file) values(t *model.Type, c *model.Constraints, context string) string {
	texts := describe.Values(t, c)
	if len(texts) == 0 {
		return ""
	}
	base := valuesName(t, c, context)
	switch {
	case t.Kind == model.KindString || t.Kind == model.KindNumber:
		return f.textTable(describe.Enum(t, c), base)
	case areWide(t, texts):
		return f.table(f.line(wideTypes[t.Kind]), wideTypes[t.Kind], texts, base)
	}
	return f.table(f.goType(t.Go), t.Go.String(), goTexts(texts), base)
}

// valuesName returns the first part of the name of a list of values.
func valuesName(t *model.Type, c *model.Constraints, context string) string {
	if len(c.Enum) == 0 {
		return t.Name.Local
	}
	return context
}

// wideTypes are the types for integers that int and uint cannot represent on every
// machine.
var wideTypes = map[model.Kind]string{model.KindInt: "int64", model.KindUint: "uint64"}

// areWide reports whether one of the texts is such an integer.
func areWide(t *model.Type, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return isWide(t, text) })
}

// table declares the variable with a list of literals and returns its name.
func (f *file) table(item code, itemName string, literals []string, base string) string {
	list := "{" + strings.Join(literals, ", ") + "}"
	key := itemName + list
	if name := f.decoding.values[key]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(base) + "Values")
	f.decoding.values[key] = name
	f.declareLine(f.line("var %s = []%s%s", name, item, list))
	return name
}

// textTable declares the variable with a list of strings and returns its name.
func (f *file) textTable(texts []string, base string) string {
	return f.table(f.line("string"), "", quoteAll(texts), base)
}

// goTexts returns JSON strings and numbers as Go literals.
func goTexts(texts []string) []string {
	literals := slices.Clone(texts)
	for i, text := range texts {
		if strings.HasPrefix(text, `"`) {
			literals[i] = strconv.Quote(model.Unquote(text))
		}
	}
	return literals
}
