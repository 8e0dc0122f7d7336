package schema

import (
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"
)

// TestFieldsOfSchemas compares isZero with package reflect, for each field alone.
func TestFieldsOfSchemas(t *testing.T) {
	for i := range keywords {
		k := &keywords[i]
		s := new(jsonschema.Schema)
		if !k.isZero(s) {
			t.Errorf("%s of an empty schema has a value", k.name)
		}
		switch field := reflect.ValueOf(s).Elem().Field(k.index); field.Kind() {
		case reflect.String:
			field.SetString("1")
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		case reflect.Map:
			field.Set(reflect.MakeMap(field.Type()))
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 0, 0))
		case reflect.Interface:
			field.Set(reflect.ValueOf(0))
		default:
			t.Errorf("isZero has no case for %s of %s", k.name, field.Type())
		}
		if k.isZero(s) {
			t.Errorf("%s with a value has none", k.name)
		}
	}
}
