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
	KindString                // a string; Limits, Enum, Checks
	KindInt                   // an integer that Bits bits hold; Limits, Enum
	KindUint                  // the same, not negative
	KindFloat                 // a number that Bits bits hold; Limits
	KindNumber                // a number of any size; Limits or Range, Enum
	KindTime                  // a string with an RFC 3339 date and time
	KindDuration              // a string such as "1m30s", as time.ParseDuration reads it
	KindBytes                 // a string with base64; Limits of the bytes that it stands for
	KindText                  // a string that Checks accept
	KindSlice                 // an array of Elem; Limits, Unique
	KindMap                   // an object of Elem with free names; Key, Lists
	KindStruct                // an object of Fields
	KindUnion                 // an object that Union chooses the type of
	KindJSON                  // a value that Schema and Checks accept
	KindReference             // the type that Reference names
	KindInteger               // an integer of any size; Limits, Enum
)

// Type describes a type to the reader of objects and to the slow pass. It is
// plain data: composite literals and addresses of package variables, which the
// linker lays out without any code that runs at start-up. There is one for
// every constrained argument of a program, so it is small: what few types have
// is in Rules. It is only read.
type Type struct {
	Kind Kind

	// Bits is the width of KindInt, KindUint and KindFloat. Zero means 64.
	Bits uint8

	// Unique refuses an array with equal items.
	Unique bool

	// Lists takes, for an object with free names, an array of objects with the
	// members "key" and "value" as well: the form that strict dialects have
	// for maps. It is then no repair, and works without repairs.
	Lists bool

	// Elem is the type of items and of map values.
	Elem *Type

	// Fields are the properties of KindStruct, in the order of declaration.
	Fields []Field

	// Limits are the bounds of a length, a number of items or a number, as
	// keywords of JSON Schema with their values: "minimum=1,maximum=1000". A
	// float and its bounds are compared as the width rounds them, so that
	// bounds hold for the value that is read; what it must be a multiple of
	// stays exact.
	Limits string

	// Rules is what few types have. Nil means nothing.
	Rules *Rules
}

// Rules narrow a [Type] further. Zero values demand nothing.
type Rules struct {
	// Key is the type of map keys: nil for strings, or of KindInt, KindUint,
	// KindText, or KindString with an Enum.
	Key *Type

	// Range has the bounds of a KindNumber instead of Limits, so that generated
	// code states them once: [InRange] takes the same variable. Nil demands
	// nothing.
	Range *Range

	// Enum lists the only values allowed: strings as they are, numbers in
	// decimal, those of a float as its width rounds them.
	Enum []string

	// Aliases are other names of the properties of a struct, taken as a
	// repair.
	Aliases []Alias

	// Checks are applied in order: to the text of a string, and to the JSON
	// text of a KindJSON.
	Checks []Check

	// Reference leads back to a type that is described through itself: Go
	// forbids the address of a variable in its own initial value, but not a
	// method that returns it.
	Reference Reference

	// Union are the variants of KindUnion.
	Union *Union

	// Schema is what KindJSON must satisfy. A value of another kind must
	// satisfy it, too, after repairs.
	Schema Declaration

	// Parsed is what only types that [ParseSchema] makes have. Nil means
	// nothing.
	Parsed *Parsed
}

// Parsed is what a [Type] has that a schema describes at run time and that no
// Go type has. Zero values demand nothing.
type Parsed struct {
	// Rest is the type of the members of a KindStruct that Fields do not
	// describe. Nil forbids them.
	Rest *Type

	// Defaults are the JSON texts of the fields that are left out, in the
	// order of Fields, with "" for none. It is empty when there are none.
	Defaults []string

	// Prefix are the types of the first items of a KindSlice, before those of
	// Elem.
	Prefix []*Type

	// Choices describe the values that a KindJSON accepts, so that they can be
	// repaired inside.
	Choices *Choices
}

// Choices are the types of values by their JSON type. A value whose type is nil
// is not described.
type Choices struct{ Boolean, Number, String, Array, Object *Type }

