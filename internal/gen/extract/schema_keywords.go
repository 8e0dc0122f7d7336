package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// schemaKeyword is a keyword of a declared schema.
type schemaKeyword struct {
	// takes are the JSON types of its value; says is that in words.
	takes []string
	says  string
	// apply stores the value, or says what is wrong with it; nil for an
	// annotation.
	apply func(r *schemaReader, n *model.SchemaNode, v *jsonValue) error
}

var (
	takesText   = []string{"string"}
	takesNumber = []string{"number"}
	takesFlag   = []string{"boolean"}
	takesList   = []string{"array"}
	takesObject = []string{"object"}
	takesSchema = []string{"object", "boolean"}
	takesAny    = []string{"object", "array", "string", "number", "boolean", "null"}
)

// schemaKeywords are those that the decoder checks, and annotations.
var schemaKeywords = map[string]schemaKeyword{
	"title": {takesText, "a string", nil}, "description": {takesText, "a string", nil}, "$comment": {takesText, "a string", nil},
	"default": {takesAny, "any value", nil}, "examples": {takesList, "an array", nil},
	"deprecated": {takesFlag, "a boolean", nil}, "readOnly": {takesFlag, "a boolean", nil}, "writeOnly": {takesFlag, "a boolean", nil},

	"type":  {[]string{"string", "array"}, "a string or an array", (*schemaReader).types},
	"enum":  {takesList, "an array", (*schemaReader).enum},
	"const": {takesAny, "any value", (*schemaReader).constant},

	"minimum":          numberKeyword(func(n *model.SchemaNode) *string { return &n.Minimum }),
	"maximum":          numberKeyword(func(n *model.SchemaNode) *string { return &n.Maximum }),
	"exclusiveMinimum": numberKeyword(func(n *model.SchemaNode) *string { return &n.ExclusiveMinimum }),
	"exclusiveMaximum": numberKeyword(func(n *model.SchemaNode) *string { return &n.ExclusiveMaximum }),
	"multipleOf":       {takesNumber, "a number", (*schemaReader).multipleOf},

	"minLength": countKeyword(func(n *model.SchemaNode) **int { return &n.MinLength }),
	"maxLength": countKeyword(func(n *model.SchemaNode) **int { return &n.MaxLength }),
	"pattern":   {takesText, "a string", (*schemaReader).pattern},
	"format":    {takesText, "a string", (*schemaReader).format},

	"items":       {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.Items })},
	"minItems":    countKeyword(func(n *model.SchemaNode) **int { return &n.MinItems }),
	"maxItems":    countKeyword(func(n *model.SchemaNode) **int { return &n.MaxItems }),
	"uniqueItems": {takesFlag, "a boolean", (*schemaReader).uniqueItems},

	"properties":           {takesObject, "an object", (*schemaReader).properties},
	"required":             {takesList, "an array", (*schemaReader).required},
	"additionalProperties": {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.AdditionalProperties })},
	"propertyNames":        {takesSchema, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.PropertyNames })},
	"minProperties":        countKeyword(func(n *model.SchemaNode) **int { return &n.MinProperties }),
	"maxProperties":        countKeyword(func(n *model.SchemaNode) **int { return &n.MaxProperties }),

	"allOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.AllOf }),
	"anyOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.AnyOf }),
	"oneOf": listKeyword(func(n *model.SchemaNode) *[]*model.SchemaNode { return &n.OneOf }),
	"not":   {takesObject, "a schema", subschema(func(n *model.SchemaNode) **model.SchemaNode { return &n.Not })},
}

// uncheckedKeywords are those of JSON Schema that are refused, and what to do
// instead.
var uncheckedKeywords = map[string]string{
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
	inPlace    = "write the schema in place"
	noHeading  = "remove it: the schema becomes part of another one"
	choose     = "write the cases with anyOf, or check them in the function"
	oneItem    = "write items, which is about all of them, or use a struct"
	inFunction = "check it in the function"
)

// isSchemaKeyword reports whether JSON Schema has a keyword.
func isSchemaKeyword(name string) bool {
	_, checked := schemaKeywords[name]
	_, unchecked := uncheckedKeywords[name]
	return checked || unchecked
}

func numberKeyword(field func(*model.SchemaNode) *string) schemaKeyword {
	return schemaKeyword{takesNumber, "a number", func(_ *schemaReader, n *model.SchemaNode, v *jsonValue) error {
		*field(n) = v.at.value
		return nil
	}}
}

func countKeyword(field func(*model.SchemaNode) **int) schemaKeyword {
	return schemaKeyword{takesNumber, "a count", func(_ *schemaReader, n *model.SchemaNode, v *jsonValue) error {
		count := rational(v.at.value)
		if !count.IsInt() || count.Sign() < 0 || !count.Num().IsInt64() || count.Num().Int64() > maxCount {
			return fmt.Errorf("%s is not a count: it must be an integer from 0 to %d", v.at.value, maxCount)
		}
		whole := int(count.Num().Int64())
		*field(n) = &whole
		return nil
	}}
}

