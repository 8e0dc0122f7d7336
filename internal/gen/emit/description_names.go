package emit

import (
	"strings"

	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// form returns a name for the description of a type: the result of words, but
// without the names of types that are decoded like their basic types.
func form(t *model.Type) string {
	switch {
	case t.Kind == model.KindPointer:
		return form(t.Elem)
	case t.Enum == nil && basics(t) != nil:
		return basics(t)[0]
	case t.Name == nil || t.Recursive || t.Elem == nil || t.Kind == model.KindJSON:
		return words(t)
	}
	plain := *t
	plain.Name = nil
	return words(&plain)
}

// limitedForm returns a name for a description that has no constraints except for
// Limits, such as stringMinLength1. It returns an empty name for other
// descriptions.
func (f *file) limitedForm(described *decode.Type) string {
	of := f.describer.Origin(described)
	name, c := form(of.Type), of.Constraints
	switch {
	case c.IsZero() || name == "":
		return name
	case len(c.Enum) > 0 || c.Items != nil || !isLimits(c.Keywords, described):
		return ""
	}
	return name + upperFirst(toCamelCase(strings.ReplaceAll(described.Limits, "-", " minus ")))
}

// isLimits reports whether the keywords add only to the Limits of a description.
func isLimits(keywords model.Keywords, described *decode.Type) bool {
	var limits []string
	for _, k := range keyword.WithValue(keywords) {
		limits = append(limits, k.Name+"="+keywords[k.Name])
	}
	return strings.Join(limits, ",") == described.Limits
}

// isInline reports whether a description is written in its only use, because it
// has constraints or no name.
func (f *file) isInline(described *decode.Type) bool {
	of := f.describer.Origin(described)
	return f.decoding.uses[described] < 2 && (!of.Constraints.IsZero() || form(of.Type) == "")
}

// countUses counts the uses of each description. A description with several uses
// has a variable.
func (f *file) countUses(t *decode.Type) {
	if t.Kind == decode.KindReference {
		t = t.Rules.Reference.Type()
	}
	if f.decoding.uses[t]++; f.decoding.uses[t] > 1 {
		return
	}
	for n := range t.Fields {
		f.countUses(t.Fields[n].Type)
	}
	parts := []*decode.Type{t.Elem}
	if t.Rules != nil {
		parts = append(parts, t.Rules.Key)
		if t.Rules.Union != nil {
			parts = append(parts, t.Rules.Union.Types...)
		}
	}
	for _, part := range parts {
		if part != nil {
			f.countUses(part)
		}
	}
}
