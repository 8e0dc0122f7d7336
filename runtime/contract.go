package runtime

import "reflect"

// implementation names the fields of Tool that are not part of its contract,
// in addition to the functions.
var nonContractFields = map[string]bool{"ShutdownKey": true}

// sameContract reports whether two tools of one name have the same contract:
// equal data, and the same functions present. Functions themselves cannot be
// compared.
func equalContracts(a, b *Tool) bool {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		if !nonContractFields[x.Type().Field(i).Name] && !equalData(x.Field(i), y.Field(i)) {
			return false
		}
	}
	return true
}

// sameData compares values deeply. Of functions it compares whether they are
// nil; an empty slice or map is equal to a nil one.
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

// sameParts compares n parts of two values.
func equalElements(n int, a, b func(int) reflect.Value) bool {
	for i := range n {
		if !equalData(a(i), b(i)) {
			return false
		}
	}
	return true
}

// sameValues compares the values of two maps of equal length.
func equalMaps(a, b reflect.Value) bool {
	for entries := a.MapRange(); entries.Next(); {
		value := b.MapIndex(entries.Key())
		if !value.IsValid() || !equalData(entries.Value(), value) {
			return false
		}
	}
	return true
}