// subschema stores a schema: an object or, where that is allowed, a boolean.
func subschema(field func(*model.SchemaNode) **model.SchemaNode) func(*schemaReader, *model.SchemaNode, *jsonValue) error {
	return func(r *schemaReader, n *model.SchemaNode, v *jsonValue) error {
		if v.kind == "boolean" {
			*field(n) = &model.SchemaNode{Never: v.at.value == "false"}
			return nil
		}
		*field(n) = r.schema(v)
		return nil
	}
}

func listKeyword(field func(*model.SchemaNode) *[]*model.SchemaNode) schemaKeyword {
	return schemaKeyword{takesList, "an array of schemas", func(r *schemaReader, n *model.SchemaNode, v *jsonValue) error {
		if len(v.items) == 0 {
			return errors.New("it needs at least one schema")
		}
		for _, item := range v.items {
			*field(n) = append(*field(n), r.schema(item))
		}
		return nil
	}}
}

// jsonTypes are the names of the types of JSON Schema.
var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// checkTypes refuses what is not a list of types.
func checkTypes(names []string) error {
	for i, name := range names {
		switch {
		case !slices.Contains(jsonTypes, name):
			return fmt.Errorf("%q is none of the types of JSON: %s", name, strings.Join(jsonTypes, ", "))
		case slices.Contains(names[:i], name):
			return fmt.Errorf("%q is given twice", name)
		}
	}
	if len(names) == 0 {
		return errors.New("it needs at least one type")
	}
	return nil
}

func (r *schemaReader) types(n *model.SchemaNode, v *jsonValue) error {
	names, err := stringsOf(v)
	if v.kind == "string" {
		names, err = []string{v.decoded.value}, nil
	}
	if err != nil {
		return err
	}
	n.Types = names
	return checkTypes(names)
}

// aKind is a JSON type with its article.
func aKind(kind string) string {
	switch kind {
	case "array", "object":
		return "an " + kind
	case "null":
		return kind
	}
	return "a " + kind
}

// stringsOf are the items of an array of strings.
func stringsOf(v *jsonValue) ([]string, error) {
	var list []string
	for _, item := range v.items {
		if item.kind != "string" {
			return nil, fmt.Errorf("it takes strings, and %s is %s", item.at.value, aKind(item.kind))
		}
		list = append(list, item.decoded.value)
	}
	return list, nil
}

// enum and constant narrow each other.
func (r *schemaReader) enum(n *model.SchemaNode, v *jsonValue) error {
	seen := make(map[string]bool)
	for _, item := range v.items {
		if text := item.canonical(); seen[text] {
			return fmt.Errorf("the value %s is given twice", item.compact())
		}
		seen[item.canonical()] = true
	}
	return r.allow(n, v.items)
}

func (r *schemaReader) constant(n *model.SchemaNode, v *jsonValue) error {
	return r.allow(n, []*jsonValue{v})
}

// allow keeps those of the values that are allowed already, as written.
func (r *schemaReader) allow(n *model.SchemaNode, values []*jsonValue) error {
	allowed := []string{}
	for _, value := range values {
		if !n.Listed || slices.ContainsFunc(n.Enum, value.equals) {
			allowed = append(allowed, value.compact())
		}
	}
	n.Enum, n.Listed = allowed, true
	switch {
	case len(values) == 0:
		return errors.New("it needs at least one value")
	case len(allowed) == 0:
		return errors.New("const is none of the values of enum, so that no value is valid")
	}
	return nil
}

func (r *schemaReader) multipleOf(n *model.SchemaNode, v *jsonValue) error {
	n.MultipleOf = v.at.value
	return checkStep(v.at.value)
}

func (r *schemaReader) pattern(n *model.SchemaNode, v *jsonValue) error {
	n.Pattern = v.decoded.value
	return checkPattern(v.decoded)
}

func (r *schemaReader) format(n *model.SchemaNode, v *jsonValue) error {
	n.Format = v.decoded.value
	return checkFormat(n.Format)
}

func (r *schemaReader) uniqueItems(n *model.SchemaNode, v *jsonValue) error {
	n.UniqueItems = v.at.value == "true"
	return nil
}

func (r *schemaReader) properties(n *model.SchemaNode, v *jsonValue) error {
	for _, m := range v.members {
		n.Properties = append(n.Properties, model.SchemaProperty{Name: m.name.value, Schema: r.schema(m.value)})
	}
	return nil
}

func (r *schemaReader) required(n *model.SchemaNode, v *jsonValue) error {
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