// Field is a property of an object.
type Field struct {
	// Key is the name as a text has it when there is no white space, with
	// quotes and colon: `"name":`.
	Key string

	// Type is the type of the value.
	Type *Type

	// Required says that the property must be there.
	Required bool

	// Nullable takes null for leaving an optional property out, as strict
	// dialects write it. It is then no repair, and works without repairs.
	Nullable bool
}

// name returns the name of the property.
func (f *Field) name() string { return f.Key[1 : len(f.Key)-len(`":`)] }

// Alias is another name of the property with the index Field.
type Alias struct {
	Name  string
	Field int
}

// Union says how the type of an object follows from one of its members, the
// discriminator.
type Union struct {
	// Field is the discriminator's name.
	Field string

	// Values are its values, and Types the types of the objects that have
	// them: of KindStruct, or references to it, with the discriminator among
	// the fields.
	Values []string
	Types  []*Type
}

// Bounds are a least and a greatest count, both allowed. Max is [Unbounded]
// when there is none.
type Bounds struct{ Min, Max int }

// Range bounds a number by JSON numbers. An empty string means no bound.
type Range struct {
	// Min and Max are the smallest and the largest number.
	Min, Max string

	// ExclusiveMin and ExclusiveMax bound the number, which equals neither of
	// them.
	ExclusiveMin, ExclusiveMax string

	// Step is the number that the number is an integer times of. It is positive
	// and has at most 19 significant digits.
	Step string
}

// A Check is a condition on a text.
type Check interface {
	// Check reports whether the text meets the condition. If it does not,
	// want says what was expected, to stand behind "must".
	Check(text string) (want string, ok bool)
}

// Reference names a type that is described elsewhere.
type Reference interface{ Type() *Type }

// Declaration is a schema that an author declared: a *[Schema]. As an
// interface it keeps the evaluator out of programs that declare none.
type Declaration interface {
	// accepts returns the index behind the value at i when that is well formed
	// and satisfies the schema, and a negative number otherwise.
	accepts(d *D, i int) int

	// satisfiedBy reports whether the well-formed value at i satisfies the
	// schema. It subtracts the work that this takes; when there is not enough
	// left, the answer is false.
	satisfiedBy(text string, i int, b *budget) bool

	// takes is accepts for a whole text inside of that many objects and arrays,
	// with a budget.
	takes(text string, depth int, b *budget) bool

	// budgetFor returns how much work the check of a text of that length may
	// take.
	budgetFor(length int) budget

	// types returns the JSON types that may be accepted. It may return too many.
	types() Types

	// name says what is accepted, or at least of which type it is, as a noun
	// with its article. It is empty when a few words cannot say it.
	name() string

	// review adds all problems of the well-formed value at i.
	review(r *reviewer, i int)
}

// noRules is what a nil Rules means.
var noRules Rules

// rules returns the rules of the type, never nil.
func (t *Type) rules() *Rules {
	if t.Rules == nil {
		return &noRules
	}
	return t.Rules
}

// noParsed is what a nil Parsed means.
var noParsed Parsed

// parsed returns what the type has that was parsed, never nil.
func (t *Type) parsed() *Parsed {
	if p := t.rules().Parsed; p != nil {
		return p
	}
	return &noParsed
}

// item returns the type of the item with that number.
func (t *Type) item(n int) *Type {
	if prefix := t.parsed().Prefix; n < len(prefix) {
		return prefix[n]
	}
	return t.Elem
}

// children returns the types that the type is made of, but for those of
// references and keys.
func (t *Type) children() (all []*Type) {
	for n := range t.Fields {
		all = append(all, t.Fields[n].Type)
	}
	p := t.parsed()
	all = append(all, p.Prefix...)
	if u := t.rules().Union; u != nil {
		all = append(all, u.Types...)
	}
	candidates := []*Type{t.Elem, p.Rest}
	if c := p.Choices; c != nil {
		candidates = append(candidates, c.Boolean, c.Number, c.String, c.Array, c.Object)
	}
	for _, child := range candidates {
		if child != nil {
			all = append(all, child)
		}
	}
	return all
}

// resolve follows references.
func (t *Type) resolve() *Type {
	for t.Kind == KindReference {
		t = t.Rules.Reference.Type()
	}
	return t
}
