package subjects

import "encoding/json"

// Slug is a text with a name.
type Slug string

// Flag is a boolean with a name.
type Flag bool

// Count is an integer with a name.
type Count int32

// Share is a float with a name.
type Share float32

// StringsArgs has texts.
type StringsArgs struct {
	Text     string  `json:"text"`
	Slug     Slug    `json:"slug"`
	Optional string  `json:"optional,omitzero"`
	Pointer  *string `json:"pointer"`
	Empty    Slug    `json:"empty,omitempty"`
}

// Strings takes StringsArgs.
//
//tool:register
func Strings(StringsArgs) {}

// BoolsArgs has booleans.
type BoolsArgs struct {
	Yes      bool  `json:"yes"`
	Flag     Flag  `json:"flag"`
	Optional bool  `json:"optional,omitzero"`
	Pointer  *bool `json:"pointer"`
	Named    *Flag `json:"named,omitempty"`
}

// Bools takes BoolsArgs.
//
//tool:register
func Bools(BoolsArgs) {}

// IntsArgs has integers of every width.
type IntsArgs struct {
	Int     int    `json:"int"`
	Int8    int8   `json:"int8"`
	Int16   int16  `json:"int16"`
	Int32   int32  `json:"int32"`
	Int64   int64  `json:"int64"`
	Count   Count  `json:"count,omitzero"`
	Pointer *int64 `json:"pointer"`
	Small   *int8  `json:"small"`
}

// Ints takes IntsArgs.
//
//tool:register
func Ints(IntsArgs) {}

// UintsArgs has integers that are not negative.
type UintsArgs struct {
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Pointer *uint64 `json:"pointer"`
	Small   *uint8  `json:"small"`
}

// Uints takes UintsArgs.
//
//tool:register
func Uints(UintsArgs) {}

// FloatsArgs has floats.
type FloatsArgs struct {
	Float32  float32  `json:"float32"`
	Float64  float64  `json:"float64"`
	Share    Share    `json:"share,omitzero"`
	Pointer  *float64 `json:"pointer"`
	Small    *float32 `json:"small"`
	Optional float64  `json:"optional,omitempty"`
}

// Floats takes FloatsArgs.
//
//tool:register
func Floats(FloatsArgs) {}

// NumbersArgs has fields of type json.Number.
type NumbersArgs struct {
	Number  json.Number            `json:"number"`
	Pointer *json.Number           `json:"pointer"`
	List    []json.Number          `json:"list,omitzero"`
	Table   map[string]json.Number `json:"table,omitzero"`
	Pair    [2]json.Number         `json:"pair,omitzero"`
}

// Numbers takes NumbersArgs.
//
//tool:register
func Numbers(NumbersArgs) {}

// PointersArgs has pointers.
type PointersArgs struct {
	List    *[]string       `json:"list"`
	Map     *map[string]int `json:"map"`
	Array   *[2]bool        `json:"array"`
	Struct  *Point          `json:"struct"`
	Bytes   *[]byte         `json:"bytes"`
	Slug    *Slug           `json:"slug"`
	Structs []*Point        `json:"structs,omitzero"`
	Values  map[Slug]*Point `json:"values,omitzero"`
}

// Pointers takes PointersArgs.
//
//tool:register
func Pointers(PointersArgs) {}

// OptionalsArgs has only optional fields.
type OptionalsArgs struct {
	Text  string         `json:"text,omitempty"`
	Int   int            `json:"int,omitzero"`
	List  []int          `json:"list,omitempty"`
	Map   map[string]int `json:"map,omitempty"`
	Point Point          `json:"point,omitzero"`
	Slug  *Slug          `json:"slug"`
	Yes   bool           `json:"yes,omitempty"`
}

// Optionals takes OptionalsArgs.
//
//tool:register
func Optionals(OptionalsArgs) {}

// ForcedArgs has required pointers.
type ForcedArgs struct {
	Text  *string `json:"text,omitempty" jsonschema:"required"`
	Int   *int    `json:"int" jsonschema:"required,minimum=1"`
	Point *Point  `json:"point,omitzero" jsonschema:"required"`
	Free  *int    `json:"free"`
}

// Forced takes ForcedArgs.
//
//tool:register
func Forced(ForcedArgs) {}

// SmallArgs has few fields, like most arguments.
type SmallArgs struct {
	Query string `json:"query" jsonschema:"minLength=1,maxLength=20"`
	Limit int    `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
}

// Small takes SmallArgs.
//
//tool:register
func Small(SmallArgs) {}

// NoArgs has no properties.
type NoArgs struct{}

// Empty takes NoArgs.
//
//tool:register
func Empty(NoArgs) {}

// Nothing takes no arguments.
//
//tool:register
func Nothing() {}
