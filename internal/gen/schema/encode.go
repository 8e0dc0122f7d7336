package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// Encode writes a schema as compact JSON. Properties are in the order of
// declaration, keywords in an order that is easy to read, and <, > and & are not
// escaped. (Schema.MarshalJSON escapes them, and writes keywords in the order of
// the specification.) The keywords of an author's schema are in the order and the
// form in which the author wrote them.
//
// Encode fails only if a default, an example or an extra is not JSON, or if an
// author's schema is not a schema.
func Encode(s *jsonschema.Schema) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(1 << 10) // most schemas are not longer
	if err := encodeSchema(&b, s); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// first are the first keywords. The others follow in the order of the
// specification, then the definitions, and last the extras.
var first = orderFirst()

// orderFirst returns the first keywords in their order.
func orderFirst() []string {
	names := []string{
		"$schema", "$ref", "$anchor", "type", "title", "description", keyword.Format, "contentEncoding", keyword.Enum, "const", "default",
	}
	for _, k := range keyword.All {
		if k.Name != keyword.Format && k.Name != keyword.Enum && k.Kinds != nil {
			names = append(names, k.Name)
		}
	}
	return append(names, "properties", "required", "additionalProperties", "propertyNames", "items")
}

// schemaField is a field of jsonschema.Schema.
type schemaField struct {
	name   string
	prefix string // the name as JSON, with the colon
	index  int
	isText bool // a field of the type string
	kind   reflect.Kind
	offset uintptr // in the schema
}

// isZero reports whether the field of a schema has no value. It does what package reflect
// does, which takes most of the time of an encoder that asks for each of 60 fields.
func (k *schemaField) isZero(s *jsonschema.Schema) bool {
	field := unsafe.Add(unsafe.Pointer(s), k.offset)
	switch k.kind {
	case reflect.String:
		return *(*string)(field) == ""
	case reflect.Bool:
		return !*(*bool)(field)
	}
	return *(*unsafe.Pointer)(field) == nil // the first word of a pointer, a map, a slice or an interface
}

// keywords are the fields of all keywords in the order in which they are written.
// keywordRanks are their indexes, by name.
var keywords, keywordRanks = orderKeywords()

// orderKeywords returns the keywords of a schema in the order in which they are
// encoded, and the position of each.
func orderKeywords() ([]schemaField, map[string]int) {
	var all []schemaField
	for i := range reflect.TypeFor[jsonschema.Schema]().NumField() {
		field := reflect.TypeFor[jsonschema.Schema]().Field(i)
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" && name != "-" {
			all = append(all, schemaField{name, `"` + name + `":`, i, field.Type == reflect.TypeFor[string](), field.Type.Kind(), field.Offset})
		}
	}
	rank := func(name string) int {
		i := slices.Index(first, name)
		switch {
		case name == "$defs":
			return len(first) + 1
		case i < 0:
			return len(first)
		}
		return i
	}
	slices.SortStableFunc(all, func(a, b schemaField) int { return rank(a.name) - rank(b.name) })
	ranks := make(map[string]int)
	for i, k := range all {
		ranks[k.name] = i
	}
	return all, ranks
}

// booleanField is the index of the field of jsonschema.Schema that makes it true or false.
var booleanField = fieldIndex("boolean")

// fieldIndex returns the index of a field of jsonschema.Schema.
func fieldIndex(name string) int {
	field, _ := reflect.TypeFor[jsonschema.Schema]().FieldByName(name)
	return field.Index[0]
}

// rank returns the index of a name in the order. Names that are not keywords are
// last.
func rank(name string) int {
	if i, ok := keywordRanks[name]; ok {
		return i
	}
	return len(keywords)
}

// fieldOf returns the field of a schema for a keyword.
func fieldOf(s reflect.Value, name string) (reflect.Value, bool) {
	i, ok := keywordRanks[name]
	if !ok {
		return reflect.Value{}, false
	}
	return s.Field(keywords[i].index), true
}

