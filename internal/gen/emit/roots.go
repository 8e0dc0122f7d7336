package emit

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
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
	if wantsScratch(t, make(map[*model.Type]bool)) {
		s.begin, s.part = "d.Scratch(i, &v.Scratch)", ".Value"
		made = f.line("v := new(%s[%s])", f.decode("WithScratch"), f.goType(t.Go))
	} else if wantsText(t, make(map[*model.Type]bool)) && hasShortTexts(t) {
		s.begin, s.part = "d.ShortText(i, &v.Text)", ".Value"
		made = f.line("v := new(%s[%s])", f.decode("WithText"), f.goType(t.Go))
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

// wantsScratch reports whether a type holds strings or booleans that are read into
// memory of their own: []string, *string or *bool.
func wantsScratch(t *model.Type, seen map[*model.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case model.KindSlice, model.KindPointer:
		if isString(t.Elem) || t.Kind == model.KindPointer && t.Elem.Kind == model.KindBool {
			return true
		}
	case model.KindUnion:
		return slices.ContainsFunc(t.Union.Variants, func(v *model.Variant) bool { return wantsScratch(v.Type, seen) })
	}
	return wantsScratch(t.Elem, seen) ||
		slices.ContainsFunc(t.Fields, func(field *model.Field) bool { return wantsScratch(field.Type, seen) })
}

// wantsText reports whether values of a type have strings that are parts of the text.
func wantsText(t *model.Type, seen map[*model.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case model.KindString, model.KindNumber:
		return t.Enum == nil
	case model.KindMap, model.KindUnion:
		return true
	}
	return wantsText(t.Elem, seen) || slices.ContainsFunc(t.Fields, func(field *model.Field) bool {
		return len(field.Constraints.Enum) == 0 && wantsText(field.Type, seen)
	})
}

// hasShortTexts reports whether the required properties of a struct have about as many characters as fit into a
// [decode.ShortText], so that many of its texts do.
func hasShortTexts(t *model.Type) bool {
	const scalar, other = 10, 40 // the lengths of short values
	size := len("{}")
	for _, field := range t.Fields {
		if !field.Required {
			continue
		}
		size += len(field.Name) + len(`"":,`) + scalar
		switch field.Type.Kind {
		case model.KindSlice, model.KindMap, model.KindArray, model.KindStruct, model.KindUnion:
			size += other - scalar
		}
	}
	return size <= len(decode.ShortText{})
}
