package generated

import "context"

// Probe has all methods that change generated code. A guard embeds it next to a type
// that must not have one of the methods: if the type has it, the method is
// ambiguous, and the struct of both does not have it.
type Probe struct{}

// MarshalJSON does nothing.
func (Probe) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON does nothing.
func (Probe) UnmarshalJSON([]byte) error { return nil }

// MarshalText does nothing.
func (Probe) MarshalText() ([]byte, error) { return nil, nil }

// UnmarshalText does nothing.
func (Probe) UnmarshalText([]byte) error { return nil }

// Validate does nothing.
func (Probe) Validate() error { return nil }

// String returns an empty text.
func (Probe) String() string { return "" }

// Shutdown does nothing.
func (Probe) Shutdown(context.Context) error { return nil }

// CodecMethods are the methods that change the JSON of a type.
type CodecMethods interface {
	MarshalJSON() ([]byte, error)
	UnmarshalJSON([]byte) error
	MarshalText() ([]byte, error)
	UnmarshalText([]byte) error
}

// ArgumentMethods are the methods that change how arguments are decoded.
type ArgumentMethods interface {
	CodecMethods
	Validate() error
}

// StringMethod is the method that changes the text of a result.
type StringMethod interface{ String() string }

// ShutdownMethod is the method of receivers that end with the registry.
type ShutdownMethod interface {
	Shutdown(context.Context) error
}

// Types that can only be instantiated with types of one kind. The code that guards the
// kind of a declared type uses them.
type (
	// StringKind accepts types whose underlying type is a string.
	StringKind[_ interface{ ~string }] struct{}
	// BoolKind accepts types whose underlying type is a bool.
	BoolKind[_ interface{ ~bool }] struct{}
	// IntKind accepts types whose underlying type is an int or int64, which are decoded alike.
	IntKind[_ interface{ ~int | ~int64 }] struct{}
	// Int8Kind accepts types whose underlying type is an int8.
	Int8Kind[_ interface{ ~int8 }] struct{}
	// Int16Kind accepts types whose underlying type is an int16.
	Int16Kind[_ interface{ ~int16 }] struct{}
	// Int32Kind accepts types whose underlying type is an int32.
	Int32Kind[_ interface{ ~int32 }] struct{}
	// UintKind accepts types whose underlying type is a uint or uint64, which are decoded alike.
	UintKind[_ interface{ ~uint | ~uint64 }] struct{}
	// Uint8Kind accepts types whose underlying type is a uint8.
	Uint8Kind[_ interface{ ~uint8 }] struct{}
	// Uint16Kind accepts types whose underlying type is a uint16.
	Uint16Kind[_ interface{ ~uint16 }] struct{}
	// Uint32Kind accepts types whose underlying type is a uint32.
	Uint32Kind[_ interface{ ~uint32 }] struct{}
	// Float32Kind accepts types whose underlying type is a float32.
	Float32Kind[_ interface{ ~float32 }] struct{}
	// Float64Kind accepts types whose underlying type is a float64.
	Float64Kind[_ interface{ ~float64 }] struct{}
)
