package runtime

import "reflect"

// equalDeclarations reports whether two tools have the same declaration: equal
// data, and the same functions set. The functions themselves cannot be compared, and
// ShutdownKey is no part of the declaration.
// The contract of a tool, which approvals are bound to, is a part of it: see
// entry.contractDigest.
func equalDeclarations(a, b *Tool) bool {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		if x.Type().Field(i).Name != "ShutdownKey" && !equalData(x.Field(i), y.Field(i)) {
			return false
		}
	}
	return true
}

// equalData reports whether two values are deeply equal. It compares functions
// only by whether they are nil. An empty slice or map is equal to a nil one.
func equalData(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Func:
		return a.IsNil() == b.IsNil()
	case reflect.Pointer:
		return a.Pointer() == b.Pointer() || !a.IsNil() && !b.IsNil() && equalData(a.Elem(), b.Elem())
	case reflect.Struct:
		return equalElements(a.NumField(), a.Field, b.Field)
	case reflect.Slice, reflect.Array:
		return a.Len() == b.Len() && equalElements(a.Len(), a.Index, b.Index)
	case reflect.Map:
		return a.Len() == b.Len() && equalMaps(a, b)
	}
	return a.Comparable() && a.Equal(b)
}

// equalElements reports whether the n elements of two values are equal.
func equalElements(n int, a, b func(int) reflect.Value) bool {
	for i := range n {
		if !equalData(a(i), b(i)) {
			return false
		}
	}
	return true
}

// equalMaps reports whether two maps of equal length have equal entries.
func equalMaps(a, b reflect.Value) bool {
	for entries := a.MapRange(); entries.Next(); {
		value := b.MapIndex(entries.Key())
		if !value.IsValid() || !equalData(entries.Value(), value) {
			return false
		}
	}
	return true
}
