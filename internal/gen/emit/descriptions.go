package emit

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// description declares the variable that describes a struct or a union, and
// returns its name.
func (f *file) description(t *model.Type, context string) string {
	described := f.describer.Type(t, &model.Constraints{})
	if described.Kind == decode.KindReference {
		described = described.Rules.Reference.Type()
	}
	return f.descriptionVariable(described, context)
}

// descriptionVariable declares the variable of a description, if it is not
// declared, and returns its name.
func (f *file) descriptionVariable(described *decode.Type, context string) string {
	if name := f.decoding.descriptions[described]; name != "" {
		return name
	}
	t := f.describer.Origin(described).Type
	base := baseName(t, context)
	name := f.names.unique(lowerFirst(base) + "Type")
	f.decoding.descriptions[described] = name
	if t.Recursive {
		f.declareReference(described, base, name)
	}
	f.declare(f.line("var %s = %s", name, f.typeLiteral(described, base, true)))
	return name
}

// declareReference declares the variable that refers to a description by a
// method: in Go, the initial value of a variable cannot contain the address of
// the variable.
func (f *file) declareReference(described *decode.Type, base, description string) {
	target := f.names.unique(lowerFirst(base) + "Target")
	name := f.names.unique(lowerFirst(base) + "Reference")
	f.decoding.references[described] = name
	f.declare(
		f.line("type %s struct{}", target),
		block(f.line("func (%s) Type() *%s", target, f.decode("Type")), f.line("return &%s", description)),
		f.line("var %s = %s{Kind: %s, Rules: &%s{Reference: %s{}}}", name, f.decode("Type"), f.decode("KindReference"), f.decode("Rules"), target),
	)
}

// typeAddress returns an expression for the address of a description.
func (f *file) typeAddress(described *decode.Type, context string) code {
	switch described.Kind {
	case decode.KindReference:
		target := described.Rules.Reference.Type()
		f.descriptionVariable(target, context)
		return f.line("&%s", f.decoding.references[target])
	case decode.KindStruct, decode.KindUnion:
		return f.line("&%s", f.descriptionVariable(described, context))
	}
	if name := f.decoding.descriptions[described]; name != "" {
		return f.line("&%s", name)
	}
	if f.isInline(described) {
		return f.line("&%s", f.typeLiteral(described, context, false))
	}
	base := cmp.Or(f.limitedForm(described), context)
	name := f.names.unique(lowerFirst(base) + "Type")
	f.decoding.descriptions[described] = name
	f.declareLine(f.line("var %s = %s", name, f.typeLiteral(described, base, false)))
	return f.line("&%s", name)
}

// kindNames are the names of the decoder's kinds.
var kindNames = map[decode.Kind]string{
	decode.KindAny: "KindAny", decode.KindBool: "KindBool", decode.KindString: "KindString", decode.KindInt: "KindInt",
	decode.KindUint: "KindUint", decode.KindFloat: "KindFloat", decode.KindNumber: "KindNumber", decode.KindTime: "KindTime",
	decode.KindDuration: "KindDuration", decode.KindBytes: "KindBytes", decode.KindText: "KindText", decode.KindSlice: "KindSlice",
	decode.KindMap: "KindMap", decode.KindStruct: "KindStruct", decode.KindUnion: "KindUnion", decode.KindJSON: "KindJSON",
}

// typeLiteral returns the literal of a description, on several lines if multi is
// set. The fields of a struct have a line each.
func (f *file) typeLiteral(t *decode.Type, context string, multi bool) code {
	w := &literal{file: f}
	w.member("Kind", f.decode(kindNames[t.Kind]))
	w.number("Bits", int(t.Bits))
	w.flag("Unique", t.Unique)
	w.flag("Lists", t.Lists)
	w.fields(t, context)
	if t.Index != "" {
		w.member("Index", f.line("%s", quote(t.Index)))
	}
	if t.Elem != nil {
		w.member("Elem", f.typeAddress(t.Elem, context+"Item"))
	}
	w.text("Limits", t.Limits)
	w.rules(t, context)
	if multi && len(t.Fields) == 0 {
		return composite(f.decode("Type"), w.items...)
	}
	return compact(f.decode("Type"), w.items...)
}

// fields adds the properties of a struct.
func (l *literal) fields(of *decode.Type, context string) {
	var fields []code
	for _, field := range of.Fields {
		name := strings.TrimSuffix(strings.TrimPrefix(field.Key, `"`), `":`)
		w := &literal{file: l.file}
		w.member("Key", l.line("%s", quote(field.Key)))
		w.member("Type", l.typeAddress(field.Type, context+upperFirst(toCamelCase(name))))
		w.flag("Required", field.Required)
		w.flag("Nullable", field.Nullable)
		fields = append(fields, compact(l.line(""), w.items...))
	}
	if len(fields) > 0 {
		l.items = append(l.items, composite(l.line("Fields: []%s", l.decode("Field")), fields...))
	}
}

// rules adds the rules of a type, if it has any.
func (l *literal) rules(of *decode.Type, context string) {
	if of.Rules == nil {
		return
	}
	l.group("Rules", "Rules", func(g *literal) {
		r := of.Rules
		if r.Key != nil {
			g.member("Key", g.typeAddress(r.Key, g.keyContext(of)))
		}
		if r.Range != nil {
			g.member("Range", g.line("&%s", g.rangeVariable(r.Range, context)))
		}
		g.enum(of, context)
		g.aliases(r.Aliases)
		g.list("Checks", "Check", g.checkValues(r.Checks, context))
		if r.Union != nil {
			g.union(of)
		}
		if s, ok := r.Schema.(*decode.Schema); ok {
			g.member("Schema", g.line("&%s", g.schemaVariable(s, baseName(g.describer.Origin(of).Type, context))))
		}
	})
}

// keyContext returns the context for the names of the keys of a map.
func (f *file) keyContext(of *decode.Type) string {
	if key := f.describer.Origin(of).Type.Key; key.Name != nil {
		return key.Name.Local + "Key"
	}
	return ""
}

// enum adds the member with the allowed values. A string, and a number that
// keeps its text, use the variable of their reader.
func (l *literal) enum(of *decode.Type, context string) {
	switch {
	case len(of.Rules.Enum) == 0:
	case of.Kind == decode.KindString || of.Kind == decode.KindNumber:
		origin := l.describer.Origin(of)
		l.member("Enum", l.line("%s", l.textTable(of.Rules.Enum, valuesName(origin.Type, origin.Constraints, context))))
	default:
		l.texts("Enum", of.Rules.Enum)
	}
}

// aliases adds the other names of the properties of a struct.
func (l *literal) aliases(of []decode.Alias) {
	var aliases []code
	for _, alias := range of {
		aliases = append(aliases, l.line("{Name: %s, Field: %d}", strconv.Quote(alias.Name), alias.Field))
	}
	l.list("Aliases", "Alias", aliases)
}

// union adds the variants of a union.
func (l *literal) union(of *decode.Type) {
	u := of.Rules.Union
	var types []code
	for _, variant := range u.Types {
		types = append(types, l.typeAddress(variant, ""))
	}
	l.group("Union", "Union", func(g *literal) {
		g.text("Field", u.Field)
		g.member("Values", g.line("%s", g.textTable(u.Values, variantsName(g.describer.Origin(of).Type))))
		g.member("Types", compact(g.line("[]*%s", g.decode("Type")), types...))
	})
}
