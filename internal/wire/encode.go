package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// MarshalValue writes one value, such as a list of names. The value is a pointer,
// as in [Field].
func MarshalValue(value any) ([]byte, error) {
	return encode(nil, reflect.ValueOf(value).Elem())
}

// encode appends the JSON of a value.
func encode(dst []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil, errors.New("a nil pointer cannot be written: the field must be optional")
		}
		return encode(dst, v.Elem())
	}
	switch own := v.Interface().(type) {
	case json.RawMessage:
		return appendRaw(dst, own)
	case time.Time:
		return appendTime(dst, own)
	}
	if own, ok := makeAddressable(v).Addr().Interface().(json.Marshaler); ok {
		text, err := own.MarshalJSON()
		return append(dst, text...), err
	}
	switch v.Kind() {
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case reflect.Float32, reflect.Float64:
		text, err := json.Marshal(v.Interface())
		return append(dst, text...), err
	case reflect.Slice:
		return appendSlice(dst, v)
	case reflect.Map:
		return appendMap(dst, v)
	case reflect.Struct:
		fields, err := structFields(makeAddressable(v))
		if err != nil {
			return nil, err
		}
		return appendObject(dst, 0, fields)
	}
	return nil, unsupportedError(v)
}

// unsupportedError returns the error of a type that the package comment does not list.
func unsupportedError(v reflect.Value) error {
	return fmt.Errorf("the type %s has no stored form", v.Type())
}

// makeAddressable returns v, or a copy of it that is addressable.
func makeAddressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	return copied
}

// isEmpty reports whether an optional field is left out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		if t, ok := v.Interface().(time.Time); ok {
			return t.IsZero()
		}
	}
	return v.IsZero()
}

// appendRaw appends a JSON value without white space.
func appendRaw(dst []byte, raw json.RawMessage) ([]byte, error) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return nil, errors.New("a raw message must be one JSON value in valid UTF-8")
	}
	buffer := bytes.NewBuffer(dst)
	err := json.Compact(buffer, raw)
	return buffer.Bytes(), err
}

// appendTime appends a time in UTC, in the format of RFC 3339.
func appendTime(dst []byte, t time.Time) ([]byte, error) {
	if t = t.UTC(); t.Year() < 0 || t.Year() > 9999 {
		return nil, errors.New("the year of a time must be 0 to 9999")
	}
	return t.AppendFormat(dst, `"`+time.RFC3339Nano+`"`), nil
}

// appendSlice appends a list, or a string of Base64 for a slice of bytes.
func appendSlice(dst []byte, v reflect.Value) (_ []byte, err error) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(dst, `"`+base64.StdEncoding.EncodeToString(v.Bytes())+`"`...), nil
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = encode(dst, v.Index(i)); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return append(dst, ']'), nil
}

// appendMap appends a map with keys of type string as an object, sorted by name.
func appendMap(dst []byte, v reflect.Value) (_ []byte, err error) {
	if v.Type().Key().Kind() != reflect.String {
		return nil, unsupportedError(v)
	}
	values := make(map[string]reflect.Value, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		key := entries.Key().String()
		if !utf8.ValidString(key) {
			return nil, fmt.Errorf("the name %q is not valid UTF-8", key)
		}
		values[key] = entries.Value()
	}
	dst = append(dst, '{')
	for i, key := range slices.Sorted(maps.Keys(values)) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, key); err != nil {
			return nil, err
		}
		if dst, err = encode(append(dst, ':'), values[key]); err != nil {
			return nil, fmt.Errorf("member %q: %w", key, err)
		}
	}
	return append(dst, '}'), nil
}
