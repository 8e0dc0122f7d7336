package extract_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen/extract/testdata/embedded"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// TestEmbeddingLikeJSON compares the properties of a struct, their order and
// the fields that they lead to with what encoding/json makes of a value.
func TestEmbeddingLikeJSON(t *testing.T) {
	models, diagnostics := extracted(t, ".", "./testdata/embedded")
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	byName := make(map[string]*model.Type)
	for _, m := range models[0].Types {
		byName[m.Name.Name] = m
	}
	for _, value := range embedded.Values() {
		v := reflect.New(reflect.TypeOf(value)).Elem()
		v.Set(reflect.ValueOf(value))
		name := v.Type().Name()
		t.Run(name, func(t *testing.T) {
			m := byName[name]
			if m == nil {
				t.Fatalf("%s has not been extracted", name)
			}
			number(v, new(int64))
			names, values := written(t, v.Interface())
			var properties []string
			for _, f := range m.Fields {
				properties = append(properties, f.Name)
				if got, want := follow(v, f.Path), values[f.Name]; got != want {
					t.Errorf("%s leads to %s, encoding/json to %s", f.Name, got, want)
				}
			}
			if diff := cmp.Diff(names, properties); diff != "" {
				t.Errorf("properties (-encoding/json +model):\n%s", diff)
			}
		})
	}
}

// number gives every int that can be set a number of its own.
func number(v reflect.Value, n *int64) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			number(v.Elem(), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			number(v.Field(i), n)
		}
	case reflect.Int:
		if *n++; v.CanSet() {
			v.SetInt(*n)
		}
	}
}

// follow is the JSON of the field that a path leads to.
func follow(v reflect.Value, path []model.Step) string {
	for _, step := range path {
		v = reflect.Indirect(v).FieldByName(step.Name)
	}
	data, err := json.Marshal(v.Interface())
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// written are the properties of an object that encoding/json writes.
func written(t *testing.T, value any) (names []string, values map[string]string) {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	values = make(map[string]string)
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		var text json.RawMessage
		if err := decoder.Decode(&text); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		values[name.(string)] = string(text)
	}
	return names, values
}
