package emit

import (
	"github.com/toolgen/toolgen/internal/gen/model"
)

// unionDecoder declares the function that reads a value of a union, and returns
// its name. The discriminator selects the variant.
func (f *file) unionDecoder(t *model.Type) string {
	if function := f.decoding.functions[t]; function != "" {
		return function
	}
	function := f.names.unique("decode" + upperFirst(t.Name.Local))
	f.decoding.functions[t] = function
	description := f.description(t, "")
	var cases []code
	for n, variant := range t.Union.Variants {
		cases = append(cases, f.line("case %d:", n))
		cases = append(cases, f.variantReader(t, variant)...)
	}
	cases = append(cases, f.line("default:"), f.line("return -1"))
	f.declare(block(f.line("func %s(d *%s, i int, v *%s) int", function, f.decode("D"), f.goType(t.Go)),
		block(f.line("switch d.Variant(i, &%s)", description), cases...),
		f.line("return i")))
	return function
}

// variantReader reads a variant and assigns it as a value of the interface.
func (f *file) variantReader(t *model.Type, variant *model.Variant) []code {
	reader := f.structDecoder(f.describer.Variant(t, variant), "")
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

// variantsName returns the beginning of the name of the variable with the values of
// the discriminator of a union.
func variantsName(t *model.Type) string { return t.Name.Local + "Variant" }
