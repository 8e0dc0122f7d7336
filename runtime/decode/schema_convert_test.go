package decode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/decode"
)

// errKeyword is that a schema has a keyword which is not supported.
var errKeyword = errors.New("no such keyword")

// typeBits are the JSON types by name.
var typeBits = map[string]decode.Types{
	"null": decode.TypeNull, "boolean": decode.TypeBoolean, "integer": decode.TypeInteger, "number": decode.TypeNumber,
	"string": decode.TypeString, "array": decode.TypeArray, "object": decode.TypeObject,
}

// converter turns the text of a schema into what generated code has for it.
type converter struct {
	s       *decode.Schema
	text    *decode.SchemaText
	array   *decode.SchemaArray
	object  *decode.SchemaObject
	logic   *decode.SchemaLogic
	listed  []string // by enum
	allowed []string // by const
}

// convert converts a schema.
func convert(text json.RawMessage) (*decode.Schema, error) {
	switch strings.TrimSpace(string(text)) {
	case "true":
		return &decode.Schema{}, nil
	case "false":
		return &decode.Schema{Never: true}, nil
	}
	var keywords map[string]json.RawMessage
	if err := json.Unmarshal(text, &keywords); err != nil {
		return nil, err
	}
	c := converter{
		s: &decode.Schema{}, text: &decode.SchemaText{}, array: &decode.SchemaArray{},
		object: &decode.SchemaObject{}, logic: &decode.SchemaLogic{},
	}
	for name, value := range keywords {
		if err := c.keyword(name, value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	c.enum()
	if c.text.Length != nil || c.text.Checks != nil {
		c.s.Text = c.text
	}
	if c.array.Items != nil || c.array.Count != nil || c.array.Unique {
		c.s.Array = c.array
	}
	if o := c.object; o.Properties != nil || o.Required != nil || o.Additional != nil || o.Names != nil || o.Count != nil {
		c.s.Object = o
	}
	if l := c.logic; l.AllOf != nil || l.AnyOf != nil || l.OneOf != nil || l.Not != nil {
		c.s.Logic = l
	}
	return c.s, nil
}

// enum joins enum and const.
func (c *converter) enum() {
	if c.allowed == nil || c.listed == nil {
		c.s.Enum = append(c.listed, c.allowed...)
		if c.listed != nil && c.s.Enum == nil {
			c.s.Enum = []string{}
		}
		return
	}
	c.s.Enum = []string{}
	for _, text := range c.listed {
		if decode.EqualValues(text, c.allowed[0]) {
			c.s.Enum = c.allowed
		}
	}
}

// annotations are keywords that demand nothing.
var annotations = map[string]bool{"title": true, "description": true, "default": true, "examples": true, "$comment": true, "$schema": true, "deprecated": true}

func (c *converter) keyword(name string, value json.RawMessage) (err error) {
	numbers := map[string]func(*decode.Range) *string{
		"minimum": func(r *decode.Range) *string { return &r.Min }, "exclusiveMinimum": func(r *decode.Range) *string { return &r.Above },
		"maximum": func(r *decode.Range) *string { return &r.Max }, "exclusiveMaximum": func(r *decode.Range) *string { return &r.Below },
		"multipleOf": func(r *decode.Range) *string { return &r.Step },
	}
	lists := map[string]*[]*decode.Schema{"allOf": &c.logic.AllOf, "anyOf": &c.logic.AnyOf, "oneOf": &c.logic.OneOf}
	schemas := map[string]**decode.Schema{
		"items": &c.array.Items, "additionalProperties": &c.object.Additional, "propertyNames": &c.object.Names, "not": &c.logic.Not,
	}
	counts := map[string]**decode.Bounds{"Length": &c.text.Length, "Items": &c.array.Count, "Properties": &c.object.Count}
	switch {
	case annotations[name]:
		return nil
	case numbers[name] != nil:
		if c.s.Number == nil {
			c.s.Number = new(decode.Range)
		}
		*numbers[name](c.s.Number) = string(value)
		return nil
	case lists[name] != nil:
		return convertList(value, lists[name])
	case schemas[name] != nil:
		*schemas[name], err = convert(value)
		return err
	case len(name) > 3 && counts[name[3:]] != nil:
		return convertBound(name, value, counts[name[3:]])
	}
	return c.other(name, value)
}

func (c *converter) other(name string, value json.RawMessage) error {
	switch name {
	case "type":
		var names []string
		if value[0] == '"' {
			value = json.RawMessage("[" + string(value) + "]")
		}
		err := json.Unmarshal(value, &names)
		for _, name := range names {
			c.s.Types |= typeBits[name]
		}
		return err
	case "enum":
		c.listed = []string{}
		return appendTexts(value, &c.listed)
	case "const":
		c.allowed = []string{string(value)}
		return nil
	case "pattern":
		var expr string
		err := json.Unmarshal(value, &expr)
		c.text.Checks = append(c.text.Checks, &decode.Pattern{Expr: expr})
		return err
	case "uniqueItems":
		return json.Unmarshal(value, &c.array.Unique)
	case "required":
		return json.Unmarshal(value, &c.object.Required)
	case "properties":
		return c.properties(value)
	}
	return errKeyword
}

func appendTexts(value json.RawMessage, to *[]string) error {
	var texts []json.RawMessage
	err := json.Unmarshal(value, &texts)
	for _, text := range texts {
		*to = append(*to, string(text))
	}
	return err
}

func (c *converter) properties(value json.RawMessage) error {
	c.object.Properties = []decode.SchemaProperty{}
	d := json.NewDecoder(bytes.NewReader(value))
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, ok := token.(string)
		if !ok {
			continue
		}
		var text json.RawMessage
		if err := d.Decode(&text); err != nil {
			return err
		}
		s, err := convert(text)
		if err != nil {
			return err
		}
		c.object.Properties = append(c.object.Properties, decode.SchemaProperty{Name: name, Schema: s})
	}
	return nil
}

func convertList(value json.RawMessage, to *[]*decode.Schema) error {
	var texts []json.RawMessage
	if err := json.Unmarshal(value, &texts); err != nil {
		return err
	}
	for _, text := range texts {
		s, err := convert(text)
		if err != nil {
			return err
		}
		*to = append(*to, s)
	}
	return nil
}

func convertBound(name string, value json.RawMessage, to **decode.Bounds) error {
	var n float64
	if *to == nil {
		*to = &decode.Bounds{Max: decode.Unbounded}
	}
	err := json.Unmarshal(value, &n)
	if name[:3] == "min" {
		(*to).Min = int(n)
	} else {
		(*to).Max = int(n)
	}
	return err
}

// mustConvert converts a schema of a test.
func mustConvert(t testing.TB, text string) *decode.Schema {
	t.Helper()
	s, err := convert(json.RawMessage(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// oracle compiles a schema with the independent validator.
func oracle(t testing.TB, text string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", document); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiled, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return compiled
}

// oracleAccepts reports whether the independent validator accepts a value.
func oracleAccepts(t testing.TB, compiled *jsonschema.Schema, value string) bool {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(value))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	return compiled.Validate(v) == nil
}

// checkSchema compares both passes with each other and with what is expected.
func checkSchema(t testing.TB, s *decode.Schema, schema, value string, want bool) {
	t.Helper()
	if got := s.Accepts(value); got != want {
		t.Fatalf("schema %s\nvalue %s\naccepted: %v, want %v", schema, value, got, want)
	}
	problems := s.Problems(value)
	if (len(problems) == 0) != want {
		t.Fatalf("schema %s\nvalue %s\naccepted: %v, the slow pass finds %v", schema, value, want, problems)
	}
	for _, p := range problems {
		if p.Code == "" || p.Message == "" || p.Offset < 0 || p.Offset >= len(value) {
			t.Fatalf("schema %s\nvalue %s\n%+v", schema, value, p)
		}
	}
}
