package decode

// Schema is a JSON Schema that [ParseSchema] read, or that the author of a tool
// declared for a value that no Go type describes. Its keywords are in groups, so
// that a small schema needs little memory.
//
// It is plain data, like [Type]: generated code has composite literals without
// initialization at run time. It must not be changed after its first use. The zero
// value accepts all JSON values.
type Schema struct {
	// Never means that the schema is false, which accepts no value.
	Never bool

	// Types are the JSON types that are accepted. Zero accepts all types.
	Types Types

	// Enum are the values that are accepted, as JSON texts, for the keywords enum and
	// const. Nil accepts all values. An empty list that is not nil accepts none.
	Enum []string

	// Number has the bounds of numbers, which are compared exactly. Nil, here and in
	// the groups that follow, restricts nothing.
	Number *Range

	// Text has the conditions on strings.
	Text *SchemaText

	// Array has the conditions on arrays.
	Array *SchemaArray

	// Object has the conditions on objects.
	Object *SchemaObject

	// Logic has further schemas for the same value.
	Logic *SchemaLogic

	// size is the number of schemas in the document of the schema. It is zero for a
	// schema of generated code.
	size int32

	// known has the types that the schema can accept, and the bit typesKnown.
	known Types

	// shared is set if several schemas refer to this one, so that an object or array
	// can be checked by it more than once. combined is set if several schemas combine
	// it with others, so that any value can be checked by it more than once.
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

// SchemaText has the conditions of a [Schema] on a string.
type SchemaText struct {
	// Length has the bounds of the number of code points. Nil means no bounds.
	Length *Bounds

	// Checks are the pattern and the format, in the order in which they are applied.
	Checks []Check
}

// SchemaArray has the conditions of a [Schema] on an array.
type SchemaArray struct {
	// Prefix are the schemas of the first items, one for each item.
	Prefix []*Schema

	// Items is the schema of each item after those of Prefix. Nil restricts nothing.
	Items *Schema

	// Contains is the condition on some of the items. Nil restricts nothing.
	Contains *SchemaContains

	// Count has the bounds of the number of items. Nil means no bounds.
	Count *Bounds

	// Unique refuses equal items. 1 and 1.0 are equal, and so are objects with the
	// same members in another order.
	Unique bool
}

// SchemaContains is the condition of a [SchemaArray] on some of its items.
type SchemaContains struct {
	// Schema is the schema that these items satisfy.
	Schema *Schema

	// Count has the bounds of the number of items that satisfy Schema.
	Count Bounds
}

// SchemaObject has the conditions of a [Schema] on an object.
type SchemaObject struct {
	// Properties are the schemas of members by their names.
	Properties []SchemaProperty

	// Patterns are the schemas of members whose names match a pattern. They also apply
	// to the members in Properties.
	Patterns []SchemaPattern

	// Required are the names of required members.
	Required []string

	// Dependent has the conditions that apply if a member is present.
	Dependent []SchemaDependent

	// Additional is the schema of the members that are not in Properties and match no
	// pattern. Nil restricts nothing.
	Additional *Schema

	// Names is the schema of each name, as a string. Nil restricts nothing.
	Names *Schema

	// Count has the bounds of the number of members. Nil means no bounds.
	Count *Bounds

	// index has the number of each property by its name. It is nil if there are few
	// properties.
	index map[string]int
}

// SchemaProperty is the schema of one member of a [SchemaObject].
type SchemaProperty struct {
	Name   string
	Schema *Schema
}

// SchemaPattern is the schema of the members of a [SchemaObject] whose names the
// check accepts.
type SchemaPattern struct {
	Name   Check
	Schema *Schema
}

// SchemaDependent has the conditions on a [SchemaObject] that has a member with that
// name.
type SchemaDependent struct {
	Name string

	// Required are the names of other members that are then required.
	Required []string

	// Schema is the schema of the object. Nil restricts nothing.
	Schema *Schema
}

// SchemaLogic combines schemas for one value. Empty lists and nil schemas restrict
// nothing.
type SchemaLogic struct {
	AllOf []*Schema // each of these accepts the value
	AnyOf []*Schema // at least one of these accepts the value
	OneOf []*Schema // exactly one of these accepts the value
	Not   *Schema   // this does not accept the value

	If   *Schema // chooses between Then and Else
	Then *Schema // this accepts the value if If accepts it
	Else *Schema // this accepts the value if If does not
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
	j := schemaChecker{text: text, budget: *b}
	_, ok := j.value(i, s)
	*b = j.budget
	return ok
}

// acceptsText implements [Declaration].
func (s *Schema) acceptsText(text string, depth int, b *budget) bool {
	d := D{text: text, depth: depth}
	return d.skip(0) == len(text) && s.satisfiedBy(text, 0, b)
}

// review implements [Declaration].
func (s *Schema) review(r *reviewer, i int) {
	j := schemaChecker{text: r.in.text, budget: *r.budgetFor(s), problems: r, findAll: true}
	j.value(i, s)
	r.budget = j.budget
	r.checkBudget(i)
}
