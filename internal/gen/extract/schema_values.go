package extract

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// refusalBy says why a declared schema refuses a value; nil when it takes it.
func refusalBy(n *model.SchemaNode, v *jsonValue) error {
	if n == nil {
		return nil
	}
	for _, check := range []func(*model.SchemaNode, *jsonValue) error{ofType, listed, inBounds, likeText, likeList, likeObject, combined} {
		if err := check(n, v); err != nil {
			return err
		}
	}
	return nil
}

func ofType(n *model.SchemaNode, v *jsonValue) error {
	switch {
	case n.Never:
		return fmt.Errorf("%s stands where nothing is allowed", v.compact())
	case len(n.Types) > 0 && !slices.ContainsFunc(n.Types, hasType(v.compact())):
		return fmt.Errorf("%s is of none of the types: %s", v.compact(), strings.Join(n.Types, ", "))
	}
	return nil
}

func listed(n *model.SchemaNode, v *jsonValue) error {
	if n.Listed && !slices.ContainsFunc(n.Enum, v.equals) {
		return fmt.Errorf("%s is none of %s", v.compact(), strings.Join(n.Enum, ", "))
	}
	return nil
}

func inBounds(n *model.SchemaNode, v *jsonValue) error {
	if v.kind != "number" {
		return nil
	}
	return checkNumber(&model.Constraints{
		Minimum: n.Minimum, Maximum: n.Maximum, MultipleOf: n.MultipleOf,
		ExclusiveMinimum: n.ExclusiveMinimum, ExclusiveMaximum: n.ExclusiveMaximum,
	}, v.at.value)
}

func likeText(n *model.SchemaNode, v *jsonValue) error {
	if v.kind != "string" {
		return nil
	}
	c := &model.Constraints{MinLength: n.MinLength, MaxLength: n.MaxLength, Pattern: n.Pattern, Format: n.Format}
	if _, err := regexp.Compile(n.Pattern); err != nil {
		c.Pattern = "" // reported where it stands
	}
	return checkString(c, v.decoded.value)
}

func likeList(n *model.SchemaNode, v *jsonValue) error {
	if v.kind != "array" {
		return nil
	}
	if err := counted(len(v.items), n.MinItems, n.MaxItems, "Items"); err != nil {
		return fmt.Errorf("%s: %w", v.compact(), err)
	}
	seen := make(map[string]bool)
	for _, item := range v.items {
		text := item.canonical()
		if n.UniqueItems && seen[text] {
			return fmt.Errorf("%s has the item %s twice, against uniqueItems", v.compact(), item.compact())
		}
		seen[text] = true
		if err := refusalBy(n.Items, item); err != nil {
			return err
		}
	}
	return nil
}

func likeObject(n *model.SchemaNode, v *jsonValue) error {
	if v.kind != "object" {
		return nil
	}
	if err := counted(len(v.members), n.MinProperties, n.MaxProperties, "Properties"); err != nil {
		return fmt.Errorf("%s: %w", v.compact(), err)
	}
	for _, name := range n.Required {
		if v.member(name) == nil {
			return fmt.Errorf("%s lacks %q, which is required", v.compact(), name)
		}
	}
	for _, m := range v.members {
		name := &jsonValue{at: sourceText(jsonString(m.name.value), 1), kind: "string", decoded: m.name}
		if err := refusalBy(n.PropertyNames, name); err != nil {
			return err
		}
		if err := refusalBy(propertySchema(n, m.name.value), m.value); err != nil {
			return err
		}
	}
	return nil
}

// propertySchema is what a property must meet.
func propertySchema(n *model.SchemaNode, name string) *model.SchemaNode {
	i := slices.IndexFunc(n.Properties, func(p model.SchemaProperty) bool { return p.Name == name })
	if i < 0 {
		return n.AdditionalProperties
	}
	return n.Properties[i].Schema
}

// counted checks a number of items or properties.
func counted(count int, least, most *int, of string) error {
	switch {
	case least != nil && count < *least:
		return fmt.Errorf("%d are fewer than min%s %d", count, of, *least)
	case most != nil && count > *most:
		return fmt.Errorf("%d are more than max%s %d", count, of, *most)
	}
	return nil
}

func combined(n *model.SchemaNode, v *jsonValue) error {
	for _, part := range n.AllOf {
		if err := refusalBy(part, v); err != nil {
			return err
		}
	}
	takes := func(part *model.SchemaNode) bool { return refusalBy(part, v) == nil }
	fitting := len(slices.DeleteFunc(slices.Clone(n.OneOf), func(part *model.SchemaNode) bool { return !takes(part) }))
	switch {
	case n.Not != nil && takes(n.Not):
		return fmt.Errorf("%s is what not refuses", v.compact())
	case len(n.AnyOf) > 0 && !slices.ContainsFunc(n.AnyOf, takes):
		return fmt.Errorf("%s meets none of the schemas of anyOf", v.compact())
	case len(n.OneOf) > 0 && fitting != 1:
		return fmt.Errorf("%s meets %d of the schemas of oneOf, not one", v.compact(), fitting)
	}
	return nil
}

// satisfiable reports what leaves no value, as far as one schema shows it.
func (r *schemaReader) satisfiable(n *model.SchemaNode, v *jsonValue) {
	if n.Not != nil && reflect.DeepEqual(n.Not, &model.SchemaNode{}) {
		r.invalid(v.member("not").at, "not: it refuses every value, so that no value is valid")
	}
	closed := n.AdditionalProperties != nil && n.AdditionalProperties.Never
	for _, name := range n.Required {
		if closed && propertySchema(n, name) == n.AdditionalProperties {
			r.invalid(v.member("required").at, "%q is required, but it is none of the properties, and there are no others", name)
		}
	}
	r.listFits(n, v)
}

// listFits reports a list of values that the other keywords refuse, all of
// them.
func (r *schemaReader) listFits(n *model.SchemaNode, v *jsonValue) {
	var first error
	for _, written := range n.Enum {
		value, err := parseJSON(sourceText(written, 1))
		if err != nil {
			return // not reached: it has been read
		}
		refused := refusalBy(n, value)
		if refused == nil {
			return
		}
		if first == nil {
			first = refused
		}
	}
	if first != nil {
		keyword := "const"
		if v.member(keyword) == nil {
			keyword = "enum"
		}
		r.invalid(v.member(keyword).at, "%s: %v, so that no value is valid", keyword, first)
	}
}

// illustrated reports a default or examples that the schema itself refuses.
func (r *schemaReader) illustrated(n *model.SchemaNode, v *jsonValue) {
	check := func(keyword string, given *jsonValue) {
		if err := refusalBy(n, given); err != nil {
			r.invalid(given.at, "%s: %v", keyword, err)
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
