package emit

import (
	"encoding/json"
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// unionDecoder is the function that reads a value of a union: the variant that
// the discriminator names.
func (f *file) unionDecoder(t *model.Type) string {
	if function := f.decoding.functions[t]; function != "" {
		return function
	}
	function := f.names.unique("decode" + upperFirst(t.Name.Local))
	f.decoding.functions[t] = function
	f.description(t, "")
	var cases []code
	for n, variant := range t.Union.Variants {
		cases = append(cases, f.line("case %d:", n))
		cases = append(cases, f.variantReader(t, variant)...)
	}
	cases = append(cases, f.line("default:"), f.line("return -1"))
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)),
		block(f.line("switch d.Variant(i, %s, %s)", strconv.Quote(t.Union.Field), f.variantValues(t)), cases...),
		f.line("return i")))
	return function
}

// variantReader reads one variant and keeps it as what implements the
// interface.
func (f *file) variantReader(t *model.Type, variant *model.Variant) []code {
	reader := f.structDecoder(f.variantStruct(t, variant), "")
	if variant.Pointer {
		return []code{
			f.line("value := new(%s)", f.goType(variant.Type.Go)),
			f.line("i = %s(d, i, value)", reader),
			f.line("*v = value"),
		}
	}
	return []code{
		f.line("var value %s", f.goType(variant.Type.Go)),
		f.line("i = %s(d, i, &value)", reader),
		f.line("*v = value"),
	}
}

// variantStruct is the struct of a variant with the discriminator among its
// properties: first, when the struct does not declare it. Such a property has
// no path to a field: it is read and not kept.
func (f *file) variantStruct(t *model.Type, variant *model.Variant) *model.Type {
	if variant.Declared != nil {
		return variant.Type
	}
	if s := f.decoding.variants[variant]; s != nil {
		return s
	}
	withField, name := *variant.Type, *variant.Type.Name
	discriminator := &model.Field{
		Name: t.Union.Field, Required: true,
		Type:        &model.Type{Kind: model.KindString, Go: model.GoType{{Text: "string"}}},
		Constraints: model.Constraints{Enum: []string{jsonText(variant.Value)}},
	}
	name.Local += "Of" + t.Name.Local
	withField.Name, withField.Fields = &name, append([]*model.Field{discriminator}, variant.Type.Fields...)
	f.decoding.variants[variant] = &withField
	return &withField
}

// jsonText is a text as JSON has it.
func jsonText(text string) string {
	quoted, _ := json.Marshal(text) // every text can be written
	return string(quoted)
}

// variantValues is the variable with the values of the discriminator.
func (f *file) variantValues(t *model.Type) string {
	values := make([]string, len(t.Union.Variants))
	for n, variant := range t.Union.Variants {
		values[n] = strconv.Quote(variant.Value)
	}
	return f.table(f.line("string"), "", values, t.Name.Local+"Variant")
}
