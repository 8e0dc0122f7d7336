package emit

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// description declares the variable that describes a struct, or a recursive
// type of another kind, and returns its name.
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

// declareReference declares a type whose method leads back to a description:
// Go does not allow the variable's address in its own initial value.
func (f *file) declareReference(t *model.Type, base, description string) {
	name := f.names.unique(lowerFirst(base) + "Reference")
	f.decoding.references[t] = name
	f.declare(
		f.line("type %s struct{}", name),
		block(f.line("func (%s) Type() *%s", name, f.decode("Type")), f.line("return &%s", description)),
	)
}

// describe is an expression for the address of a type's description.
func (f *file) describe(t *model.Type, c *model.Constraints, context string) code {
	switch {
	case t.Kind == model.KindPointer:
		return f.describe(t.Elem, c, context)
	case t.Recursive && t.Name != nil:
		f.description(t, context)
		return f.line("&%s{Kind: %s, Reference: %s{}}", f.decode("Type"), f.decode("KindReference"), f.decoding.references[t])
	case t.Kind == model.KindStruct:
		f.structDecoder(t, context)
		return f.line("&%s", f.description(t, context))
	case isFree(c) && words(t) != "":
		return f.line("&%s", f.sharedDescription(t))
	}
	return f.line("&%s", f.describeInPlace(t, c, context, false))
}

// sharedDescription declares the variable that describes a type wherever it is
// used without constraints.
func (f *file) sharedDescription(t *model.Type) string {
	key := t.Go.String()
	if name := f.decoding.shared[key]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(words(t)) + "Type")
	f.decoding.shared[key] = name
	f.declare(f.line("var %s = %s", name, f.describeInPlace(t, &model.Constraints{}, words(t), false)))
	return name
}

// kindNames are the names of the runtime's kinds.
var kindNames = map[model.Kind]string{
	model.KindString: "KindString", model.KindBool: "KindBool", model.KindInt: "KindInt", model.KindUint: "KindUint",
	model.KindFloat: "KindFloat", model.KindSlice: "KindSlice", model.KindMap: "KindMap", model.KindStruct: "KindStruct",
	model.KindTime: "KindTime", model.KindDuration: "KindDuration", model.KindAny: "KindAny",
}

// describeInPlace is the literal of a description.
func (f *file) describeInPlace(t *model.Type, c *model.Constraints, context string, multi bool) code {
	items := f.describeKind(t)
	switch t.Kind {
	case model.KindStruct:
		items = append(items, f.describeFields(t, context)...)
	case model.KindSlice, model.KindMap:
		items = append(items, f.line("Elem: %s", f.describe(t.Elem, orNone(c.Items), context+"Item")))
	}
	if t.Kind == model.KindMap && t.Key.Kind != model.KindString {
		items = append(items, f.line("Key: &%s", compact(f.decode("Type"), f.describeKind(t.Key)...)))
	}
	items = append(items, f.describeConstraints(t, c, context)...)
	if multi {
		return composite(f.decode("Type"), items...)
	}
	return compact(f.decode("Type"), items...)
}

// describeKind are the members that every description has. Only numbers have a
// width, of which 64 is the default.
func (f *file) describeKind(t *model.Type) []code {
	items := []code{f.line("Kind: %s", f.decode(kindNames[t.Kind]))}
	if t.Bits != 0 && t.Bits != 64 {
		items = append(items, f.line("Bits: %d", t.Bits))
	}
	return items
}

func orNone(c *model.Constraints) *model.Constraints {
	if c == nil {
		return &model.Constraints{}
	}
	return c
}

func (f *file) describeFields(t *model.Type, context string) []code {
	if len(t.Fields) == 0 {
		return nil
	}
	var fields []code
	for _, field := range t.Fields {
		items := []code{
			f.line("Name: %s", strconv.Quote(field.Name)),
			f.line("Type: %s", f.describe(field.Type, &field.Constraints, context+upperFirst(camel(field.Name)))),
		}
		if field.Required {
			items = append(items, f.line("Required: true"))
		}
		if len(field.Aliases) > 0 {
			items = append(items, f.line("Aliases: []string%s", stringList(field.Aliases)))
		}
		fields = append(fields, compact(f.line(""), items...))
	}
	return []code{composite(f.line("Fields: []%s", f.decode("Field")), fields...)}
}

// describeConstraints are the members for what narrows a value.
func (f *file) describeConstraints(t *model.Type, c *model.Constraints, context string) []code {
	var items []code
	if bounds := f.bounds(t, c); bounds != nil {
		items = append(items, f.line("Length: &%s", bounds))
	}
	if c.Minimum != "" || c.Maximum != "" {
		items = append(items, f.line("Range: &%s{Min: %s, Max: %s}", f.decode("Range"), strconv.Quote(c.Minimum), strconv.Quote(c.Maximum)))
	}
	if c.Pattern != "" {
		items = append(items, f.line("Checks: []%s{&%s}", f.decode("Check"), f.pattern(c.Pattern, context)))
	}
	if values := f.values(t, c, context); values != "" {
		if t.Kind != model.KindString {
			values = "[]string" + stringList(valueTexts(t, c))
		}
		items = append(items, f.line("Enum: %s", values))
	}
	return items
}

// bounds are those of a string's length or a slice's items; nil for none.
func (f *file) bounds(t *model.Type, c *model.Constraints) code {
	least, most := c.MinLength, c.MaxLength
	if t.Kind == model.KindSlice {
		least, most = c.MinItems, c.MaxItems
	}
	if least == nil && most == nil {
		return nil
	}
	greatest := f.decode("Unbounded")
	if most != nil {
		greatest = f.line("%d", *most)
	}
	if least == nil {
		return f.line("%s{Max: %s}", f.decode("Bounds"), greatest)
	}
	return f.line("%s{Min: %d, Max: %s}", f.decode("Bounds"), *least, greatest)
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
	literals := make([]string, len(texts))
	for i, text := range texts {
		literals[i] = text
		var s string
		if json.Unmarshal([]byte(text), &s) == nil {
			literals[i] = strconv.Quote(s)
		}
	}
	return literals
}

// stringList is the body of a slice of strings.
func stringList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "{" + strings.Join(quoted, ", ") + "}"
}
