package emit

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// description declares the variable that describes a struct, a union, or a
// recursive type of another kind, and returns its name.
func (f *file) description(t *model.Type, context string) string {
	if name := f.decoding.descriptions[t]; name != "" {
		return name
	}
	base := baseName(t, context)
	name := f.names.unique(lowerFirst(base) + "Type")
	f.decoding.descriptions[t] = name
	if t.Recursive {
		f.declareReference(t, base, name)
	}
	f.declare(f.line("var %s = %s", name, f.describeInPlace(t, &model.Constraints{}, base, true)))
	return name
}

// declareReference declares the variable that leads back to a description,
// through the method of a type: Go does not allow the address of a variable in
// its own initial value.
func (f *file) declareReference(t *model.Type, base, description string) {
	target := f.names.unique(lowerFirst(base) + "Target")
	name := f.names.unique(lowerFirst(base) + "Reference")
	f.decoding.references[t] = name
	f.declare(
		f.line("type %s struct{}", target),
		block(f.line("func (%s) Type() *%s", target, f.decode("Type")), f.line("return &%s", description)),
		f.line("var %s = %s{Kind: %s, Rules: &%s{Reference: %s{}}}", name, f.decode("Type"), f.decode("KindReference"), f.decode("Rules"), target),
	)
}

// describe is an expression for the address of a type's description.
func (f *file) describe(t *model.Type, c *model.Constraints, context string) code {
	switch {
	case t.Kind == model.KindPointer:
		return f.describe(t.Elem, c, context)
	case t.Recursive && t.Name != nil && isFree(c):
		f.description(t, context)
		return f.line("&%s", f.decoding.references[t])
	case t.Kind == model.KindStruct:
		f.structDecoder(t, context)
		return f.line("&%s", f.description(t, context))
	case t.Kind == model.KindUnion:
		f.unionDecoder(t)
		return f.line("&%s", f.description(t, context))
	}
	key := describing(t, c)
	if name := f.decoding.shared[key]; name != "" {
		return f.line("&%s", name)
	}
	if f.decoding.uses[key] < 2 && (!isFree(c) || form(t) == "") {
		return f.line("&%s", f.describeInPlace(t, c, context, false))
	}
	base := cmp.Or(limitedForm(t, c), context)
	name := f.names.unique(lowerFirst(base) + "Type")
	f.decoding.shared[key] = name
	f.declare(f.line("var %s = %s", name, f.describeInPlace(t, c, base, false)))
	return f.line("&%s", name)
}

// kindNames are the names of the runtime's kinds.
var kindNames = map[model.Kind]string{
	model.KindString: "KindString", model.KindBool: "KindBool", model.KindInt: "KindInt", model.KindUint: "KindUint",
	model.KindFloat: "KindFloat", model.KindSlice: "KindSlice", model.KindMap: "KindMap", model.KindStruct: "KindStruct",
	model.KindTime: "KindTime", model.KindDuration: "KindDuration", model.KindAny: "KindAny",
	model.KindArray: "KindSlice", model.KindBytes: "KindBytes", model.KindNumber: "KindNumber", model.KindText: "KindText",
	model.KindJSON: "KindJSON", model.KindUnion: "KindUnion",
}

// describeInPlace is the literal of a description.
func (f *file) describeInPlace(t *model.Type, c *model.Constraints, context string, multi bool) code {
	w := &literal{file: f}
	w.member("Kind", f.decode(kindNames[t.Kind]))
	if t.Bits != 64 { // which zero means
		w.number("Bits", t.Bits)
	}
	w.flag("Unique", c.UniqueItems)
	w.flag("Lists", t.Kind == model.KindMap && f.inverses.ListsForMaps)
	switch t.Kind {
	case model.KindStruct:
		w.fields(t, context)
	case model.KindSlice, model.KindMap, model.KindArray:
		w.member("Elem", f.describe(t.Elem, orNone(c.Items), context+"Item"))
	}
	w.text("Limits", schema.Limits(t, c))
	w.rules(t, c, context)
	if multi {
		return composite(f.decode("Type"), w.items...)
	}
	return compact(f.decode("Type"), w.items...)
}

