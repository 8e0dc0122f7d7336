package decode

// Schema is a JSON Schema that the author of a tool wrote: what a value must
// be that no Go type describes. It has the keywords that can be checked while a
// call is decoded, in groups, so that a small schema is small.
//
// It is plain data, like [Type]: composite literals that the linker lays out.
// It is only read. The zero value accepts every JSON value.
type Schema struct {
	// Never is the schema false: no value is accepted.
	Never bool

	// Types are the JSON types accepted. Zero accepts all.
	Types Types

	// Enum lists the only values accepted, as JSON texts: enum and const. Nil
	// accepts all; an empty list that is not nil accepts nothing.
	Enum []string

	// Number bounds numbers, exactly, whatever their size. Nil demands
	// nothing, and neither do the groups below.
	Number *Range

	// Text is what strings must meet.
	Text *SchemaText

	// Array is what arrays must meet.
	Array *SchemaArray

	// Object is what objects must meet.
	Object *SchemaObject

	// Logic are schemas for the value itself.
	Logic *SchemaLogic
}

// Types is a set of JSON types.
type Types uint8

// The JSON types. A number without a fraction, such as 1.0, is an integer.
const (
	TypeNull Types = 1 << iota
	TypeBoolean
	TypeInteger
	TypeNumber
	TypeString
	TypeArray
	TypeObject
)

// SchemaText is what a [Schema] demands of a string.
type SchemaText struct {
	// Length bounds the code points. Nil means no bound.
	Length *Bounds

	// Checks are pattern and format, in the order in which they are applied.
	Checks []Check
}

// SchemaArray is what a [Schema] demands of an array.
type SchemaArray struct {
	// Items is what each item must meet. Nil demands nothing.
	Items *Schema

	// Count bounds the number of items. Nil means no bound.
	Count *Bounds

	// Unique forbids two equal items: 1 and 1.0 are equal, and so are objects
	// with the same members in another order.
	Unique bool
}

// SchemaObject is what a [Schema] demands of an object.
type SchemaObject struct {
	// Properties are what members with these names must meet.
	Properties []SchemaProperty

	// Required are names that must be there.
	Required []string

	// Additional is what the members that are not in Properties must meet.
	// Nil demands nothing.
	Additional *Schema

	// Names is what each name must meet, as a string. Nil demands nothing.
	Names *Schema

	// Count bounds the number of members. Nil means no bound.
	Count *Bounds
}

// SchemaProperty is what a [SchemaObject] demands of one member.
type SchemaProperty struct {
	Name   string
	Schema *Schema
}

// SchemaLogic combines schemas for one value. An empty list and a nil Not
// demand nothing.
type SchemaLogic struct {
	AllOf []*Schema // every one must accept the value
	AnyOf []*Schema // at least one
	OneOf []*Schema // exactly one
	Not   *Schema   // must not accept it
}

// accepts implements [Declaration].
func (s *Schema) accepts(d *D, i int) int {
	end := d.skip(i)
	if end < 0 {
		return end
	}
	j := judge{text: d.text, steps: stepsFor(end - i)}
	if _, ok := j.value(i, s); !ok {
		return -1
	}
	return end
}

// review implements [Declaration].
func (s *Schema) review(r *reviewer, i int) {
	text := r.in.text
	j := judge{text: text, steps: stepsFor(behind(text, i) - i), out: r, all: true}
	j.value(i, s)
	if j.steps < 0 {
		r.tooMuch(i)
	}
}
