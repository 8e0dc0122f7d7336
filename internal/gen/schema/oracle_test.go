package schema_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// difference is one way in which invopop/jsonschema, reflecting the same type,
// gives another schema. It mends theirs; our is what we have in that place.
type difference struct {
	reason string
	mend   func(t reflect.Type, their, our map[string]any)
}

// differences are all of them. Each must be needed.
var differences = []difference{
	{"a schema names its draft", func(_ reflect.Type, their, _ map[string]any) {
		delete(their, "$schema")
	}},
	{"properties with a default are required", func(t reflect.Type, their, _ map[string]any) {
		optional(their, func(name string) bool { return member(their, name)["default"] != nil })
	}},
	{"pointers are required", func(t reflect.Type, their, _ map[string]any) {
		optional(their, func(name string) bool {
			f, ok := fieldOf(t, name)
			return ok && f.Type.Kind() == reflect.Pointer
		})
	}},
	{"properties of embedded pointers are required", func(t reflect.Type, their, _ map[string]any) {
		optional(their, func(name string) bool {
			f, ok := fieldOf(t, name)
			return ok && len(f.Index) > 1 && t.Field(f.Index[0]).Type.Kind() == reflect.Pointer
		})
	}},
	{"a duration is an integer", func(t reflect.Type, their, our map[string]any) {
		if t.String() == "time.Duration" && their["type"] == "integer" {
			their["type"], their["description"] = "string", our["description"]
		}
	}},
	{"integers have no bounds from their widths", func(t reflect.Type, their, our map[string]any) {
		if their["type"] == "integer" && our["enum"] == nil {
			for _, bound := range []string{"minimum", "maximum"} {
				if their[bound] == nil && our[bound] != nil {
					their[bound] = our[bound]
				}
			}
		}
	}},
	{"enums have no values from constants, and no comments", func(t reflect.Type, their, our map[string]any) {
		if t.PkgPath() != "" && their["enum"] == nil && our["enum"] != nil {
			their["enum"], their["description"] = our["enum"], our["description"]
		}
	}},
	{"types have no comments", func(t reflect.Type, their, our map[string]any) {
		if t.PkgPath() != "" && their["description"] == nil && our["description"] != nil && our["enum"] == nil {
			their["description"] = our["description"]
		}
	}},
	{"maps have no properties", func(t reflect.Type, their, _ map[string]any) {
		if t.Kind() == reflect.Map && their["properties"] == nil {
			their["properties"] = map[string]any{}
		}
	}},
	{"integer keys are a pattern without a sign", func(t reflect.Type, their, our map[string]any) {
		if values, ok := their["patternProperties"].(map[string]any); ok {
			their["additionalProperties"], their["propertyNames"] = values["^[0-9]+$"], our["propertyNames"]
			delete(their, "patternProperties")
		}
	}},
	{"unsigned keys are free", func(t reflect.Type, their, our map[string]any) {
		if t.Kind() == reflect.Map && t.Key().Kind() == reflect.Uint8 {
			their["propertyNames"] = our["propertyNames"]
		}
	}},
	{"anything is true", func(t reflect.Type, their, our map[string]any) {
		if len(their) == 0 {
			their["description"] = our["description"]
		}
	}},
}

// optional takes properties out of those required.
func optional(s map[string]any, drop func(name string) bool) {
	names, _ := s["required"].([]any)
	if names = slices.DeleteFunc(names, func(name any) bool { return drop(name.(string)) }); len(names) > 0 {
		s["required"] = names
	} else {
		delete(s, "required")
	}
}

// member is the schema of a property; true is an empty one.
func member(s map[string]any, name string) map[string]any {
	properties, _ := s["properties"].(map[string]any)
	m, _ := properties[name].(map[string]any)
	return m
}

// fieldOf is the field of a struct that is the property.
func fieldOf(t reflect.Type, property string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == property {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

func TestOracle(t *testing.T) {
	needed := make(map[string]bool)
	for _, value := range []any{scalars{}, enums{}, constrained{}, containers{}, embedding{}, empty{}, Point{}, Page[int]{}} {
		of := reflect.TypeOf(value)
		reflector := &jsonschema.Reflector{ExpandedStruct: true, Anonymous: true, DoNotReference: true}
		their := decode(t, reflector.ReflectFromType(of))
		our := decode(t, json.RawMessage(encode(t, schema.Input(builder().Type(of)))))
		their = mend(of, their, our, needed)
		if diff := cmp.Diff(their, our); diff != "" {
			t.Errorf("%s (-invopop, mended +ours):\n%s", of, diff)
		}
	}
	for _, d := range differences {
		if !needed[d.reason] {
			t.Errorf("no longer a difference: %s", d.reason)
		}
	}
}

// mend applies the differences to their schema of t, and to those in it.
func mend(t reflect.Type, theirs, ours any, needed map[string]bool) any {
	their, ok := theirs.(map[string]any)
	if !ok { // true
		their = map[string]any{}
	}
	our, _ := ours.(map[string]any)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, d := range differences {
		before := clone(their)
		d.mend(t, their, our)
		if !cmp.Equal(before, their) {
			needed[d.reason] = true
		}
	}
	switch t.Kind() {
	case reflect.Slice:
		if their["items"] != nil {
			their["items"] = mend(t.Elem(), their["items"], our["items"], needed)
		}
	case reflect.Map:
		their["additionalProperties"] = mend(t.Elem(), their["additionalProperties"], our["additionalProperties"], needed)
	case reflect.Struct:
		properties, _ := their["properties"].(map[string]any)
		for name, property := range properties {
			if f, ok := fieldOf(t, name); ok {
				ourProperties, _ := our["properties"].(map[string]any)
				properties[name] = mend(f.Type, property, ourProperties[name], needed)
			}
		}
	}
	return their
}

func decode(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
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
		return slices.Clone(s)
	}
	return s
}

// The oracle cannot reflect recursive types in place: it overflows the stack.
// Theirs refer to the root as we do, to a definition by name.
func TestOracleOnRecursion(t *testing.T) {
	reflector := &jsonschema.Reflector{ExpandedStruct: true, Anonymous: true}
	their := reflector.ReflectFromType(reflect.TypeFor[recursive]())
	our := schema.Input(liveType[recursive](builder()))
	theirRoot, _ := their.Properties.Get("root")
	ourRoot, _ := our.Properties.Get("root")
	if theirRoot.Ref != ourRoot.Ref {
		t.Errorf("they refer to %s, we to %s", theirRoot.Ref, ourRoot.Ref)
	}
	for name := range our.Definitions {
		if _, ok := their.Definitions[name]; !ok && name != "Forest" { // a slice: theirs is in place
			t.Errorf("they have no definition of %s", name)
		}
	}
}

// Two instances of a generic type are two types.
func TestGenericInstances(t *testing.T) {
	b := builder()
	kinds, ints := liveType[Page[Kind]](b), liveType[Page[int]](b)
	if kinds.Name.Local != "PageOfKind" || ints.Name.Local != "PageOfInt" {
		t.Errorf("instances are named %s and %s", kinds.Name.Local, ints.Name.Local)
	}
	items := func(m *model.Type) string {
		s, _ := schema.Input(m).Properties.Get("items")
		return s.Items.Type
	}
	if items(kinds) != "string" || items(ints) != "integer" {
		t.Errorf("items are %s and %s", items(kinds), items(ints))
	}
}
