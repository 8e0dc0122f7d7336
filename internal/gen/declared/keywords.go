package declared

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// rule describes how a keyword of a declared schema is compiled.
type rule struct {
	// takes are the JSON types of its value; says is the same as text.
	takes []string
	says  string
	// apply stores the value, or returns its problem. It is nil for an
	// annotation.
	apply func(c *compiler, n *model.SchemaNode, v *jsonValue) error
}

var (
	takesText   = []string{"string"}
	takesFlag   = []string{"boolean"}
	takesList   = []string{"array"}
	takesObject = []string{"object"}
	takesSchema = []string{"object", "boolean"}
	takesAny    = []string{"object", "array", "string", "number", "boolean", "null"}
)

// rules are the keywords that the decoder checks, and annotations.
var rules = withConstraints(map[string]rule{
	"title": {takesText, "a string", nil}, "description": {takesText, "a string", nil}, "$comment": {takesText, "a string", nil},
	"default": {takesAny, "any value", nil}, "examples": {takesList, "an array", nil},
	"deprecated": {takesFlag, "a boolean", nil}, "readOnly": {takesFlag, "a boolean", nil}, "writeOnly": {takesFlag, "a boolean", nil},

	"type":  {[]string{"string", "array"}, "a string or an array", (*compiler).types},
	"enum":  {takesList, "an array", (*compiler).enum},
	"const": {takesAny, "any value", (*compiler).constant},

	"items": {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.Items })},

	"properties":           {takesObject, "an object", (*compiler).properties},
	"required":             {takesList, "an array", (*compiler).required},
	"additionalProperties": {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.AdditionalProperties })},
	"propertyNames":        {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.PropertyNames })},

	"allOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.AllOf }),
	"anyOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.AnyOf }),
	"oneOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.OneOf }),
	"not":   {takesObject, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.Not })},
})

// withConstraints adds the keywords that constrain a value.
func withConstraints(rules map[string]rule) map[string]rule {
	for _, k := range keyword.All {
		if k.Name == keyword.Enum {
			continue
		}
		rules[k.Name] = rule{k.Value.Takes, k.Value.Says, func(_ *compiler, n *model.SchemaNode, v *jsonValue) error {
			value, err := k.FromSchema(v.at.value)
			if err == nil {
				n.Keywords.Set(k.Name, value)
			}
			return err
		}}
	}
	return rules
}

// refusedKeywords has the keywords of JSON Schema that are not supported, with their
// fixes.
var refusedKeywords = map[string]string{
	"$ref": inPlace, "$dynamicRef": inPlace, "$recursiveRef": inPlace, "$defs": inPlace, "definitions": inPlace,
	"$anchor": inPlace, "$dynamicAnchor": inPlace, "$recursiveAnchor": inPlace, "$id": noHeading, "id": noHeading,
	"$schema": noHeading, "$vocabulary": noHeading,
	"if": choose, "then": choose, "else": choose,
	"prefixItems": oneItem, "additionalItems": oneItem, "contains": inFunction, "minContains": inFunction, "maxContains": inFunction,
	"unevaluatedItems": inFunction, "unevaluatedProperties": "write additionalProperties", "patternProperties": "write additionalProperties and propertyNames",
	"dependentRequired": choose, "dependentSchemas": choose, "dependencies": choose,
	"contentEncoding": "write it in the description", "contentMediaType": "write it in the description", "contentSchema": "write it in the description",
	"nullable": `write "null" among the types: "type": ["string", "null"]`, "example": `write "examples": [...]`, "discriminator": "declare a //tool:union",
}

const (
	inPlace    = "inline the schema"
	noHeading  = "remove it: the schema is embedded in another one"
	choose     = "write the cases with anyOf, or check them in the function"
	oneItem    = "write items, which applies to all items, or use a struct"
	inFunction = "check it in the function"
)

