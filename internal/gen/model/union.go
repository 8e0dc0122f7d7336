package model

// Union is an interface whose values are one of several structs. A property of
// each struct, the discriminator, has a different value for each of them.
type Union struct {
	// Field is the name of the discriminator.
	Field string
	// Seal is an unexported method of the interface.
	Seal string
	// Variants are in the order of the source: files by name, then by line.
	Variants []*Variant
}

// Variant is one of the structs of a union.
type Variant struct {
	// Type is the struct.
	Type *Type
	// Value is the value of the discriminator, without quotes.
	Value string
	// Pointer means that only a pointer to the struct implements the interface.
	Pointer bool
	// Declared is the field of the struct for the discriminator, or nil. Without
	// such a field, the property is part of the arguments but not of results, and
	// the struct does not keep it.
	Declared *Field
}
