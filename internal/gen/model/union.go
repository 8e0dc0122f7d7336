package model

// Union is an interface of which a value is one of several structs, told apart
// by a property that each of them has with a value of its own.
type Union struct {
	// Field is the name of that property: the discriminator.
	Field string
	// Variants are in the order of the source: files by name, then by line.
	Variants []*Variant
}

// Variant is one struct that a value of a union may be.
type Variant struct {
	// Type is the struct.
	Type *Type
	// Value is the text that the discriminator has, without quotes.
	Value string
	// Pointer says that a pointer to the struct implements the interface, and
	// the struct itself does not.
	Pointer bool
	// Declared is the struct's own field for the discriminator, or nil. Without
	// one, arguments have the property and the struct does not keep it, and
	// results do not have it.
	Declared *Field
}
