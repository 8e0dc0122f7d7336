package declared

import (
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// numberType is a type without bounds of its own.
var numberType = &model.Type{Kind: model.KindNumber}

// consistent reports keywords that contradict each other.
func (c *compiler) consistent(n *model.SchemaNode, v *jsonValue) {
	for _, written := range n.Enum {
		if !describe.Accepts(&model.SchemaNode{Types: n.Types}, written) {
			c.invalid(v.at, "the value %s has none of the types %s", written, strings.Join(n.Types, ", "))
		}
	}
	if name, reason := keyword.Contradiction(numberType, n.Keywords); name != "" {
		c.invalid(v.member(name).at, "%s", reason)
	}
}

// satisfiable reports keywords of one schema that allow no value.
func (c *compiler) satisfiable(n *model.SchemaNode, v *jsonValue) {
	if not := v.member("not"); not != nil && reflect.DeepEqual(n.Not, &model.SchemaNode{}) {
		c.invalid(not.at, "not: it refuses every value, so that no value is valid")
	}
	for _, name := range n.Required {
		if n.AdditionalProperties != nil && n.AdditionalProperties.Never && !hasProperty(n, name) {
			c.invalid(v.member("required").at, "%q is required, but properties does not have it and additionalProperties is false", name)
		}
	}
	c.enumFits(n, v)
}

func hasProperty(n *model.SchemaNode, name string) bool {
	return slices.ContainsFunc(n.Properties, func(p model.SchemaProperty) bool { return p.Name == name })
}

// enumFits reports a list of values that the other keywords all refuse.
func (c *compiler) enumFits(n *model.SchemaNode, v *jsonValue) {
	first := ""
	for _, written := range n.Enum {
		problems := describe.Refusals(n, written)
		if len(problems) == 0 {
			return
		}
		if first == "" {
			first = problems[0].String()
		}
	}
	if first == "" {
		return
	}
	name := "const"
	if v.member(name) == nil {
		name = keyword.Enum
	}
	c.invalid(v.member(name).at, "%s: %s, so that no value is valid", name, first)
}

// checkAnnotations reports defaults and examples that the schema refuses.
func (c *compiler) checkAnnotations(n *model.SchemaNode, v *jsonValue) {
	check := func(name string, given *jsonValue) {
		if problems := describe.Refusals(n, given.at.value); len(problems) > 0 {
			c.invalid(given.at, "%s: %s", name, problems[0])
		}
	}
	if given := v.member("default"); given != nil {
		check("default", given)
	}
	if given := v.member("examples"); given != nil {
		for _, item := range given.items {
			check("examples", item)
		}
	}
}
