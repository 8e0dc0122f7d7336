package values

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
)

// Schema is a parsed schema.
type Schema struct {
	// never means that the schema accepts nothing.
	never bool
	// types are the names of the JSON types; nil means all types.
	types []string
	// enum are the allowed values; nil means all values.
	enum []any
	// number, text, array and object are the constraints for the values of these
	// types.
	number number
	text   text
	array  array
	object object

	allOf, anyOf, oneOf []*Schema
	// oneOfText is the text of oneOf.
	oneOfText string
	// not are the texts of the schemas that values must not satisfy.
	not []string
	// denied are the parsed schemas of not.
	denied []*Schema
	// reference is the text of $ref, and root the document that it refers to.
	reference string
	root      *document

	// fixed are the atoms of a schema that was not parsed.
	fixed []*atom
}

// document has the definitions of a schema.
type document struct {
	root        *Schema
	definitions map[string]*Schema
	// open means that objects have properties that they do not declare.
	open bool
}

// Parse reads a schema. It returns an error if the text is not a schema, or if it
// has a keyword that the comparison does not know.
func Parse(text []byte) (*Schema, error) { return parseDocument(text, &document{}) }

// ParseOpen reads a schema as the description of a value for a reader that ignores
// unknown properties: objects accept properties that they do not declare.
func ParseOpen(text []byte) (*Schema, error) { return parseDocument(text, &document{open: true}) }

// parseDocument reads a schema with its definitions, which it adds to d.
func parseDocument(text []byte, d *document) (*Schema, error) {
	value, err := decodeJSON(text)
	if err != nil {
		return nil, err
	}
	if object, ok := value.(map[string]any); ok {
		d.definitions = make(map[string]*Schema)
		definitions, _ := object["$defs"].(map[string]any)
		for name, definition := range definitions {
			if d.definitions["#/$defs/"+name], err = d.schema(definition); err != nil {
				return nil, fmt.Errorf("$defs %s: %w", name, err)
			}
		}
	}
	d.root, err = d.schema(value)
	return d.root, err
}

// decodeJSON reads one JSON value, with numbers as texts.
func decodeJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, errors.New("there is text after the schema")
	}
	return value, nil
}

// schema reads a schema from its JSON value.
func (d *document) schema(value any) (*Schema, error) {
	s := newSchema(d)
	switch value := value.(type) {
	case bool:
		s.never = !value
		return s, nil
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if err := d.keyword(s, name, value[name]); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		return s, nil
	}
	return nil, errors.New("a schema is an object or a boolean")
}

// newSchema returns a schema that accepts everything.
func newSchema(d *document) *Schema {
	return &Schema{root: d, text: anyText, array: anyArray, object: anyObject}
}

// annotations are the keywords that do not constrain values, in addition to those
// that start with "x-".
var annotations = []string{
	"$schema", "$id", "$anchor", "$comment", "$defs", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly",
}

// keyword adds a keyword to a schema.
func (d *document) keyword(s *Schema, name string, value any) error {
	if read, ok := keywordReaders[name]; ok {
		return read(d, s, value)
	}
	if slices.Contains(annotations, name) || strings.HasPrefix(name, "x-") {
		return nil
	}
	if slices.Contains(unsupported, name) {
		return errors.New("the comparison does not know the keyword")
	}
	return nil // an extra keyword without a meaning
}

// unsupported are keywords that constrain values and that toolgen does not emit.
var unsupported = []string{
	"$dynamicRef", "if", "then", "else", "prefixItems", "contains", "minContains", "maxContains", "patternProperties", "dependentRequired",
	"dependentSchemas", "unevaluatedItems", "unevaluatedProperties", "dependencies", "additionalItems",
}

type keywordReader func(d *document, s *Schema, value any) error

// keywordReaders are the keywords that constrain values.
var keywordReaders map[string]keywordReader

