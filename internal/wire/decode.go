package wire

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// UnmarshalValue reads the form that [MarshalValue] writes. If it returns an error, which is an [*Error], the
// target is not changed.
func UnmarshalValue(data []byte, value any) error {
	data, err := checkSyntax(data)
	if err != nil {
		return err
	}
	target := reflect.ValueOf(value).Elem()
	fresh := reflect.New(target.Type()).Elem()
	if err := decode(data, fresh); err != nil {
		return err
	}
	target.Set(fresh)
	return nil
}

// decode reads a valid JSON value into v, which is zero and has an address.
func decode(data []byte, v reflect.Value) error {
	if raw, ok := v.Addr().Interface().(*json.RawMessage); ok {
		*raw = slices.Clone(data)
		return nil
	}
	if data[0] == 'n' {
		return &Error{Problem: ProblemNull}
	}
	switch own := v.Addr().Interface().(type) {
	case *time.Time:
		return readTime(data, own)
	case json.Unmarshaler:
		return own.UnmarshalJSON(data)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return decode(data, v.Elem())
	case reflect.String:
		text, err := readText(data)
		v.SetString(text)
		return err
	case reflect.Slice:
		return readSlice(data, v)
	case reflect.Map:
		return readMap(data, v)
	case reflect.Struct:
		fields, err := structFields(v)
		if err != nil {
			return err
		}
		return (&object{fields: fields}).read(data)
	}
	return readScalar(string(data), v)
}

// readScalar reads a boolean or a number.
func readScalar(text string, v reflect.Value) error {
	bits := 0
	switch v.Kind() {
	case reflect.Bool:
		if text != "true" && text != "false" {
			return valueError("want true or false")
		}
		v.SetBool(text == "true")
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		bits = v.Type().Bits()
		n, err := strconv.ParseInt(text, 10, bits)
		if err != nil {
			return valueError("want an integer of " + strconv.Itoa(bits) + " bits")
		}
		v.SetInt(n)
		return nil
	case reflect.Float32, reflect.Float64:
		bits = v.Type().Bits()
		x, err := strconv.ParseFloat(text, bits)
		if err != nil {
			return valueError("want a number in the range of a float of " + strconv.Itoa(bits) + " bits")
		}
		v.SetFloat(x)
		return nil
	}
	return unsupportedError(v)
}

// readTime reads only the form that appendTime writes. time.Parse accepts other spellings too, and drops
// digits after the ninth.
func readTime(data []byte, t *time.Time) error {
	text, err := readString(data)
	if err != nil {
		return err
	}
	parsed, _ := time.Parse(time.RFC3339Nano, text)
	if written, err := appendTime(nil, parsed); err != nil || string(written) != `"`+text+`"` {
		return valueError("want a time in UTC in the format of RFC 3339, such as 2006-01-02T15:04:05.123Z")
	}
	*t = parsed.UTC()
	return nil
}

// readSlice reads a list, or a string of Base64 for a slice of bytes.
func readSlice(data []byte, v reflect.Value) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		bytes, err := readBytes(data)
		if len(bytes) > 0 {
			v.SetBytes(bytes)
		}
		return err
	}
	elements, err := splitArray(data)
	if err != nil || len(elements) == 0 {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), len(elements), len(elements)))
	for i, element := range elements {
		if err := decode(element, v.Index(i)); err != nil {
			return withMember("["+strconv.Itoa(i)+"]", err)
		}
	}
	return nil
}

// readMap reads an object into a map with keys of type string.
func readMap(data []byte, v reflect.Value) error {
	if v.Type().Key().Kind() != reflect.String {
		return unsupportedError(v)
	}
	members, err := splitObject(data)
	if err != nil || len(members) == 0 {
		return err
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(members)))
	for _, m := range members {
		value := reflect.New(v.Type().Elem()).Elem()
		if err := decode(m.value, value); err != nil {
			return withMember(m.name, err)
		}
		v.SetMapIndex(reflect.ValueOf(m.name).Convert(v.Type().Key()), value)
	}
	return nil
}
