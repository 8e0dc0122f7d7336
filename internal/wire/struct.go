package wire

import (
	"fmt"
	"reflect"
	"strings"
)

// structFields returns the fields of an addressable struct, with the names in their tags.
func structFields(v reflect.Value) ([]Field, error) {
	var fields []Field
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case !field.IsExported() || name == "-" && options == "":
			continue
		case name == "" || field.Anonymous:
			return nil, fmt.Errorf("the field %s of the type %s needs a name in its tag `json:\"name\"`, and must not be embedded", field.Name, v.Type())
		}
		optional := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		fields = append(fields, Field{Name: name, Value: v.Field(i).Addr().Interface(), Optional: optional})
	}
	return fields, nil
}
