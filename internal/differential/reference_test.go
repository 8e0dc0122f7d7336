package differential_test

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/differential/strict"
	"github.com/toolgen/toolgen/internal/differential/subjects"
)

// unions has the types of the variants of each union, by the value of the discriminator.
var unions = map[reflect.Type]map[string]reflect.Type{
	reflect.TypeFor[subjects.Action](): {
		"move": reflect.TypeFor[subjects.Move](), "copy": reflect.TypeFor[*subjects.Copy](), "batch": reflect.TypeFor[subjects.Batch](),
		"stop": reflect.TypeFor[subjects.Stop](), `"odd\\<é>`: reflect.TypeFor[*subjects.Odd](),
	},
	reflect.TypeFor[subjects.Expr](): {
		"sum": reflect.TypeFor[subjects.Sum](), "not": reflect.TypeFor[*subjects.Not](), "constant": reflect.TypeFor[subjects.Constant](),
		"variable": reflect.TypeFor[*subjects.Variable](),
	},
	reflect.TypeFor[subjects.Shape](): {
		"circle": reflect.TypeFor[subjects.Circle](), "Square": reflect.TypeFor[subjects.Square](), "mixed": reflect.TypeFor[subjects.Mixed](),
	},
	reflect.TypeFor[strict.Item](): {"text": reflect.TypeFor[strict.Text](), "group": reflect.TypeFor[*strict.Group]()},
}

// reader reads documents into values by reflection. It reads structs, lists and maps
// itself, because of unions, defaults and spellings of integers, and other values with
// encoding/json.
type reader struct{ *subject }

// decodeReference returns the value that a decoder should read.
func (s *subject) decodeReference(text string) (value any, err error) {
	v := reflect.New(s.arguments)
	return v.Interface(), reader{s}.read(v.Elem(), parse(text), s.document)
}

// decodeStandard returns the value that encoding/json reads.
func (s *subject) decodeStandard(text string) (value any, err error) {
	v := reflect.New(s.arguments)
	return v.Interface(), unmarshal(text, v)
}

// unmarshal reads a text with encoding/json, and keeps numbers of any size.
func unmarshal(text string, v reflect.Value) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(v.Interface())
}

// read reads a document with its schema into a value.
func (r reader) read(v reflect.Value, d *document, n node) error {
	n = r.choose(n, d)
	_, ownJSON := v.Addr().Interface().(json.Unmarshaler)
	_, ownText := v.Addr().Interface().(encoding.TextUnmarshaler)
	switch {
	case v.Type() == reflect.TypeFor[time.Time]() && d.kind == '"':
		return unmarshal(quote(unquote(d.scalar)), v.Addr()) // its method does not decode escapes
	case v.Type() == reflect.TypeFor[big.Int]() && d.kind == '0':
		return setInteger(v, d.scalar) // its method reads digits only
	case ownJSON || ownText:
	case v.Type() == reflect.TypeFor[time.Duration]():
		if d.kind != '"' {
			return fmt.Errorf("%s is no duration", d)
		}
		wait, err := time.ParseDuration(unquote(d.scalar))
		v.SetInt(int64(wait))
		return err
	case v.CanInt() || v.CanUint():
		return setInteger(v, d.scalar)
	case unions[v.Type()] != nil:
		return r.readUnion(v, d, n)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.read(v.Elem(), d, n)
	case v.Kind() == reflect.Struct:
		return r.readObject(v, d, n)
	case v.Kind() == reflect.Map && v.Type().Elem().Kind() != reflect.Interface || v.Kind() == reflect.Map && unions[v.Type().Elem()] != nil:
		return r.readMap(v, d, n)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		v.Set(reflect.MakeSlice(v.Type(), len(d.items), len(d.items)))
		return r.readItems(v, d, n)
	case v.Kind() == reflect.Array:
		return r.readItems(v, d, n)
	}
	return unmarshal(d.source, v.Addr())
}

// setInteger sets an integer from a number in any spelling.
func setInteger(v reflect.Value, number string) error {
	if exponent(number) > 1000 {
		return fmt.Errorf("%s is too far from one", number)
	}
	rational, ok := new(big.Rat).SetString(number)
	if !ok || !rational.IsInt() {
		return fmt.Errorf("%s is no integer", number)
	}
	return json.Unmarshal([]byte(rational.Num().String()), v.Addr().Interface())
}

