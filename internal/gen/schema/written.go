package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// authorSchema returns the schema that an author wrote. Encode writes it as the author
// did. A text that is not a schema becomes a schema that cannot be encoded.
func (b *builder) authorSchema(t *model.Type, u use) *jsonschema.Schema {
	if t.Schema == nil || t.Schema.Text == "true" {
		return &jsonschema.Schema{}
	}
	source := Source{Span: t.Schema.Span, Field: u.field, Type: t, Written: true}
	s, err := parse(t.Schema.Text, func(s *jsonschema.Schema) { b.noteWritten(s, source) })
	if err != nil {
		return &jsonschema.Schema{Extras: map[string]any{"$comment": notSchema{err}}}
	}
	return s
}

// notSchema is the value of a schema that is invalid. It fails when it is
// encoded.
type notSchema struct{ error }

// MarshalJSON returns the error.
func (s notSchema) MarshalJSON() ([]byte, error) { return nil, s.error }

// parse reads a schema. It calls note for each schema in it, including boolean
// schemas.
func parse(text string, note func(*jsonschema.Schema)) (*jsonschema.Schema, error) {
	if !json.Valid([]byte(text)) { // also refuses deep nesting
		return nil, fmt.Errorf("%q is not JSON", text)
	}
	p := &parser{json.NewDecoder(bytes.NewReader([]byte(text))), note}
	s := &jsonschema.Schema{}
	return s, p.into(s)
}

// parser reads schemas from a JSON text.
type parser struct {
	*json.Decoder
	note func(*jsonschema.Schema)
}

// into reads one schema.
func (p *parser) into(s *jsonschema.Schema) error {
	token, err := p.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		p.note(s)
		return p.members(func(name string) error { return p.keyword(s, name) })
	case true:
		*s = *jsonschema.TrueSchema
	case false:
		*s = *jsonschema.FalseSchema
	default:
		return fmt.Errorf("%v is not a schema", token)
	}
	p.note(s)
	return nil
}

// members reads the members of an object after its opening brace.
func (p *parser) members(read func(name string) error) error {
	for p.More() {
		name, err := p.Token()
		if err != nil {
			return err
		}
		if err := read(name.(string)); err != nil { // a string, because the text is JSON
			return err
		}
	}
	_, err := p.Token()
	return err
}

// keyword reads the value of a keyword into its field or, if the field cannot
// represent it, into the extras.
func (p *parser) keyword(s *jsonschema.Schema, name string) error {
	appendOrder(s, name)
	field, known := fieldOf(reflect.ValueOf(s).Elem(), name)
	if known {
		if read := p.reader(field.Addr().Interface()); read != nil {
			return read()
		}
	}
	var value json.RawMessage
	if err := p.Decode(&value); err != nil {
		return err
	}
	if !known || !hold(s, field, value) {
		s.Extras[name] = value
	}
	return nil
}

// reader returns the function that reads a field with schemas, or nil for other
// fields.
func (p *parser) reader(field any) func() error {
	switch field := field.(type) {
	case **jsonschema.Schema:
		return func() error { *field = &jsonschema.Schema{}; return p.into(*field) }
	case *[]*jsonschema.Schema:
		*field = []*jsonschema.Schema{}
		return func() error { return p.list(field) }
	case *map[string]*jsonschema.Schema:
		*field = make(map[string]*jsonschema.Schema)
		return func() error { return p.table(func(name string, s *jsonschema.Schema) { (*field)[name] = s }) }
	case *jsonschema.Definitions:
		*field = make(jsonschema.Definitions)
		return func() error { return p.table(func(name string, s *jsonschema.Schema) { (*field)[name] = s }) }
	}
	properties := jsonschema.NewProperties()
	if to, ok := as(field, &properties); ok {
		*to = properties
		return func() error { return p.table(func(name string, s *jsonschema.Schema) { properties.Set(name, s) }) }
	}
	return nil
}

// list reads a list of schemas.
func (p *parser) list(to *[]*jsonschema.Schema) error {
	if token, err := p.Token(); err != nil || token != json.Delim('[') {
		return fmt.Errorf("%v is not a list of schemas", token)
	}
	for p.More() {
		s := &jsonschema.Schema{}
		*to = append(*to, s)
		if err := p.into(s); err != nil {
			return err
		}
	}
	_, err := p.Token()
	return err
}

// table reads an object whose members are schemas.
func (p *parser) table(add func(string, *jsonschema.Schema)) error {
	if token, err := p.Token(); err != nil || token != json.Delim('{') {
		return fmt.Errorf("%v is not an object of schemas", token)
	}
	return p.members(func(name string) error {
		s := &jsonschema.Schema{}
		add(name, s)
		return p.into(s)
	})
}

// hold stores the JSON text of the last keyword in its field. It reports false if
// the field cannot represent the text.
func hold(s *jsonschema.Schema, field reflect.Value, text json.RawMessage) bool {
	value := reflect.New(field.Type())
	switch to := value.Interface().(type) {
	case *any:
		*to = text
	case *[]any:
		if *to = list(text); *to == nil {
			return false
		}
	default:
		if json.Unmarshal(text, to) != nil {
			return false
		}
	}
	var b bytes.Buffer
	if value.Elem().IsZero() || encodeJSON(&b, value.Interface()) != nil || b.Bytes()[0] != text[0] {
		return false
	}
	if !bytes.Equal(b.Bytes(), text) {
		if !isText[field.Type()] {
			return false
		}
		spell(s, b.Bytes(), text)
	}
	field.Set(value.Elem())
	return true
}

// isText has the types whose values have several JSON texts.
var isText = map[reflect.Type]bool{
	reflect.TypeFor[string](): true, reflect.TypeFor[jsonschema.ID](): true, reflect.TypeFor[[]string](): true,
}

// list returns the values of a JSON text; nil if it is not a list or is empty.
func list(text json.RawMessage) []any {
	var texts []json.RawMessage
	if json.Unmarshal(text, &texts) != nil {
		return nil
	}
	var values []any
	for _, text := range texts {
		values = append(values, text)
	}
	return values
}
