package schema_test

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// asArguments changes decoded JSON of a value to the form that generated code writes
// for results: durations are texts, and variants have their discriminators.
func asArguments(written any, v reflect.Value, t *model.Type) any {
	if written == nil {
		return nil
	}
	switch t.Kind {
	case model.KindDuration:
		return time.Duration(v.Int()).String()
	case model.KindPointer:
		return asArguments(written, v.Elem(), t.Elem)
	case model.KindSlice, model.KindArray:
		items := written.([]any)
		for i := range items {
			items[i] = asArguments(items[i], v.Index(i), t.Elem)
		}
	case model.KindMap:
		members := written.(map[string]any)
		last := make(map[string]reflect.Value) // of keys with equal texts, encoding/json writes the largest last
		for _, key := range v.MapKeys() {
			name := keyText(v.Type(), key)
			if other, found := last[name]; !found || key.String() > other.String() {
				last[name] = key
			}
		}
		for name, key := range last {
			members[name] = asArguments(members[name], v.MapIndex(key), t.Elem)
		}
	case model.KindStruct:
		members := written.(map[string]any)
		for _, f := range t.Fields {
			if member, found := members[f.Name]; found {
				members[f.Name] = asArguments(member, valueAt(v, f.Path), f.Type)
			}
		}
	case model.KindUnion:
		return variantAsArguments(written, v.Elem(), t)
	}
	return written
}

// keyText returns the text that encoding/json writes for a key of a map.
func keyText(of reflect.Type, key reflect.Value) (name string) {
	single := reflect.MakeMap(of)
	single.SetMapIndex(key, reflect.Zero(of.Elem()))
	text, err := json.Marshal(single.Interface())
	var members map[string]json.RawMessage
	if err != nil || json.Unmarshal(text, &members) != nil {
		return ""
	}
	for name = range members {
	}
	return name
}

// valueAt returns the field at a path.
func valueAt(v reflect.Value, path []model.Step) reflect.Value {
	for _, step := range path {
		v = reflect.Indirect(v).FieldByName(step.Name)
	}
	return v
}

// variantAsArguments adds the discriminator of a variant that has no field for it.
func variantAsArguments(written any, v reflect.Value, t *model.Type) any {
	v = reflect.Indirect(v)
	for _, variant := range t.Union.Variants {
		if variant.Type.Name.Name != v.Type().Name() {
			continue
		}
		written = asArguments(written, v, variant.Type)
		if variant.Declared == nil {
			written.(map[string]any)[t.Union.Field] = variant.Value
		}
	}
	return written
}
