package emit

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// describing tells descriptions apart: those of types that are read alike are
// one, whatever their Go types.
func describing(t *model.Type, c *model.Constraints) string {
	switch t.Kind {
	case model.KindPointer:
		return describing(t.Elem, c)
	case model.KindStruct, model.KindUnion, model.KindJSON, model.KindText:
		return fmt.Sprintf("%p %q %q %+v", t, schema.Limits(t, c), valueTexts(t, c), textRules(c))
	}
	key := fmt.Sprintf("%d/%d %q %q %t %+v", t.Kind, t.Bits, schema.Limits(t, c), valueTexts(t, c), c.UniqueItems, textRules(c))
	if t.Recursive && t.Name != nil {
		return fmt.Sprintf("%p ", t) + key
	}
	if t.Key != nil {
		key += " [" + describing(t.Key, &model.Constraints{}) + "]"
	}
	if t.Elem != nil && t.Kind != model.KindBytes {
		key += " of " + describing(t.Elem, orNone(c.Items))
	}
	return key
}

// form names what a description says: as words does for a type, but without the
// names of types that are read like the basic ones behind them.
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

// limitedForm names what a description with no more than limits says, such as
// stringMinLength1. It is empty when there is more.
func limitedForm(t *model.Type, c *model.Constraints) string {
	name := form(t)
	switch {
	case isFree(c) || name == "":
		return name
	case len(c.Enum) > 0 || c.Items != nil || c.UniqueItems || c.Pattern != "" || c.Format != "":
		return ""
	}
	return name + upperFirst(camel(strings.ReplaceAll(schema.Limits(t, c), "-", " minus ")))
}

// textRules are the constraints on the text of a value.
func textRules(c *model.Constraints) [2]string { return [2]string{c.Pattern, c.Format} }

// countUses counts how often each description is needed: one that is needed
// again gets a variable.
func (f *file) countUses(t *model.Type, c *model.Constraints, seen map[*model.Type]bool) {
	switch t.Kind {
	case model.KindStruct, model.KindUnion:
		if seen[t] {
			return
		}
		seen[t] = true
	case model.KindPointer:
	default:
		key := describing(t, c)
		if f.decoding.uses[key]++; f.decoding.uses[key] > 1 || t.Recursive && seen[t] {
			return
		}
		seen[t] = true
	}
	if t.Key != nil {
		f.countUses(t.Key, &model.Constraints{}, seen)
	}
	if t.Elem != nil && t.Kind != model.KindBytes && t.Kind != model.KindJSON {
		f.countUses(t.Elem, orNone(c.Items), seen)
	}
	for _, field := range t.Fields {
		f.countUses(field.Type, &field.Constraints, seen)
	}
	if t.Union != nil {
		for _, variant := range t.Union.Variants {
			f.countUses(variant.Type, &model.Constraints{}, seen)
		}
	}
}
