package wire

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Field is one member of an object, for both directions.
type Field struct {
	// Name is the name of the member. It is compared exactly, and must need no
	// escape in JSON.
	Name string
	// Value is a pointer to the value: the source when writing, the target when
	// reading. The package comment lists the types.
	Value any
	// Optional leaves out the member if the value is the zero value, an empty slice or an empty
	// map. A missing member is read as the zero value.
	Optional bool
}

// versionName is the name of the member with the version.
const versionName = "version"

// Marshal writes the fields as an object, in their order, after a member with the
// version. With version 0 there is no such member.
func Marshal(version int, fields ...Field) ([]byte, error) {
	return appendObject(nil, version, fields)
}

// Unmarshal reads the form that Marshal writes with the same version and fields. If it returns an error, which
// is an [*Error], no target is changed. Otherwise every target is set.
func Unmarshal(data []byte, version int, fields ...Field) error {
	return unmarshal(data, object{version: version, fields: fields})
}

// UnmarshalDefault is like [Unmarshal], for forms that people write: a missing version means this
// version.
func UnmarshalDefault(data []byte, version int, fields ...Field) error {
	return unmarshal(data, object{version: version, versionOptional: true, fields: fields})
}

// unmarshal reads an object.
func unmarshal(data []byte, o object) error {
	data, err := checkSyntax(data)
	if err != nil {
		return err
	}
	return o.read(data)
}

// appendObject appends the object with the version, unless it is zero, and the
// fields.
func appendObject(dst []byte, version int, fields []Field) (_ []byte, err error) {
	dst = append(dst, '{')
	separator := ""
	if version != 0 {
		dst = append(append(dst, `"`+versionName+`":`...), strconv.Itoa(version)...)
		separator = ","
	}
	for _, field := range fields {
		v := reflect.ValueOf(field.Value).Elem()
		if field.Optional && isEmpty(v) {
			continue
		}
		dst = append(append(dst, separator...), `"`+field.Name+`":`...)
		if dst, err = encode(dst, v); err != nil {
			return nil, fmt.Errorf("member %q: %w", field.Name, err)
		}
		separator = ","
	}
	return append(dst, '}'), nil
}

// object is an object to read.
type object struct {
	version         int  // 0 means no member with the version
	versionOptional bool // the member with the version is optional
	fields          []Field
}

// read reads a valid JSON value. It sets all targets at the end.
func (o *object) read(data []byte) error {
	members, err := splitObject(data)
	if err != nil {
		return err
	}
	if err := o.checkVersion(members); err != nil {
		return err
	}
	values := make([]reflect.Value, len(o.fields))
	for _, m := range members {
		if o.version != 0 && m.name == versionName {
			continue
		}
		i := o.index(m.name)
		if i < 0 {
			return &Error{Problem: ProblemUnknown, Member: m.name, Detail: "want one of " + o.names()}
		}
		values[i] = o.newValue(i)
		if err := decode(m.value, values[i]); err != nil {
			return withMember(m.name, err)
		}
	}
	for i, field := range o.fields {
		if values[i].IsValid() {
			continue
		}
		if !field.Optional {
			return &Error{Problem: ProblemMissing, Member: field.Name}
		}
		values[i] = o.newValue(i)
	}
	for i, field := range o.fields {
		reflect.ValueOf(field.Value).Elem().Set(values[i])
	}
	return nil
}

// checkVersion checks the version before the other members are read: the members of another version are
// unknown.
func (o *object) checkVersion(members []member) error {
	if o.version == 0 {
		return nil
	}
	for _, m := range members {
		if m.name != versionName {
			continue
		}
		found, err := strconv.Atoi(string(m.value))
		if err != nil || found != o.version {
			return &Error{Problem: ProblemVersion, Member: versionName, Found: found, Want: o.version}
		}
		return nil
	}
	if o.versionOptional {
		return nil
	}
	return &Error{Problem: ProblemMissing, Member: versionName, Detail: "want " + strconv.Itoa(o.version)}
}

// index returns the index of the field with that name, or -1.
func (o *object) index(name string) int {
	for i := range o.fields {
		if o.fields[i].Name == name {
			return i
		}
	}
	return -1
}

// newValue returns a new zero value of the type of a field.
func (o *object) newValue(i int) reflect.Value {
	return reflect.New(reflect.TypeOf(o.fields[i].Value).Elem()).Elem()
}

// names returns the names of all members, separated by commas.
func (o *object) names() string {
	var names []string
	if o.version != 0 {
		names = append(names, versionName)
	}
	for _, field := range o.fields {
		names = append(names, field.Name)
	}
	return strings.Join(names, ", ")
}
