package decode

// Schema is a JSON Schema that the author of a tool wrote, for a value that no
// Go type describes, or that [ParseSchema] read. It has the keywords that can
// be checked while a call is decoded, in groups, so that a small schema is
// small.
//
// It is plain data, like [Type]: in generated code, composite literals that the
// linker lays out. It is only read. The zero value accepts every JSON value.
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

	// size is the number of schemas in the document that the schema is part
	// of. It is zero for a schema of generated code.
	size int32

	// known are the types that the schema may accept, once they are known, and
	// a bit that says so.
	known Types

	// shared says that several schemas refer to this one, so that an object or
	// array may be checked against it more than once. combined says that
	// several combine it with others, so that any value may be.
	shared, combined bool
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
	// Prefix is what the first items must meet, one schema for each.
	Prefix []*Schema

	// Items is what each item after those of Prefix must meet. Nil demands
	// nothing.
	Items *Schema

	// Contains is what some of the items must meet. Nil demands nothing.
	Contains *SchemaContains

	// Count bounds the number of items. Nil means no bound.
	Count *Bounds

	// Unique forbids two equal items: 1 and 1.0 are equal, and so are objects
	// with the same members in another order.
	Unique bool
}

// SchemaContains is what a [SchemaArray] demands of some of its items.
type SchemaContains struct {
	// Schema is what the items must meet.
	Schema *Schema

	// Count bounds the number of items that meet it.
	Count Bounds
}

// SchemaObject is what a [Schema] demands of an object.
type SchemaObject struct {
	// Properties are what members with these names must meet.
	Properties []SchemaProperty

	// Patterns are what members must meet whose names match a pattern, also
	// those in Properties.
	Patterns []SchemaPattern

	// Required are names that must be there.
	Required []string

	// Dependent is what follows from the presence of a member.
	Dependent []SchemaDependent

	// Additional is what the members must meet that are not in Properties and
	// match no pattern. Nil demands nothing.
	Additional *Schema

	// Names is what each name must meet, as a string. Nil demands nothing.
	Names *Schema

	// Count bounds the number of members. Nil means no bound.
	Count *Bounds

	// index has the number of each property. It is nil for few properties.
	index map[string]int
}

// SchemaProperty is what a [SchemaObject] demands of one member.
type SchemaProperty struct {
	Name   string
	Schema *Schema
}

// SchemaPattern is what a [SchemaObject] demands of the members whose names
// the check accepts.
type SchemaPattern struct {
	Name   Check
	Schema *Schema
}

// SchemaDependent is what a [SchemaObject] with a member of that name must
// meet.
type SchemaDependent struct {
	Name string

	// Required are names of further members that must be there.
	Required []string

	// Schema is what the object must meet. Nil demands nothing.
	Schema *Schema
}

// SchemaLogic combines schemas for one value. Empty lists and nil schemas
// demand nothing.
type SchemaLogic struct {
	AllOf []*Schema // every one must accept the value
	AnyOf []*Schema // at least one
	OneOf []*Schema // exactly one
	Not   *Schema   // must not accept it

	If   *Schema // chooses between Then and Else
	Then *Schema // must accept the value when If accepts it
	Else *Schema // must accept the value when If does not
}

// accepts implements [Declaration].
func (s *Schema) accepts(d *D, i int) int {
	end := d.skip(i)
	if end < 0 {
		return end
	}
	b := s.budgetFor(end - i)
	if !s.satisfiedBy(d.text, i, &b) {
		return -1
	}
	return end
}

// satisfiedBy implements [Declaration].
func (s *Schema) satisfiedBy(text string, i int, b *budget) bool {
	j := judge{text: text, budget: *b}
	_, ok := j.value(i, s)
	*b = j.budget
	return ok
}

// takes implements [Declaration].
func (s *Schema) takes(text string, depth int, b *budget) bool {
	d := D{text: text, depth: depth}
	return d.skip(0) == len(text) && s.satisfiedBy(text, 0, b)
}

// review implements [Declaration].
func (s *Schema) review(r *reviewer, i int) {
	j := judge{text: r.in.text, budget: *r.budgetFor(s), out: r, all: true}
	j.value(i, s)
	r.budget = j.budget
	r.checkBudget(i)
}