// encodeSchema writes a schema.
func encodeSchema(b *bytes.Buffer, schema *jsonschema.Schema) error {
	s := reflect.ValueOf(schema).Elem()
	if boolean := s.Field(booleanField); !boolean.IsNil() {
		return encodeValue(b, boolean.Elem().Bool())
	}
	if len(schema.Extras) > 0 {
		return encodeWithExtras(b, s, schema.Extras)
	}
	b.WriteByte('{')
	begin := b.Len()
	for i := range keywords {
		k := &keywords[i]
		if k.isZero(schema) {
			continue
		}
		if b.Len() > begin {
			b.WriteByte(',')
		}
		b.WriteString(k.prefix)
		if err := encodeField(b, k, s.Field(k.index)); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// encodeField writes the value of a keyword.
func encodeField(b *bytes.Buffer, k *schemaField, field reflect.Value) error {
	if k.isText {
		return encodeText(b, field.String())
	}
	return encodeValue(b, field.Interface())
}

// encodeWithExtras writes a schema with extras, which are keywords or the order of keywords.
func encodeWithExtras(b *bytes.Buffer, s reflect.Value, extras map[string]any) error {
	members := make(members, 0, 8)
	for _, k := range keywords {
		if field := s.Field(k.index); !field.IsZero() {
			members.add(k.name, field.Interface())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(extras)) {
		if field, known := fieldOf(s, name); name != KeywordOrder && (!known || field.IsZero()) {
			members.add(name, extras[name])
		}
	}
	if o, ordered := extras[KeywordOrder].(order); ordered {
		var err error
		if members, err = o.sort(members); err != nil {
			return err
		}
	}
	return members.encode(b)
}

// members are the members of an object to be written.
type members []struct {
	name  string
	value any
}

func (m *members) add(name string, value any) {
	*m = append(*m, struct {
		name  string
		value any
	}{name, value})
}

// encode writes the members as a JSON object.
func (m members) encode(b *bytes.Buffer) error {
	b.WriteByte('{')
	for i, member := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encodeText(b, member.name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := encodeValue(b, member.value); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// encodeValue writes a value that may contain schemas.
func encodeValue(b *bytes.Buffer, value any) error {
	switch value := value.(type) {
	case *jsonschema.Schema:
		return encodeSchema(b, value)
	case []*jsonschema.Schema:
		return encodeList(b, value)
	case map[string]*jsonschema.Schema:
		return encodeMap(b, value)
	case jsonschema.Definitions:
		return encodeMap(b, value)
	}
	if properties, ok := as(value, noProperties); ok {
		b.WriteByte('{')
		for pair := properties.Oldest(); pair != nil; pair = pair.Next() {
			if pair.Prev() != nil {
				b.WriteByte(',')
			}
			if err := errors.Join(encodeText(b, pair.Key), b.WriteByte(':'), encodeSchema(b, pair.Value)); err != nil {
				return err
			}
		}
		return b.WriteByte('}')
	}
	return encodeJSON(b, value)
}

// noProperties is an example for as.
var noProperties = jsonschema.NewProperties()

// as returns a value as one of the type of the example. Different versions of package
// jsonschema take the type of properties from different modules, and programs that import
// toolgen can need either, so that the type has no name here.
func as[T any](value any, _ T) (T, bool) {
	t, ok := value.(T)
	return t, ok
}

// encodeMap writes schemas by name, sorted.
func encodeMap(b *bytes.Buffer, schemas map[string]*jsonschema.Schema) error {
	var members members
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		members.add(name, schemas[name])
	}
	return members.encode(b)
}

// encodeList writes a list of schemas.
func encodeList(b *bytes.Buffer, schemas []*jsonschema.Schema) error {
	return encodeEach(b, schemas, encodeSchema)
}

// encodeEach writes a list.
func encodeEach[T any](b *bytes.Buffer, items []T, encode func(*bytes.Buffer, T) error) error {
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(b, item); err != nil {
			return err
		}
	}
	return b.WriteByte(']')
}

// encodeJSON writes any other value, without escapes for HTML.
func encodeJSON(b *bytes.Buffer, value any) error {
	switch value := value.(type) {
	case string:
		return encodeText(b, value)
	case []string:
		return encodeEach(b, value, encodeText)
	case []any:
		return encodeEach(b, value, encodeJSON)
	case json.RawMessage:
		if value != nil {
			return json.Compact(b, value)
		}
	case *uint64:
		_, err := b.WriteString(strconv.FormatUint(*value, 10))
		return err
	}
	return encodeOther(b, value)
}

// encodeText writes a text.
func encodeText(b *bytes.Buffer, text string) error {
	if !isPlain(text) {
		return encodeOther(b, text)
	}
	b.WriteByte('"')
	b.WriteString(text)
	return b.WriteByte('"')
}

// encodeOther writes a value as encoding/json does, without escapes for HTML.
func encodeOther(b *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the newline
	return nil
}

// isPlain reports whether a text is the same in JSON, except for the quotes.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// quote returns a text as JSON.
func quote(text string) json.RawMessage {
	var b bytes.Buffer
	if err := encodeText(&b, text); err != nil {
		return nil // not reached: every string can be encoded
	}
	return b.Bytes()
}