// readUnion reads a variant of a union.
func (r reader) readUnion(v reflect.Value, d *document, n node) error {
	field, value := discriminator(n)
	variant, ok := unions[v.Type()][value]
	if !ok {
		return fmt.Errorf("no variant %q", value)
	}
	target := reflect.New(variant).Elem()
	if variant.Kind() == reflect.Pointer {
		target.Set(reflect.New(variant.Elem()))
	}
	err := r.readObject(reflect.Indirect(target), d.without(field), n)
	if err == nil && d.member(field) != nil {
		// A struct that declares the discriminator keeps it.
		err = unmarshal(fmt.Sprintf("{%s:%s}", quote(field), quote(value)), reflect.Indirect(target).Addr())
	}
	v.Set(target)
	return err
}

// without returns an object without a member.
func (d *document) without(name string) *document {
	c := *d
	c.members = slices.DeleteFunc(slices.Clone(d.members), func(m member) bool { return m.text() == name })
	return &c
}

// readObject reads the members, and the defaults of missing members.
func (r reader) readObject(v reflect.Value, d *document, n node) error {
	properties, _ := n["properties"].(node)
	fields := fieldsOf(v.Type())
	for name, property := range properties {
		given := d.member(name)
		if given == nil {
			value, ok := property.(node)["default"]
			if !ok {
				continue
			}
			text, err := json.Marshal(value)
			if err != nil {
				return err
			}
			given = parse(string(text))
		}
		index, ok := fields[name]
		if !ok {
			continue // a discriminator without a field
		}
		if err := r.read(fieldOf(v, index), given, property.(node)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// readItems reads the items of an array.
func (r reader) readItems(v reflect.Value, d *document, n node) error {
	if v.Len() != len(d.items) {
		return fmt.Errorf("%d items", len(d.items))
	}
	for i, item := range d.items {
		if err := r.read(v.Index(i), item, r.innerSchema(n, "", true)); err != nil {
			return err
		}
	}
	return nil
}

// readMap reads an object into a map.
func (r reader) readMap(v reflect.Value, d *document, n node) error {
	v.Set(reflect.MakeMap(v.Type()))
	for _, m := range d.members {
		keys := reflect.New(reflect.MapOf(v.Type().Key(), reflect.TypeFor[bool]()))
		if err := unmarshal("{"+m.name+":true}", keys); err != nil {
			return err
		}
		value := reflect.New(v.Type().Elem()).Elem()
		if err := r.read(value, m.value, r.innerSchema(n, m.text(), false)); err != nil {
			return err
		}
		v.SetMapIndex(keys.Elem().MapKeys()[0], value)
	}
	return nil
}

// fieldOf returns a field. It allocates nil embedded pointers.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	for i, n := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v
}

// fieldsOf returns the fields of a struct by the names of their properties. Of
// several fields with the same name it chooses one by the rules of encoding/json.
func fieldsOf(t reflect.Type) map[string][]int {
	best := make(map[string][]fieldCandidate)
	for _, c := range fieldCandidates(t, nil) {
		switch rivals := best[c.name]; {
		case len(rivals) == 0 || c.rank() < rivals[0].rank():
			best[c.name] = []fieldCandidate{c}
		case c.rank() == rivals[0].rank():
			best[c.name] = append(rivals, c)
		}
	}
	fields := make(map[string][]int)
	for name, rivals := range best {
		if len(rivals) == 1 {
			fields[name] = rivals[0].index
		}
	}
	return fields
}

// fieldCandidate is a field that may be a property.
type fieldCandidate struct {
	name   string
	index  []int
	tagged bool
}

// rank returns the depth of a field and whether it has a tag, as one number: the smallest wins.
func (c fieldCandidate) rank() int {
	rank := 2 * len(c.index)
	if !c.tagged {
		rank++
	}
	return rank
}

// fieldCandidates returns the fields of a struct and of its embedded structs.
func fieldCandidates(t reflect.Type, index []int) []fieldCandidate {
	var all []fieldCandidate
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case f.Tag.Get("json") == "-":
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct:
			all = append(all, fieldCandidates(inner, at)...)
		case f.IsExported():
			all = append(all, fieldCandidate{cmp.Or(name, f.Name), at, name != ""})
		}
	}
	return all
}

// isSpecial reports whether a type has unions, durations or defaults, which
// encoding/json does not read.
func isSpecial(t reflect.Type, seen []reflect.Type) bool {
	if unions[t] != nil || t == reflect.TypeFor[time.Duration]() {
		return true
	}
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return isSpecial(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if strings.Contains(f.Tag.Get("jsonschema"), "default=") || isSpecial(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