func init() { // the readers call each other
	keywordReaders = map[string]keywordReader{
		"type":  func(_ *document, s *Schema, v any) (err error) { s.types, err = typeNames(v); return err },
		"const": func(_ *document, s *Schema, v any) error { return s.restrict([]any{v}) },
		"enum": func(_ *document, s *Schema, v any) error {
			list, ok := v.([]any)
			if !ok {
				return errors.New("it is not a list")
			}
			return s.restrict(list)
		},
		"$ref": func(_ *document, s *Schema, v any) (err error) { s.reference, err = stringOf(v); return err },

		"minimum":          rational(func(s *Schema, r *big.Rat) { s.number.atLeast(r, false) }),
		"exclusiveMinimum": rational(func(s *Schema, r *big.Rat) { s.number.atLeast(r, true) }),
		"maximum":          rational(func(s *Schema, r *big.Rat) { s.number.atMost(r, false) }),
		"exclusiveMaximum": rational(func(s *Schema, r *big.Rat) { s.number.atMost(r, true) }),
		"multipleOf":       rational(func(s *Schema, r *big.Rat) { s.number.step = r }),

		"minLength":       count(func(s *Schema, n int) { s.text.size.min = n }),
		"maxLength":       count(func(s *Schema, n int) { s.text.size.max = n }),
		"pattern":         words(func(s *Schema, w string) { s.text.patterns = []string{w} }),
		"format":          words(func(s *Schema, w string) { s.text.formats = append(s.text.formats, w) }),
		"contentEncoding": words(func(s *Schema, w string) { s.text.formats = append(s.text.formats, "encoded as "+w) }),

		"minItems":    count(func(s *Schema, n int) { s.array.size.min = n }),
		"maxItems":    count(func(s *Schema, n int) { s.array.size.max = n }),
		"uniqueItems": func(_ *document, s *Schema, v any) error { s.array.unique, _ = v.(bool); return nil },
		"items":       part(func(s, p *Schema) { s.array.items = node{p} }),

		"minProperties":        count(func(s *Schema, n int) { s.object.size.min = n }),
		"maxProperties":        count(func(s *Schema, n int) { s.object.size.max = n }),
		"additionalProperties": (*document).additional,
		"propertyNames":        part(func(s, p *Schema) { s.object.names = node{p} }),
		"properties":           (*document).properties,
		"required":             requiredNames,

		"allOf": parts(func(s *Schema, list []*Schema) { s.allOf = list }),
		"anyOf": parts(func(s *Schema, list []*Schema) { s.anyOf = list }),
		"oneOf": func(d *document, s *Schema, v any) error {
			s.oneOfText = "more than one of " + canonical(constraintsOf("oneOf", v))
			return parts(func(s *Schema, list []*Schema) { s.oneOf = list })(d, s, v)
		},
		"not": func(d *document, s *Schema, v any) error {
			denied, err := d.schema(v)
			s.not, s.denied = append(s.not, canonical(constraintsOf("not", v))), append(s.denied, denied)
			return err
		},
	}
}

// restrict reduces the allowed values to those in a list.
func (s *Schema) restrict(list []any) error {
	allowed := []any{}
	for _, value := range list {
		if s.enum == nil || slices.ContainsFunc(s.enum, func(known any) bool { return canonical(known) == canonical(value) }) {
			allowed = append(allowed, value)
		}
	}
	s.enum = allowed
	return nil
}

// typeNames returns the value of the keyword type: one name or a list of names.
func typeNames(value any) ([]string, error) {
	if name, ok := value.(string); ok {
		return []string{name}, nil
	}
	return stringList(value)
}

// stringOf returns a string that was decoded from JSON, or an error.
func stringOf(value any) (string, error) {
	text, ok := value.(string)
	if !ok {
		return "", errors.New("it is not a string")
	}
	return text, nil
}

// stringList returns a list of strings that was decoded from JSON, or an error.
func stringList(value any) ([]string, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, errors.New("it is not a list")
	}
	names := []string{}
	for _, item := range list {
		name, err := stringOf(item)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// requiredNames reads the keyword required.
func requiredNames(_ *document, s *Schema, value any) error {
	names, err := stringList(value)
	s.object.required = make(map[string]bool)
	for _, name := range names {
		s.object.required[name] = true
	}
	return err
}

// properties reads the keyword properties.
func (d *document) properties(s *Schema, value any) error {
	object, ok := value.(map[string]any)
	if !ok {
		return errors.New("it is not an object")
	}
	s.object.properties = make(map[string]node)
	for name, value := range object {
		property, err := d.schema(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.object.properties[name] = node{property}
	}
	return nil
}

// additional reads the keyword additionalProperties.
func (d *document) additional(s *Schema, value any) error {
	if value == false && d.open {
		return nil
	}
	rest, err := d.schema(value)
	s.object.rest = node{rest}
	return err
}

// part returns a reader for a keyword whose value is a schema.
func part(set func(s, part *Schema)) keywordReader {
	return func(d *document, s *Schema, value any) error {
		inner, err := d.schema(value)
		set(s, inner)
		return err
	}
}

// parts returns a reader for a keyword whose value is a list of schemas.
func parts(set func(s *Schema, list []*Schema)) keywordReader {
	return func(d *document, s *Schema, value any) error {
		list, ok := value.([]any)
		if !ok {
			return errors.New("it is not a list")
		}
		var schemas []*Schema
		for i, item := range list {
			inner, err := d.schema(item)
			if err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
			schemas = append(schemas, inner)
		}
		set(s, schemas)
		return nil
	}
}
