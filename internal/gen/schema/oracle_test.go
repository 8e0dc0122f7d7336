package schema_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/schema"
	"github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs"
)

// pairTypes are the live types of all pairs.
var pairTypes = sync.OnceValue(func() []reflect.Type {
	var all []reflect.Type
	for _, file := range reflect.VisibleFields(reflect.TypeFor[pairs.All]()) {
		for _, pair := range reflect.VisibleFields(file.Type) {
			if len(pair.Index) == 1 {
				all = append(all, pair.Type)
			}
		}
	}
	return all
})

// The schema made from the source is the one that invopop/jsonschema reflects
// from the live type, but for the differences in the table.
func TestOracle(t *testing.T) {
	needed := make(map[string]int)
	types := pairTypes()
	for _, of := range types {
		o := &oracle{t: t, differences: differences(), needed: needed, defs: make(map[string]any), met: make(map[string]reflect.Type), anchors: make(map[string]bool)}
		their, our := o.schemas(of)
		if diff := gocmp.Diff(their, our); diff != "" {
			t.Errorf("%s (-invopop, converted +ours):\n%s", of, diff)
		}
	}
	for _, d := range differences() {
		if needed[d.reason] == 0 {
			t.Errorf("no type needs the difference: %s: %s", d.keyword, d.reason)
		}
	}
	t.Logf("%d types, %d differences", len(types), len(differences()))
	if len(types) < 150 {
		t.Errorf("only %d types", len(types))
	}
}

// oracle compares the schemas of one type.
type oracle struct {
	t           *testing.T
	differences []difference
	defs        map[string]any // theirs
	needed      map[string]int // how many types need a difference, by its reason
	// met are the types that we define, by the names of the definitions.
	met map[string]reflect.Type
	// anchors are those met.
	anchors map[string]bool
}

// node is a schema of theirs, and what we have in its place.
type node struct {
	// of is the type without pointers; field is the field whose value it is,
	// in the struct owner, or nil.
	of    reflect.Type
	owner reflect.Type
	field *reflect.StructField
	// tagged is the field whose value it is or is part of: a tag speaks of
	// what lists and maps hold.
	tagged *reflect.StructField
	// root says that it is the whole document.
	root bool
	// their is converted; our is to be read only.
	their, our map[string]any
}

// schemas are theirs, converted, and ours.
func (o *oracle) schemas(of reflect.Type) (their, our any) {
	document := o.reflect(of)
	text := encode(o.t, schema.Input(modelOf(o.t, of)))
	ours := decode(o.t, text).(map[string]any)
	converted := o.convert(node{of: of, their: document, our: ours, root: true})
	definitions := make(map[string]any)
	for len(definitions) < len(o.met) {
		for _, name := range slices.Sorted(maps.Keys(o.met)) {
			if definitions[name] == nil {
				our, _ := ours["$defs"].(map[string]any)[name].(map[string]any)
				their := map[string]any{"$ref": "#/$defs/" + definitionName(o.met[name])}
				definitions[name] = o.convert(node{of: o.met[name], their: their, our: our})
			}
		}
	}
	if len(definitions) > 0 {
		converted["$defs"] = definitions
	}
	return converted, ours
}

// reflect is their schema of a type; its definitions are added to defs.
func (o *oracle) reflect(of reflect.Type) map[string]any {
	reflector := &jsonschema.Reflector{Anonymous: true, Namer: definitionName}
	document := object(decode(o.t, marshal(o.t, reflector.ReflectFromType(of))))
	maps.Copy(o.defs, object(document["$defs"]))
	delete(document, "$defs")
	return document
}

// definitionName tells types of different packages apart.
func definitionName(t reflect.Type) string {
	if t.Name() == "" || t.PkgPath() == "" {
		return ""
	}
	return t.String()
}

// convert applies the differences to a schema, and to those in it.
func (o *oracle) convert(n node) map[string]any {
	if n.their == nil { // true
		n.their = map[string]any{}
	}
	for n.of.Kind() == reflect.Pointer {
		n.of = n.of.Elem()
	}
	before := clone(n.their)
	for _, d := range o.differences {
		d.convert(o, &n)
		if !reflect.DeepEqual(before, any(n.their)) {
			o.needed[d.reason]++
			before = clone(n.their)
		}
	}
	if n.their["$ref"] != nil {
		return n.their
	}
	inner := func(keyword string, of reflect.Type) {
		if n.their[keyword] == false || n.their[keyword] == nil && n.our[keyword] == nil {
			return
		}
		n.their[keyword] = o.convert(node{of: of, tagged: n.tagged, their: object(n.their[keyword]), our: object(n.our[keyword])})
	}
	switch {
	case n.their["type"] == "array" && (n.of.Kind() == reflect.Slice || n.of.Kind() == reflect.Array):
		inner("items", n.of.Elem())
	case n.of.Kind() == reflect.Map:
		inner("additionalProperties", n.of.Elem())
	case n.of.Kind() == reflect.Struct:
		o.properties(&n)
	}
	return n.their
}

func (o *oracle) properties(n *node) {
	properties, ours := object(n.their["properties"]), object(n.our["properties"])
	for name, property := range properties {
		f, ok := fieldOf(n.of, name)
		if !ok {
			continue // the discriminator
		}
		properties[name] = o.convert(node{of: f.Type, owner: n.of, field: &f, tagged: &f, their: object(property), our: object(ours[name])})
	}
}

// fieldOf is the field of a struct that encoding/json takes for a property.
func fieldOf(t reflect.Type, property string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	var found []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if name, _ := propertyOf(f); name == property {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b reflect.StructField) int {
		_, taggedA := propertyOf(a)
		_, taggedB := propertyOf(b)
		return cmp.Or(len(a.Index)-len(b.Index), taggedB-taggedA)
	})
	if len(found) == 0 {
		return reflect.StructField{}, false
	}
	_, tagged := propertyOf(found[0])
	for _, f := range found[1:] {
		if _, alsoTagged := propertyOf(f); len(f.Index) == len(found[0].Index) && alsoTagged == tagged {
			return reflect.StructField{}, false
		}
	}
	return found[0], true
}

// propertyOf is the name that a field may have in JSON, and 1 if a tag gives
// it; no name if it has none.
func propertyOf(f reflect.StructField) (name string, tagged int) {
	tag := f.Tag.Get("json")
	name, _, _ = strings.Cut(tag, ",")
	switch {
	case tag == "-" || f.Anonymous && name == "" || !f.IsExported():
		return "", 0
	case name == "":
		return f.Name, 0
	}
	return name, 1
}

// object is a schema that is not a boolean.
func object(schema any) map[string]any {
	s, _ := schema.(map[string]any)
	return s
}

func marshal(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// decode keeps the digits of numbers.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// clone copies a schema, those in it as well.
func clone(s any) any {
	switch s := s.(type) {
	case map[string]any:
		c := make(map[string]any, len(s))
		for name, value := range s {
			c[name] = clone(value)
		}
		return c
	case []any:
		c := make([]any, len(s))
		for i, value := range s {
			c[i] = clone(value)
		}
		return c
	}
	return s
}
