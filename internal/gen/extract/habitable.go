package extract

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// reportUninhabited reports types of arguments that have no finite value, because each
// value would contain another one. If several types need each other, it reports
// the first.
func (p *packageExtractor) reportUninhabited() {
	if !p.isCyclic {
		return
	}
	types := p.argumentTypes()
	has := make(map[*model.Type]bool)
	for {
		for markHabitable(types, has) {
		}
		i := slices.IndexFunc(types, func(t *model.Type) bool {
			return t.Name != nil && !has[t] && reaches(t, t, make(map[*model.Type]bool))
		})
		if i < 0 {
			return
		}
		t := types[i]
		p.report(diagnostic(diag.NoValue, t.Span, "type %s: it has no finite value, because each value would contain another one", p.label(t.Go)).
			withFix("make a field in the cycle optional, with omitzero or as a pointer, or use a slice"))
		has[t] = true
	}
}

// argumentTypes returns the types of arguments and their parts, in the order of
// their first use.
func (p *packageExtractor) argumentTypes() []*model.Type {
	var found []*model.Type
	known := make(map[*model.Type]bool)
	for _, tool := range p.model.Tools {
		found = appendParts(found, tool.Arguments, known)
	}
	return found
}

// appendParts appends a type and the types in it that are not known yet.
func appendParts(found []*model.Type, t *model.Type, known map[*model.Type]bool) []*model.Type {
	if t == nil || known[t] {
		return found
	}
	known[t] = true
	found = append(found, t)
	for _, part := range partsOf(t) {
		found = appendParts(found, part, known)
	}
	return found
}

// markHabitable marks the types whose values can be made from marked types. It reports
// false if there are no more.
func markHabitable(types []*model.Type, has map[*model.Type]bool) bool {
	more := false
	for _, t := range types {
		if !has[t] && isHabitable(t, has) {
			has[t], more = true, true
		}
	}
	return more
}

// isHabitable reports whether a type has a value if the marked types have values.
func isHabitable(t *model.Type, has map[*model.Type]bool) bool {
	switch t.Kind {
	case model.KindStruct:
		return !slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return f.Required && !has[f.Type] })
	case model.KindArray:
		return t.Length == 0 || has[t.Elem]
	case model.KindPointer:
		return has[t.Elem]
	case model.KindUnion:
		return slices.ContainsFunc(t.Union.Variants, func(v *model.Variant) bool { return has[v.Type] })
	}
	return true
}
