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
// their fields with the text that encoding/json writes for a value.
func TestEmbeddingLikeJSON(t *testing.T) {
	models, diagnostics := extractModule(t, ".", "./testdata/embedded")
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
			numberInts(v, new(int64))
			names, values := writtenProperties(t, v.Interface())
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

// numberInts sets every settable int to a different number.
func numberInts(v reflect.Value, n *int64) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			numberInts(v.Elem(), n)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			numberInts(v.Field(i), n)
		}
	case reflect.Int:
		if *n++; v.CanSet() {
			v.SetInt(*n)
		}
	}
}

// follow returns the JSON of the field at the end of a path.
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

// writtenProperties returns the properties that encoding/json writes for a
// value.
func writtenProperties(t *testing.T, value any) (names []string, values map[string]string) {
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
