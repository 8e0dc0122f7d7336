package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// mapReader returns the call that reads an object whose names are the keys of a
// map.
func (f *file) mapReader(p variable, t *model.Type, c *model.Constraints, context string) code {
	if t.Key.Kind == model.KindString && t.Key.Name == nil && t.Elem.Name == nil && c.Items.IsZero() {
		if plain := plainElement(t.Elem); plain != "" {
			address := p.address
			if t.Name != nil {
				address = "(*map[string]" + t.Elem.Go.String() + ")(" + address + ")"
			}
			return f.line("d.MapOf"+plain+"(i, %s)", address)
		}
	}
	item := f.item(t.Elem, c.Items, context+"Item")
	switch {
	case t.Key.Kind == model.KindText:
		return f.line("%s(d, i, %s, %s[%s], %s)", f.decode("KeyMap"), p.address, f.decode("TextKey"), f.goType(t.Key.Go), item)
	case t.Key.Enum != nil:
		return f.line("%s(d, i, %s, %s, %s)", f.decode("KeyMap"), p.address, f.keyFunction(t.Key), item)
	case t.Key.Kind != model.KindString:
		return f.line("%s(d, i, %s, %s)", f.decode("IntMap"), p.address, item)
	}
	return f.line("%s(d, i, %s, %s)", f.decode("Map"), p.address, item)
}

// plainElement returns the end of the name of the method of decode.D that reads maps with such elements, or an empty text.
func plainElement(t *model.Type) string {
	if t.Kind == model.KindSlice && isString(t.Elem) {
		return "Strings"
	}
	return predeclared(t)
}

// keyFunction declares the function that reads a key of a type with constants.
func (f *file) keyFunction(t *model.Type) string {
	if function := f.decoding.keys[t]; function != "" {
		return function
	}
	function := f.names.unique(lowerFirst(t.Name.Local) + "Key")
	f.decoding.keys[t] = function
	var cases []code
	for _, value := range t.Enum.Values {
		cases = append(cases, f.line("case %s:", strconv.Quote(model.Unquote(value.JSON))), f.line("*k = %s", goTexts([]string{value.JSON})[0]))
	}
	cases = append(cases, f.line("default:"), f.line("return false"))
	f.declare(block(f.line("func %s(name string, k *%s) bool", function, f.goType(t.Go)),
		block(f.line("switch name"), cases...), f.line("return true")))
	return function
}
