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
	// Optional leaves the member out when the value is its zero value, an empty
	// slice or an empty map, and reads a missing member as that.
	Optional bool
}

// versionName is the name of the member that holds the version.
const versionName = "version"

// Marshal writes the fields as an object, in their order, after a member with the
// version. With version 0 there is no such member.
func Marshal(version int, fields ...Field) ([]byte, error) {
	return appendObject(nil, version, fields)
}

// Unmarshal reads what Marshal writes with the same version and fields. When it
// fails, with an [*Error], no target is changed. Otherwise every target is set.
func Unmarshal(data []byte, version int, fields ...Field) error {
	return unmarshal(data, object{version: version, fields: fields})
}

// UnmarshalDefault is Unmarshal, but a missing member with the version means this
// version. It reads forms that people write by hand.
func UnmarshalDefault(data []byte, version int, fields ...Field) error {
	return unmarshal(data, object{version: version, defaulted: true, fields: fields})
}

func unmarshal(data []byte, o object) error {
	data, err := valid(data)
	if err != nil {
		return err
	}
	return o.read(data)
}

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
	version   int  // 0 for none
	defaulted bool // the version may be missing
	fields    []Field
}

// read reads a valid JSON value. The targets are set last, all together.
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
		values[i] = o.fresh(i)
		if err := decode(m.value, values[i]); err != nil {
			return at(m.name, err)
		}
	}
	for i, field := range o.fields {
		if values[i].IsValid() {
			continue
		}
		if !field.Optional {
			return &Error{Problem: ProblemMissing, Member: field.Name}
		}
		values[i] = o.fresh(i)
	}
	for i, field := range o.fields {
		reflect.ValueOf(field.Value).Elem().Set(values[i])
	}
	return nil
}

// checkVersion compares the version before any other member is looked at: of
// another version nothing else is known.
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
	if o.defaulted {
		return nil
	}
	return &Error{Problem: ProblemMissing, Member: versionName, Detail: "want " + strconv.Itoa(o.version)}
}

// index is the index of the field of that name; -1 for none.
func (o *object) index(name string) int {
	for i := range o.fields {
		if o.fields[i].Name == name {
			return i
		}
	}
	return -1
}

// fresh is a new zero value of the type of a field's target.
func (o *object) fresh(i int) reflect.Value {
	return reflect.New(reflect.TypeOf(o.fields[i].Value).Elem()).Elem()
}

// names are the names of all members.
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
