package decode

import "math"

// Unbounded is the maximum of a length or a number of items without one.
const Unbounded = math.MaxInt

// A Kind says what JSON a [Type] takes and which of its fields count.
type Kind uint8

// The kinds. Pointers have none: a pointer is described as what it points to.
const (
	KindAny       Kind = iota // any JSON value, null included
	KindBool                  // true or false
	KindString                // a string; Length, Enum, Checks
	KindInt                   // an integer that Bits bits hold; Range, Enum
	KindUint                  // the same, not negative
	KindFloat                 // a number that Bits bits hold; Range
	KindNumber                // a number of any size; Range is not supported
	KindTime                  // a string with an RFC 3339 date and time
	KindDuration              // a string such as "1m30s", as time.ParseDuration reads it
	KindSlice                 // an array of Elem; Length
	KindMap                   // an object of Elem with free names; Key
	KindStruct                // an object of Fields
	KindReference             // the type that Reference names
)

// Type describes a type to the slow pass. It is plain data: composite
// literals and addresses of package variables, which the linker lays out
// without any code that runs at start-up. It is only read.
type Type struct {
	Kind Kind

	// Bits is the width of KindInt, KindUint and KindFloat. Zero means 64.
	Bits uint8

	// Fields are the properties of KindStruct, in the order of declaration.
	Fields []Field

	// Elem is the type of items and of map values.
	Elem *Type

	// Key is the type of map keys: nil for strings, or of KindInt or
	// KindUint.
	Key *Type

	// Enum lists the only values allowed: strings as they are, integers in
	// decimal. Nil allows all.
	Enum []string

	// Length bounds the code points of a string, the items of an array. Nil
	// means no bound.
	Length *Bounds

	// Range bounds a number. Nil means no bound but the width's.
	Range *Range

	// Checks are applied to strings, in order.
	Checks []Check

	// Reference leads back to a type that is described through itself: Go
	// forbids the address of a variable in its own initial value, but not a
	// method that returns it.
	Reference Reference
}

// Field is a property of an object.
type Field struct {
	Name     string
	Type     *Type
	Required bool

	// Aliases are other names that are taken for Name, as a repair.
	Aliases []string
}

// Bounds are a least and a greatest count, both allowed. Max is [Unbounded]
// when there is none.
type Bounds struct{ Min, Max int }

// Range bounds a number by two JSON numbers, both allowed. An empty text
// means no bound. A float is compared as its width rounds it and the bound, so
// that the bounds hold for the value that is read.
type Range struct{ Min, Max string }

// A Check is a condition on the text of a string beside its length.
type Check interface {
	// Check reports whether the text meets the condition. If it does not,
	// want says what was expected, to stand behind "must".
	Check(text string) (want string, ok bool)
}

// Reference names a type that is described elsewhere.
type Reference interface{ Type() *Type }

// resolve follows references.
func (t *Type) resolve() *Type {
	for t.Kind == KindReference {
		t = t.Reference.Type()
	}
	return t
}
