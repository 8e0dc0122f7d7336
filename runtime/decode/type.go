package decode

import "math"

// Unbounded is the maximum of a length or a number of items without a maximum.
const Unbounded = math.MaxInt

// A Kind is the kind of JSON values that a [Type] describes. It determines which
// fields of the type are used.
type Kind uint8

// The kinds. A pointer has the kind of the type that it points to.
const (
	KindAny       Kind = iota // any JSON value, including null
	KindBool                  // true or false
	KindString                // a string; Limits, Enum, Checks
	KindInt                   // an integer that Bits bits hold; Limits, Enum
	KindUint                  // an integer that is not negative and that Bits bits hold; Limits, Enum
	KindFloat                 // a number that Bits bits hold; Limits, Enum
	KindNumber                // a number of any size; Limits or Range, Enum
	KindTime                  // a string with an RFC 3339 date and time
	KindDuration              // a string such as "1m30s", as time.ParseDuration reads it
	KindBytes                 // a string with base64; Limits, Checks
	KindText                  // a string that Checks accept; Limits, Enum
	KindSlice                 // an array of Elem; Limits, Unique
	KindMap                   // an object of Elem with any names; Key, Lists
	KindStruct                // an object of Fields
	KindUnion                 // an object with one of the types of Union
	KindJSON                  // a value that Schema and Checks accept
	KindReference             // the type of Reference
	KindInteger               // an integer of any size; Limits, Enum
)

// Type describes a type to the reader of objects and to the review pass. It is
// plain data: composite literals and addresses of package variables, so that no
// code runs at program start. A program has a Type for every constrained
// argument, so that its size matters: Rules has the fields that few types need. A
// Type is not changed.
type Type struct {
	Kind Kind

	// Bits is the width of KindInt, KindUint and KindFloat. Zero means 64.
	Bits uint8

	// Unique refuses an array with equal items.
	Unique bool

	// Lists means that a KindMap also accepts an array of objects with the
	// members "key" and "value", which is the form of strict dialects for maps.
	// This form does not count as a repair and is also accepted without repairs.
	Lists bool

	// Elem is the type of items and of map values.
	Elem *Type

	// Fields are the properties of KindStruct, in the order of declaration.
	Fields []Field

	// Index finds fields by their names, in any order: [NewIndex] of Fields. It may be empty. A
	// wrong index makes reading slower and has no other effect.
	Index string

	// Limits are the bounds of a length, a number of items or a number, as
	// keywords of JSON Schema with their values: "minimum=1,maximum=1000". A
	// float and its bounds are rounded to the width before they are compared,
	// because bounds apply to the value that is read. The number that it must be
	// a multiple of is exact.
	Limits string

	// Rules are further constraints. Nil means none.
	Rules *Rules
}

// Rules are constraints that few types have. Zero values mean no constraints.
type Rules struct {
	// Key is the type of map keys: nil for strings, or a type of KindInt,
	// KindUint, KindText, or KindString with an Enum.
	Key *Type

	// Range has the bounds of a KindNumber instead of Limits, so that generated
	// code contains them once: [InRange] uses the same variable. Nil means no
	// bounds.
	Range *Range

	// Enum lists the allowed values: strings without quotes, numbers in decimal.
	// Floats are rounded to their width.
	Enum []string

	// Aliases are other names of the properties of a struct. An alias is replaced
	// by a repair.
	Aliases []Alias

	// Checks apply to the text of a string, or to the JSON text of a KindJSON, in
	// their order.
	Checks []Check

	// Reference is the type of a KindReference. It allows recursive types: in Go,
	// the initial value of a variable cannot contain the address of the variable,
	// but it can contain a method that returns it.
	Reference Reference

	// Union has the variants of KindUnion.
	Union *Union

	// Schema is the schema of a KindJSON. A value of another kind must satisfy it
	// as well, after repairs.
	Schema Declaration

	// Parsed is set only for types that [ParseSchema] returns. Nil means no
	// constraints.
	Parsed *Parsed
}

