package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// needsRewrite reports whether the JSON that encoding/json writes for a type is not
// the JSON that arguments of the type have: it contains durations, or unions whose
// variants have no field for the discriminator.
func needsRewrite(t *model.Type, seen map[*model.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind {
	case model.KindDuration:
		return true
	case model.KindPointer, model.KindSlice, model.KindArray, model.KindMap:
		return needsRewrite(t.Elem, seen)
	case model.KindStruct:
		return slices.ContainsFunc(t.Fields, func(field *model.Field) bool { return needsRewrite(field.Type, seen) })
	case model.KindUnion:
		return slices.ContainsFunc(t.Union.Variants, func(v *model.Variant) bool {
			return v.Declared == nil || needsRewrite(v.Type, seen)
		})
	}
	return false
}

// isRewritten reports whether generated code rewrites the JSON of a type.
func isRewritten(t *model.Type) bool { return t != nil && needsRewrite(t, make(map[*model.Type]bool)) }

// rewriter returns the function that rewrites the JSON of the variable value.
func (f *file) rewriter(t *model.Type) code {
	return block(f.line("func(w *%s)", f.generated("Rewriter")), f.rewrite(t, f.names.local("value"))...)
}

// rewrite returns the statements that rewrite the JSON of an expression, which is
// addressable.
func (f *file) rewrite(t *model.Type, expression string) []code {
	if !isRewritten(t) {
		return nil
	}
	switch t.Kind {
	case model.KindDuration:
		return []code{f.line("w.Duration(" + expression + ")")}
	case model.KindPointer:
		return []code{block(f.line("if "+expression+" != nil"), f.rewrite(t.Elem, "(*"+expression+")")...)}
	case model.KindSlice, model.KindArray:
		element := f.names.local("element")
		return []code{block(f.line("for item := range w.Items()"), append(
			[]code{f.line("element := &" + expression + "[item]")}, f.rewrite(t.Elem, "(*"+element+")")...)...)}
	case model.KindMap:
		return f.rewriteMap(t, expression)
	case model.KindUnion:
		return []code{f.line(f.unionRewriter(t) + "(w, " + expression + ")")}
	}
	if t.Name == nil {
		return f.rewriteMembers(t, expression)
	}
	return []code{f.line(f.structRewriter(t) + "(w, " + address(expression) + ")")}
}

// address returns the address of an expression.
func address(expression string) string {
	if inner, found := strings.CutPrefix(expression, "(*"); found && strings.HasSuffix(inner, ")") {
		return strings.TrimSuffix(inner, ")")
	}
	return "&" + expression
}

// rewriteMap returns the statements that rewrite the values of a map.
func (f *file) rewriteMap(t *model.Type, expression string) []code {
	head := f.line("if found, ok := %s("+expression+", member); ok", f.generated("Lookup"))
	if t.Key.Kind == model.KindString {
		head = f.line("if found, ok := "+expression+"[%s(member)]; ok", f.goType(t.Key.Go))
	}
	element := f.names.local("element")
	body := append([]code{f.line("element := &found")}, f.rewrite(t.Elem, "(*"+element+")")...)
	return []code{block(f.line("for member := range w.Members()"), block(head, body...))}
}

// structRewriter declares the function that rewrites the JSON of a struct, and
// returns its name.
func (f *file) structRewriter(t *model.Type) string {
	if name := f.rewriters[t]; name != "" {
		return name
	}
	name := f.names.unique("rewrite" + upperFirst(t.Name.Local))
	f.rewriters[t] = name
	body := f.rewriteMembers(t, f.names.local("v"))
	f.rewriting = append(f.rewriting, block(f.line("func "+name+"(w *%s, v *%s)", f.generated("Rewriter"), f.goType(t.Go)), body...))
	return name
}

// rewriteMembers returns the loop over the members of a struct. A struct without
// members to rewrite is copied, after its discriminator.
func (f *file) rewriteMembers(t *model.Type, expression string) []code {
	var cases []code
	for _, field := range t.Fields {
		if !isRewritten(field.Type) {
			continue
		}
		path := expression
		for _, step := range field.Path {
			path += "." + step.Name
		}
		cases = append(cases, f.line("case %s:", strconv.Quote(field.Name)))
		cases = append(cases, f.rewrite(field.Type, path)...)
	}
	if len(cases) == 0 {
		return []code{block(f.line("for range w.Members()"))}
	}
	return []code{block(f.line("for member := range w.Members()"), block(f.line("switch member"), cases...))}
}

// unionRewriter declares the function that rewrites the JSON of a union, and returns
// its name.
func (f *file) unionRewriter(t *model.Type) string {
	if name := f.rewriters[t]; name != "" {
		return name
	}
	name := f.names.unique("rewrite" + upperFirst(t.Name.Local))
	f.rewriters[t] = name
	var cases []code
	for _, variant := range t.Union.Variants {
		var written []code
		if variant.Declared == nil {
			written = append(written, f.line("w.Discriminator(%s, %s)", strconv.Quote(t.Union.Field), strconv.Quote(variant.Value)))
		}
		rewrite := f.line(f.structRewriter(variant.Type))
		if !variant.Pointer {
			cases = append(cases, f.line("case %s:", f.goType(variant.Type.Go)))
			cases = append(cases, append(slices.Clone(written), f.line("%s(w, &v)", rewrite))...)
		}
		cases = append(cases, f.line("case *%s:", f.goType(variant.Type.Go)),
			block(f.line("if v != nil"), append(slices.Clone(written), f.line("%s(w, v)", rewrite))...))
	}
	f.rewriting = append(f.rewriting, block(f.line("func "+name+"(w *%s, v %s)", f.generated("Rewriter"), f.goType(t.Go)),
		block(f.line("switch v := v.(type)"), cases...)))
	return name
}

// rewritersPart declares the functions that rewrite results.
func (f *file) rewritersPart() {
	if len(f.rewriting) > 0 {
		f.section("Results in the form of arguments.")
		f.add(f.rewriting...)
	}
}
