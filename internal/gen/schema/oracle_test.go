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

// pairTypes returns the Go types of all pairs.
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

// TestOracle checks that the schema that toolgen makes from the source of a type
// is equal to the schema that invopop/jsonschema makes from the type by
// reflection, except for the differences in the table.
func TestOracle(t *testing.T) {
	if s := (&jsonschema.Reflector{ExpandedStruct: true}).Reflect(&omitted{}); len(s.Required) > 0 {
		t.Skip("this version of invopop/jsonschema ignores omitzero; the workspace has a newer one")
	}
	needed := make(map[string]int)
	types := pairTypes()
	for _, of := range types {
		o := &oracle{t: t, differences: differences(), needed: needed, defs: make(map[string]any), defined: make(map[string]reflect.Type), anchors: make(map[string]bool)}
		invopopSchema, toolgenSchema := o.schemas(of)
		if diff := gocmp.Diff(invopopSchema, toolgenSchema); diff != "" {
			t.Errorf("%s (-invopop, converted +toolgen):\n%s", of, diff)
		}
	}
	for _, d := range differences() {
		if needed[d.invopop] == 0 {
			t.Errorf("no type needs the difference: %s: %s", d.keyword, d.invopop)
		}
	}
	t.Logf("%d types, %d differences", len(types), len(differences()))
	if len(types) < 150 {
		t.Errorf("only %d types", len(types))
	}
}

// omitted has a field that can be missing.
type omitted struct {
	A int `json:"a,omitzero"`
}

// oracle compares the schemas that invopop/jsonschema and toolgen make for one
// type.
type oracle struct {
	t           *testing.T
	differences []difference
	defs        map[string]any // the definitions of invopop/jsonschema
	needed      map[string]int // the number of types that need a difference, by its key
	// defined has the types with a definition in toolgen's schema, by the name
	// of the definition.
	defined map[string]reflect.Type
	// anchors has the anchors that were found in the document.
	anchors map[string]bool
}

// node is a schema of invopop/jsonschema, and toolgen's schema at the same
// position of the document.
type node struct {
	// of is the type that the schema describes, without pointers. field is the
	// field of the struct owner with this value; nil if the value is not that of
	// a field.
	of    reflect.Type
	owner reflect.Type
	field *reflect.StructField
	// tagged is the field with a tag that applies to the value: a tag on a list
	// or map constrains its items or values.
	tagged *reflect.StructField
	// root means that the schema is the root of the document.
	root bool
	// convert changes invopop, but not toolgen.
	invopop, toolgen map[string]any
}

// schemas returns the schema of invopop/jsonschema after the conversion, and
// toolgen's schema.
func (o *oracle) schemas(of reflect.Type) (converted, expected any) {
	document := o.reflect(of)
	text := encode(o.t, schema.Input(modelOf(o.t, of)))
	want := decode(o.t, text).(map[string]any)
	got := o.convert(node{of: of, invopop: document, toolgen: want, root: true})
	definitions := make(map[string]any)
	for len(definitions) < len(o.defined) {
		for _, name := range slices.Sorted(maps.Keys(o.defined)) {
			if definitions[name] == nil {
				definition, _ := want["$defs"].(map[string]any)[name].(map[string]any)
				reference := map[string]any{"$ref": "#/$defs/" + definitionName(o.defined[name])}
				definitions[name] = o.convert(node{of: o.defined[name], invopop: reference, toolgen: definition})
			}
		}
	}
	if len(definitions) > 0 {
		got["$defs"] = definitions
	}
	return got, want
}

// reflect returns the schema that invopop/jsonschema makes for a type, and adds
// its definitions to defs.
func (o *oracle) reflect(of reflect.Type) map[string]any {
	reflector := &jsonschema.Reflector{Anonymous: true, Namer: definitionName}
	document := object(decode(o.t, marshal(o.t, reflector.ReflectFromType(of))))
	maps.Copy(o.defs, object(document["$defs"]))
	delete(document, "$defs")
	return document
}

// definitionName returns a name that is unique for each type, also for types of
// different packages with the same name.
func definitionName(t reflect.Type) string {
	if t.Name() == "" || t.PkgPath() == "" {
		return ""
	}
	return t.String()
}

// convert applies the differences to a schema and to the schemas in it.
func (o *oracle) convert(n node) map[string]any {
	if n.invopop == nil { // the boolean schema true
		n.invopop = map[string]any{}
	}
	for n.of.Kind() == reflect.Pointer {
		n.of = n.of.Elem()
	}
	before := clone(n.invopop)
	for _, d := range o.differences {
		d.convert(o, &n)
		if !reflect.DeepEqual(before, any(n.invopop)) {
			o.needed[d.invopop]++
			before = clone(n.invopop)
		}
	}
	if n.invopop["$ref"] != nil {
		return n.invopop
	}
	inner := func(keyword string, of reflect.Type) {
		if n.invopop[keyword] == false || n.invopop[keyword] == nil && n.toolgen[keyword] == nil {
			return
		}
		n.invopop[keyword] = o.convert(node{of: of, tagged: n.tagged, invopop: object(n.invopop[keyword]), toolgen: object(n.toolgen[keyword])})
	}
	switch {
	case n.invopop["type"] == "array" && (n.of.Kind() == reflect.Slice || n.of.Kind() == reflect.Array):
		inner("items", n.of.Elem())
	case n.of.Kind() == reflect.Map:
		inner("additionalProperties", n.of.Elem())
	case n.of.Kind() == reflect.Struct:
		o.properties(&n)
	}
	return n.invopop
}

func (o *oracle) properties(n *node) {
	properties, want := object(n.invopop["properties"]), object(n.toolgen["properties"])
	for name, property := range properties {
		f, ok := fieldOf(n.of, name)
		if !ok {
			continue // the discriminator
		}
		properties[name] = o.convert(node{of: f.Type, owner: n.of, field: &f, tagged: &f, invopop: object(property), toolgen: object(want[name])})
	}
}

// fieldOf returns the field of a struct that encoding/json uses for a property.
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

// propertyOf returns the property name of a field, and 1 if the name is from a
// tag. The name is empty if the field is not a property.
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

// object returns a schema as an object; nil if it is a boolean.
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

// decode returns the value of a JSON text. Numbers keep their digits.
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

// clone returns a deep copy of a schema.
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
