package emit

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// rootDecoder declares the function that makes and reads the arguments of a tool, for
// decode.D.Read, and returns its name. It reads the properties itself, unless the
// type is also part of other arguments.
func (f *file) rootDecoder(t *model.Type, context string) string {
	if function := f.decoding.roots[t]; function != "" {
		return function
	}
	s := &structReader{file: f, t: t, context: baseName(t, context), begin: "i", isRoot: true}
	made := f.line("v := new(%s)", f.goType(t.Go))
	if wantsScratch(t) {
		s.begin, s.part = "d.Scratch(i, &v.Scratch)", ".Value"
		made = f.line("v := new(%s[%s])", f.decode("WithScratch"), f.goType(t.Go))
	}
	head := "func %s(d *%s, i int) (any, int)"
	if !f.decoding.inner[t] {
		function := f.names.unique("decode" + upperFirst(s.context))
		f.decoding.roots[t] = function
		s.description = f.description(t, context)
		f.declare(block(f.line(head, function, f.decode("D")), append([]code{made}, s.body()...)...))
		return function
	}
	reader := f.structDecoder(t, context)
	function := f.names.unique("read" + upperFirst(s.context))
	f.decoding.roots[t] = function
	read := f.line("return %s, %s(d, "+s.begin+", %s)", s.pointer(), reader, s.pointer())
	f.declare(block(f.line(head, function, f.decode("D")), made, read))
	return function
}

// addInner adds the types of which a type consists, but not the type itself unless it
// is recursive.
func addInner(t *model.Type, inner map[*model.Type]bool) {
	var parts []*model.Type
	parts = append(parts, t.Elem, t.Key)
	for _, field := range t.Fields {
		parts = append(parts, field.Type)
	}
	if t.Union != nil {
		for _, variant := range t.Union.Variants {
			parts = append(parts, variant.Type)
		}
	}
	for _, part := range parts {
		if part != nil && !inner[part] {
			inner[part] = true
			addInner(part, inner)
		}
	}
}

// wantsScratch reports whether each value of a struct has a list of strings, which is read into memory of its own.
func wantsScratch(t *model.Type) bool {
	return slices.ContainsFunc(t.Fields, func(field *model.Field) bool {
		part := field.Type
		return field.Required && (part.Kind == model.KindSlice && isString(part.Elem) || part.Kind == model.KindStruct && wantsScratch(part))
	})
}
