package emit

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// declaredSchema declares the variable with the schema that an author wrote and
// returns its name.
func (f *file) declaredSchema(t *model.Type, context string) string {
	return f.schemaVariable(f.describer.Schema(t.Schema), baseName(t, context))
}

// schemaVariable declares the variable with a schema and returns its name.
func (f *file) schemaVariable(s *decode.Schema, base string) string {
	if name := f.decoding.schemas[s]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(base) + "Schema")
	f.decoding.schemas[s] = name
	f.declareLine(f.line("var %s = %s", name, f.schemaLiteral(s, name)))
	return name
}

// declaredItem returns the function that reads a value which its schema has
// accepted.
func (f *file) declaredItem(t *model.Type, context string) code {
	if t.Elem == nil {
		return f.line("%s[%s]", f.decode("JSON"), f.goType(t.Go))
	}
	return f.item(f.declaredForm(t), nil, context)
}

// declaredForm returns the type that reads the values of a type with a declared
// schema.
func (f *file) declaredForm(t *model.Type) *model.Type {
	if t.Name == nil {
		return t.Elem
	}
	if form := f.decoding.forms[t]; form != nil {
		return form
	}
	form, name := *t.Elem, *t.Name
	name.Local += "Form"
	form.Go, form.Name = t.Go, &name
	f.decoding.forms[t] = &form
	return &form
}

// schemaTypes are the names of the decoder's sets of one JSON type.
var schemaTypes = []struct {
	types decode.Types
	name  string
}{
	{decode.TypeNull, "TypeNull"}, {decode.TypeBoolean, "TypeBoolean"}, {decode.TypeInteger, "TypeInteger"}, {decode.TypeNumber, "TypeNumber"},
	{decode.TypeString, "TypeString"}, {decode.TypeArray, "TypeArray"}, {decode.TypeObject, "TypeObject"},
}

// schemaLiteral returns the literal of a schema.
func (f *file) schemaLiteral(s *decode.Schema, context string) code {
	w := &literal{file: f}
	w.flag("Never", s.Never)
	w.types(s.Types)
	if s.Enum != nil { // an empty list allows nothing
		w.member("Enum", f.line("[]string{%s}", strings.Join(quoteAll(s.Enum), ", ")))
	}
	if s.Number != nil {
		w.group("Number", "Range", func(g *literal) { g.numberRange(s.Number) })
	}
	if s.Text != nil {
		w.group("Text", "SchemaText", func(g *literal) {
			g.bounds("Length", s.Text.Length)
			g.list("Checks", "Check", g.checkValues(s.Text.Checks, context))
		})
	}
	if s.Array != nil {
		w.group("Array", "SchemaArray", func(g *literal) {
			g.schema("Items", s.Array.Items, context)
			g.bounds("Count", s.Array.Count)
			g.flag("Unique", s.Array.Unique)
		})
	}
	if s.Object != nil {
		w.group("Object", "SchemaObject", func(g *literal) { g.schemaObject(s.Object, context) })
	}
	if s.Logic != nil {
		w.group("Logic", "SchemaLogic", func(g *literal) {
			g.schemaList("AllOf", s.Logic.AllOf, context)
			g.schemaList("AnyOf", s.Logic.AnyOf, context)
			g.schemaList("OneOf", s.Logic.OneOf, context)
			g.schema("Not", s.Logic.Not, context)
		})
	}
	return compact(f.decode("Schema"), w.items...)
}

// types adds a set of JSON types, if it is not empty.
func (l *literal) types(types decode.Types) {
	var set code
	for _, t := range schemaTypes {
		switch {
		case types&t.types == 0:
		case set == nil:
			set = l.decode(t.name)
		default:
			set = l.line("%s | %s", set, l.decode(t.name))
		}
	}
	if set != nil {
		l.member("Types", set)
	}
}

// schema adds a member with a schema, unless the schema is nil.
func (l *literal) schema(name string, s *decode.Schema, context string) {
	if s != nil {
		l.member(name, l.line("&%s", l.schemaLiteral(s, context)))
	}
}

// schemaList adds a member with a list of schemas, unless the list is empty.
func (l *literal) schemaList(name string, schemas []*decode.Schema, context string) {
	var literals []code
	for _, s := range schemas {
		literals = append(literals, l.line("&%s", l.schemaLiteral(s, context)))
	}
	if len(schemas) > 0 {
		l.member(name, compact(l.line("[]*%s", l.decode("Schema")), literals...))
	}
}

// schemaObject adds the members of a decode.SchemaObject.
func (l *literal) schemaObject(o *decode.SchemaObject, context string) {
	var properties []code
	for _, p := range o.Properties {
		w := &literal{file: l.file}
		w.member("Name", l.line("%s", strconv.Quote(p.Name)))
		w.schema("Schema", p.Schema, context+upperFirst(toCamelCase(p.Name)))
		properties = append(properties, compact(l.line(""), w.items...))
	}
	l.list("Properties", "SchemaProperty", properties)
	l.texts("Required", o.Required)
	l.schema("Additional", o.Additional, context)
	l.schema("Names", o.Names, context+"Name")
	l.bounds("Count", o.Count)
}