// Parsed has the constraints of a [Type] that follow from a schema at run time
// and that no Go type has. Zero values mean no constraints.
type Parsed struct {
	// Rest is the type of the members of a KindStruct without a field. Nil
	// forbids them.
	Rest *Type

	// Defaults are the JSON texts of the defaults, in the order of Fields, with
	// "" for a field without a default. It is empty if there are no defaults.
	Defaults []string

	// Prefix are the types of the first items of a KindSlice. Elem is the type of
	// the others.
	Prefix []*Type

	// Choices are types for the values of a KindJSON, which allow repairs in the
	// values.
	Choices *Choices
}

// Choices are types of values, by their JSON type. Nil means that there is no
// type.
type Choices struct{ Boolean, Number, String, Array, Object *Type }

// Field is a property of an object.
type Field struct {
	// Key is the name in JSON with quotes and colon, without white space:
	// `"name":`.
	Key string

	// Type is the type of the value.
	Type *Type

	// Required means that the property must be present.
	Required bool

	// Nullable means that null omits an optional property, which is the form of
	// strict dialects. This form does not count as a repair and is also accepted
	// without repairs.
	Nullable bool
}

// name returns the name of the property.
func (f *Field) name() string { return f.Key[1 : len(f.Key)-len(`":`)] }

// Alias is another name of the property with the index Field.
type Alias struct {
	Name  string
	Field int
}

// Union has types of objects. The value of a member, the discriminator, selects
// the type.
type Union struct {
	// Field is the name of the discriminator.
	Field string

	// Values are the values of the discriminator. Types are the types of the
	// objects with these values: of KindStruct, or references to it, with the
	// discriminator among the fields.
	Values []string
	Types  []*Type
}

// Bounds are a minimum and a maximum count, both inclusive. Max is [Unbounded] if
// there is no maximum.
type Bounds struct{ Min, Max int }

// Range bounds a number by JSON numbers. An empty string means no bound.
type Range struct {
	// Min and Max are the smallest and the largest number.
	Min, Max string

	// ExclusiveMin and ExclusiveMax are bounds that the number must not equal.
	ExclusiveMin, ExclusiveMax string

	// Step is a number of which the number must be a multiple. It is positive and
	// has at most 19 significant digits.
	Step string
}

// A Check is a condition on a text.
type Check interface {
	// Check reports whether the text satisfies the condition. If it does not,
	// want is the expectation, which completes "must ...".
	Check(text string) (want string, ok bool)
}

// Reference is a reference to a type.
type Reference interface{ Type() *Type }

// Declaration is a schema that an author declared: a *[Schema]. It is an
// interface, so that programs without declared schemas do not link the evaluator.
type Declaration interface {
	// accepts returns the index after the value at i if the value is well-formed
	// and satisfies the schema, and a negative number otherwise.
	accepts(d *D, i int) int

	// satisfiedBy reports whether the well-formed value at i satisfies the
	// schema. It subtracts the work from the budget; if the budget is exhausted,
	// it returns false.
	satisfiedBy(text string, i int, b *budget) bool

	// acceptsText reports whether a complete text is a well-formed value that
	// satisfies the schema. depth is the number of objects and arrays around it.
	// The work is subtracted from the budget.
	acceptsText(text string, depth int, b *budget) bool

	// budgetFor returns the budget for a text of that length.
	budgetFor(length int) budget

	// types returns the JSON types that the schema may accept. It may return too
	// many.
	types() Types

	// name returns the accepted values, or at least their type, as a noun with
	// its article. It returns an empty string if a few words are not enough.
	name() string

	// review adds all problems of the well-formed value at i.
	review(r *reviewer, i int)
}

// noRules is the value of a nil Rules.
var noRules Rules

// rules returns the rules of the type, never nil.
func (t *Type) rules() *Rules {
	if t.Rules == nil {
		return &noRules
	}
	return t.Rules
}

// noParsed is the value of a nil Parsed.
var noParsed Parsed

// parsed returns the Parsed of the type, never nil.
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

// children returns the types in the type, except for those of references and
// keys.
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
