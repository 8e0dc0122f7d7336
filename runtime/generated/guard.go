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

// The interfaces of this group have the methods that a type must not have: those that
// change its JSON; those that change arguments; and those of results and receivers.
type (
	CodecMethods interface {
		MarshalJSON() ([]byte, error)
		UnmarshalJSON([]byte) error
		MarshalText() ([]byte, error)
		UnmarshalText([]byte) error
	}
	ArgumentMethods interface {
		CodecMethods
		Validate() error
	}
	StringMethod   interface{ String() string }
	ShutdownMethod interface {
		Shutdown(context.Context) error
	}
)

// The types of this group can only be instantiated with types of one kind. IntKind and
// UintKind accept two sizes, because an int is decoded like an int64.
type (
	StringKind[_ interface{ ~string }]       struct{}
	BoolKind[_ interface{ ~bool }]           struct{}
	IntKind[_ interface{ ~int | ~int64 }]    struct{}
	Int8Kind[_ interface{ ~int8 }]           struct{}
	Int16Kind[_ interface{ ~int16 }]         struct{}
	Int32Kind[_ interface{ ~int32 }]         struct{}
	UintKind[_ interface{ ~uint | ~uint64 }] struct{}
	Uint8Kind[_ interface{ ~uint8 }]         struct{}
	Uint16Kind[_ interface{ ~uint16 }]       struct{}
	Uint32Kind[_ interface{ ~uint32 }]       struct{}
	Float32Kind[_ interface{ ~float32 }]     struct{}
	Float64Kind[_ interface{ ~float64 }]     struct{}
)
