package main

import (
	"reflect"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// notInPolicy has the fields of model.Behaviour that policyOf leaves out, with the
// field of contract.Tool that has them.
var notInPolicy = map[string]string{
	"ReadOnly": "Hints", "Destructive": "Hints", "Idempotent": "Hints", "OpenWorld": "Hints", "SideEffects": "Hints",
	"Examples": "Examples", "Approval": "Approval", "Needs": "Needs",
}

// TestPolicyHasBehaviour checks that the list of tools has the value of each
// directive, so that "toolgen diff" reports a change of it.
func TestPolicyHasBehaviour(t *testing.T) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[model.Behaviour]()) {
		var b model.Behaviour
		fill(reflect.ValueOf(&b).Elem().FieldByIndex(field.Index))
		if has, other := len(policyOf(&b)) > 0, notInPolicy[field.Name]; has == (other != "") {
			t.Errorf("policyOf has %s: %v, and notInPolicy has %q: add the value to policyOf, or the field of contract.Tool to notInPolicy", field.Name, has, other)
		}
	}
}

// fill sets a value that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if field := v.Elem().FieldByName("Func"); field.IsValid() {
			field.SetString("x")
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if element := v.Index(0); element.Kind() == reflect.Struct {
			fill(element.Field(0))
		} else {
			fill(element)
			if element.Kind() == reflect.Pointer {
				element.Elem().FieldByName("Name").SetString("x")
			}
		}
	}
}
