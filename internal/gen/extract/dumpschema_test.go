package extract_test

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// dumpSchema writes the text of a declared schema, and its nodes.
func dumpSchema(w io.Writer, t *model.Type) {
	if t.Kind == model.KindPointer {
		t = t.Elem
	}
	if t.Schema != nil {
		fmt.Fprintf(w, "    schema %s\n    demands %s\n", t.Schema.Text, nodeText(reflect.ValueOf(t.Schema.Node)))
	}
}

// nodeText writes every field that is set.
func nodeText(v reflect.Value) string {
	if keywords, ok := v.Interface().(model.Keywords); ok {
		return "{" + strings.TrimSpace(constraintsText(&model.Constraints{Keywords: keywords})) + "}"
	}
	switch v.Kind() {
	case reflect.Pointer:
		return nodeText(v.Elem())
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, nodeText(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				parts = append(parts, v.Type().Field(i).Name+"="+nodeText(f))
			}
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return fmt.Sprint(v.Interface())
}