// subschema returns a function that stores a schema: an object or, where the
// keyword accepts it, a boolean.
func subschema(field func(*model.SchemaNode) **model.SchemaNode) func(*compiler, *model.SchemaNode, *jsonValue) error {
	return func(c *compiler, n *model.SchemaNode, v *jsonValue) error {
		if v.kind == "boolean" {
			*field(n) = &model.SchemaNode{Never: v.at.value == "false"}
			return nil
		}
		*field(n) = c.schema(v)
		return nil
	}
}

// listKeyword returns the rule for a keyword whose value is a list of schemas.
func listKeyword(field func(*model.SchemaNode) *[]*model.SchemaNode) rule {
	return rule{takesList, "an array of schemas", func(c *compiler, n *model.SchemaNode, v *jsonValue) error {
		if len(v.items) == 0 {
			return errors.New("it needs at least one schema")
		}
		for _, item := range v.items {
			*field(n) = append(*field(n), c.schema(item))
		}
		return nil
	}}
}

// jsonTypes are the names of the JSON types.
var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// CheckTypes refuses names that are not a list of JSON types.
func CheckTypes(names []string) error {
	for i, name := range names {
		switch {
		case !slices.Contains(jsonTypes, name):
			return fmt.Errorf("%q is not a JSON type: %s", name, strings.Join(jsonTypes, ", "))
		case slices.Contains(names[:i], name):
			return fmt.Errorf("%q is given twice", name)
		}
	}
	if len(names) == 0 {
		return errors.New("it needs at least one type")
	}
	return nil
}

// types compiles the keyword type: one name or a list of names.
func (c *compiler) types(n *model.SchemaNode, v *jsonValue) error {
	names, err := stringsOf(v)
	if v.kind == "string" {
		names, err = []string{v.decoded.value}, nil
	}
	if err != nil {
		return err
	}
	n.Types = names
	return CheckTypes(names)
}

// withArticle returns the name of a JSON type with its article.
func withArticle(kind string) string {
	switch kind {
	case "array", "object":
		return "an " + kind
	case "null":
		return kind
	}
	return "a " + kind
}

// stringsOf returns the items of an array of strings.
func stringsOf(v *jsonValue) ([]string, error) {
	var list []string
	for _, item := range v.items {
		if item.kind != "string" {
			return nil, fmt.Errorf("it takes strings, and %s is %s", item.at.value, withArticle(item.kind))
		}
		list = append(list, item.decoded.value)
	}
	return list, nil
}

// enum sets the allowed values; if const is also given, a value must satisfy
// both.
func (c *compiler) enum(n *model.SchemaNode, v *jsonValue) error {
	for i, item := range v.items {
		if slices.ContainsFunc(v.items[:i], item.equals) {
			return fmt.Errorf("the value %s is given twice", item.compact())
		}
	}
	return c.allow(n, v.items)
}

func (c *compiler) constant(n *model.SchemaNode, v *jsonValue) error {
	return c.allow(n, []*jsonValue{v})
}

// allow sets the allowed values, or removes those that are not among them.
func (c *compiler) allow(n *model.SchemaNode, values []*jsonValue) error {
	allowed := []string{}
	for _, value := range values {
		if !n.HasEnum || slices.ContainsFunc(n.Enum, func(known string) bool { return describe.AreEqual(known, value.at.value) }) {
			allowed = append(allowed, value.compact())
		}
	}
	n.Enum, n.HasEnum = allowed, true
	switch {
	case len(values) == 0:
		return errors.New("it needs at least one value")
	case len(allowed) == 0:
		return errors.New("const is not a value of enum, so that no value is valid")
	}
	return nil
}

// properties compiles the keyword properties.
func (c *compiler) properties(n *model.SchemaNode, v *jsonValue) error {
	for _, m := range v.members {
		n.Properties = append(n.Properties, model.SchemaProperty{Name: m.name.value, Schema: c.schema(m.value)})
	}
	return nil
}

// required compiles the keyword required.
func (c *compiler) required(n *model.SchemaNode, v *jsonValue) error {
	names, err := stringsOf(v)
	if err != nil {
		return err
	}
	n.Required = names
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("%q is given twice", name)
		}
	}
	return nil
}