// fields are the properties of a struct.
func (l *literal) fields(of *model.Type, context string) {
	if len(of.Fields) == 0 {
		return
	}
	var fields []code
	for _, field := range of.Fields {
		w := &literal{file: l.file}
		w.member("Key", l.line("%s", quote(`"`+field.Name+`":`)))
		w.member("Type", l.describe(field.Type, &field.Constraints, context+upperFirst(camel(field.Name))))
		w.flag("Required", field.Required)
		w.flag("Nullable", l.nullable(field))
		fields = append(fields, compact(l.line(""), w.items...))
	}
	l.items = append(l.items, composite(l.line("Fields: []%s", l.decode("Field")), fields...))
}

// rules are what few types have.
func (l *literal) rules(of *model.Type, c *model.Constraints, context string) {
	l.group("Rules", "Rules", func(g *literal) {
		if of.Kind == model.KindMap {
			g.mapKey(of.Key)
		}
		g.allowed(of, c, context)
		g.aliases(of)
		g.list("Checks", "Check", append(g.ownChecks(of), g.conditions(of, c, context)...))
		if of.Kind == model.KindUnion {
			g.union(of)
		}
		if of.Kind == model.KindJSON {
			g.member("Schema", g.line("&%s", g.declaredSchema(of, context)))
		}
	})
}

// mapKey describes the keys of a map that are more than strings. Numbers with
// constants are the texts of these.
func (l *literal) mapKey(of *model.Type) {
	switch {
	case of.Kind == model.KindString && of.Enum == nil:
	case of.Kind != model.KindString && of.Enum != nil:
		c := &model.Constraints{}
		for _, value := range of.Enum.Values {
			c.Enum = append(c.Enum, jsonText(value.JSON))
		}
		text := &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}}
		l.member("Key", l.describe(text, c, of.Name.Local+"Key"))
	default:
		l.member("Key", l.describe(of, &model.Constraints{}, ""))
	}
}

// allowed are the only values allowed. Those of a string are the table that
// its reader has.
func (l *literal) allowed(of *model.Type, c *model.Constraints, context string) {
	texts := valueTexts(of, c)
	switch {
	case len(texts) == 0:
	case of.Kind == model.KindString || of.Kind == model.KindNumber:
		l.member("Enum", l.line("%s", l.values(of, c, context)))
	default:
		l.texts("Enum", mapped(texts, keyText))
	}
}

// aliases are other names of a struct's properties.
func (l *literal) aliases(of *model.Type) {
	var aliases []code
	for n, field := range of.Fields {
		for _, name := range field.Aliases {
			aliases = append(aliases, l.line("{Name: %s, Field: %d}", strconv.Quote(name), n))
		}
	}
	l.list("Aliases", "Alias", aliases)
}

// union describes the variants.
func (l *literal) union(of *model.Type) {
	types := make([]code, len(of.Union.Variants))
	for n, variant := range of.Union.Variants {
		types[n] = l.describe(l.variantStruct(of, variant), &model.Constraints{}, "")
	}
	l.group("Union", "Union", func(g *literal) {
		g.text("Field", of.Union.Field)
		g.member("Values", g.line("%s", g.variantValues(of)))
		g.member("Types", compact(g.line("[]*%s", g.decode("Type")), types...))
	})
}

func mapped(texts []string, change func(string) string) []string {
	changed := make([]string, len(texts))
	for i, text := range texts {
		changed[i] = change(text)
	}
	return changed
}

// stringList is the body of a slice of strings.
func stringList(texts []string) string {
	return "{" + strings.Join(mapped(texts, strconv.Quote), ", ") + "}"
}
