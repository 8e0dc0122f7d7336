package emit

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// declaredSchema is the variable with the schema that an author declared, as
// far as the decoder checks it.
func (f *file) declaredSchema(t *model.Type, context string) string {
	if name := f.decoding.schemas[t]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(baseName(t, context)) + "Schema")
	f.decoding.schemas[t] = name
	f.declare(f.line("var %s = %s", name, f.schemaLiteral(t.Schema.Node, name)))
	return name
}

// declaredItem is the function that reads a value which its schema accepted.
func (f *file) declaredItem(t *model.Type, context string) code {
	if t.Elem == nil {
		return f.line("%s[%s]", f.decode("JSON"), f.goType(t.Go))
	}
	return f.item(f.declaredForm(t), nil, context)
}

// declaredForm is how a type with a declared schema is read: as its structure
// says.
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

// schemaTypes are the names of the runtime's sets, by those of JSON types.
var schemaTypes = map[string]string{
	"null": "TypeNull", "boolean": "TypeBoolean", "integer": "TypeInteger", "number": "TypeNumber",
	"string": "TypeString", "array": "TypeArray", "object": "TypeObject",
}

// schemaLiteral is a schema as the runtime has it: in groups, so that a small
// one is small.
func (f *file) schemaLiteral(n *model.SchemaNode, context string) code {
	w := &literal{file: f}
	w.flag("Never", n.Never)
	if len(n.Types) > 0 {
		set := f.decode(schemaTypes[n.Types[0]])
		for _, name := range n.Types[1:] {
			set = f.line("%s | %s", set, f.decode(schemaTypes[name]))
		}
		w.member("Types", set)
	}
	if n.Listed || len(n.Enum) > 0 {
		w.member("Enum", f.line("[]string%s", stringList(n.Enum)))
	}
	w.group("Number", "Range", func(g *literal) {
		g.text("Min", n.Minimum)
		g.text("Max", n.Maximum)
		g.text("Above", n.ExclusiveMinimum)
		g.text("Below", n.ExclusiveMaximum)
		g.text("Step", n.MultipleOf)
	})
	w.group("Text", "SchemaText", func(g *literal) {
		g.bounds("Length", n.MinLength, n.MaxLength)
		c := &model.Constraints{Pattern: n.Pattern, Format: n.Format}
		g.list("Checks", "Check", f.conditions(&model.Type{}, c, context))
	})
	w.group("Array", "SchemaArray", func(g *literal) {
		g.schema("Items", n.Items, context)
		g.bounds("Count", n.MinItems, n.MaxItems)
		g.flag("Unique", n.UniqueItems)
	})
	w.group("Object", "SchemaObject", func(g *literal) { g.schemaObject(n, context) })
	w.group("Logic", "SchemaLogic", func(g *literal) {
		g.schemaList("AllOf", n.AllOf, context)
		g.schemaList("AnyOf", n.AnyOf, context)
		g.schemaList("OneOf", n.OneOf, context)
		g.schema("Not", n.Not, context)
	})
	return compact(f.decode("Schema"), w.items...)
}

func (l *literal) schema(name string, n *model.SchemaNode, context string) {
	if n != nil {
		l.member(name, l.line("&%s", l.schemaLiteral(n, context)))
	}
}

func (l *literal) schemaList(name string, nodes []*model.SchemaNode, context string) {
	literals := make([]code, len(nodes))
	for i, n := range nodes {
		literals[i] = l.line("&%s", l.schemaLiteral(n, context))
	}
	if len(nodes) > 0 {
		l.member(name, compact(l.line("[]*%s", l.decode("Schema")), literals...))
	}
}

func (l *literal) schemaObject(n *model.SchemaNode, context string) {
	var properties []code
	for _, p := range n.Properties {
		schema := l.line("{Name: %s}", strconv.Quote(p.Name))
		if p.Schema != nil {
			schema = l.line("{Name: %s, Schema: &%s}", strconv.Quote(p.Name), l.schemaLiteral(p.Schema, context+upperFirst(camel(p.Name))))
		}
		properties = append(properties, schema)
	}
	l.list("Properties", "SchemaProperty", properties)
	l.texts("Required", n.Required)
	l.schema("Additional", n.AdditionalProperties, context)
	l.schema("Names", n.PropertyNames, context+"Name")
	l.bounds("Count", n.MinProperties, n.MaxProperties)
}

// acceptsNull reports whether a schema accepts null: no other keyword says
// anything about it.
func acceptsNull(n *model.SchemaNode) bool {
	switch {
	case n.Never, len(n.Types) > 0 && !slices.Contains(n.Types, "null"):
		return false
	case (n.Listed || len(n.Enum) > 0) && !slices.Contains(n.Enum, "null"):
		return false
	case n.Not != nil && acceptsNull(n.Not), len(n.OneOf) > 0 && accepting(n.OneOf) != 1:
		return false
	}
	return (len(n.AnyOf) == 0 || accepting(n.AnyOf) > 0) && accepting(n.AllOf) == len(n.AllOf)
}

// accepting counts the schemas that accept null.
func accepting(nodes []*model.SchemaNode) int {
	count := 0
	for _, n := range nodes {
		if acceptsNull(n) {
			count++
		}
	}
	return count
}
