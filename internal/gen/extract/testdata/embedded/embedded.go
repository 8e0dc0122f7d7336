// Package embedded has structs that embed others in every way that matters to
// encoding/json. Tests compare what that package makes of their values with
// what is extracted from this file. Every field is an int.
package embedded

// Values are one value of each struct, embedded pointers allocated.
func Values() []any {
	return []any{
		Plain{}, Shadowed{}, Conflict{}, TagWins{}, TagsConflict{}, TagAgainstPromoted{},
		Unexported{}, Pointer{inner: &inner{}, Base: &Base{}}, NamedEmbedded{}, Ignored{},
		Diamond{}, DeepConflict{}, HiddenByShallow{}, BadNames{}, Dash{}, SameTwice{},
		Aliased{}, Generic{}, CaseDiffers{}, Recursive{Self: &Self{}}, NotStruct{}, ThreeLevels{},
	}
}

type (
	Base  struct{ A, B int }
	Other struct{ B, C int }
	inner struct {
		D      int
		hidden int
	}
	Tagged struct {
		X int `json:"B"`
	}
	TaggedToo struct {
		Y int `json:"B"`
	}
	Number    int
	number    int
	Of[T any] struct{ V T }
	Alias     = Base
)

// Plain embeds one struct between its own fields.
type Plain struct {
	First int
	Base
	Last int
}

// Shadowed has a field of its own with a promoted name.
type Shadowed struct {
	Base
	A int
}

// Conflict has two fields of one name at one depth: neither counts.
type Conflict struct {
	Base
	Other
}

// TagWins has two of which one is tagged.
type TagWins struct {
	Base
	Tagged
}

// TagsConflict has two that are both tagged.
type TagsConflict struct {
	Base
	Tagged
	TaggedToo
}

// TagAgainstPromoted renames its own field to a promoted name.
type TagAgainstPromoted struct {
	Base
	Own int `json:"A"`
}

// Unexported embeds a struct that is not exported.
type Unexported struct {
	inner
	E int
}

// Pointer embeds pointers.
type Pointer struct {
	*inner
	*Base
}

// NamedEmbedded gives the embedded struct a name, so that it stays together.
type NamedEmbedded struct {
	Base  `json:"base"`
	Other `json:",omitempty"`
}

// Ignored leaves a struct out.
type Ignored struct {
	Base `json:"-"`
	Other
}

type Left struct{ Base }

type Right struct{ Base }

// Diamond reaches one struct by two ways: its fields hide each other.
type Diamond struct {
	Left
	Right
	Z int
}

type Deep struct{ Conflict }

// DeepConflict has names that hide each other below one that counts.
type DeepConflict struct {
	Deep
	B int
}

type Level2 struct{ Base }

// HiddenByShallow has a name at two depths.
type HiddenByShallow struct {
	Level2
	Other
}

// BadNames has names that encoding/json does not take.
type BadNames struct {
	A int `json:"a\"b"`
	B int `json:","`
	C int `json:"ok,omitempty"`
}

// Dash has a field whose name is a dash, and one that is left out.
type Dash struct {
	A int `json:"-,"`
	B int `json:"-"`
}

// SameTwice embeds one struct directly and through another.
type SameTwice struct {
	Base
	Left
}

// Aliased embeds by an alias.
type Aliased struct {
	Alias
}

// Generic embeds an instance, which has the name of the generic type.
type Generic struct {
	Of[int]
	W int
}

// CaseDiffers has names that differ in case alone.
type CaseDiffers struct {
	Base
	Lower int `json:"a"`
}

// Self embeds itself.
type Self struct {
	*Self
	S int
}

// Recursive embeds a struct that embeds itself.
type Recursive struct{ *Self }

// NotStruct embeds types that are no structs.
type NotStruct struct {
	Number
	number
	A int
}

type Level1 struct {
	Level2
	B int
}

// ThreeLevels has names at three depths.
type ThreeLevels struct {
	Level1
	Other
	C int
}
