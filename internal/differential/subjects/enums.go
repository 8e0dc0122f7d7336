package subjects

import (
	"encoding/json"
	"net/netip"

	"github.com/toolgen/toolgen/internal/differential/subjects/other"
)

// Kind is an enum of texts.
type Kind string

// The kinds.
const (
	KindTask Kind = "task"
	KindFact Kind = "fact"
	KindIdea Kind = "Idea"
)

// Level is an enum of numbers.
type Level int8

// The levels, one of them with two names.
const (
	LevelLow Level = iota - 1
	LevelMid
	LevelHigh
	LevelTop = LevelHigh
)

// Size is an enum of numbers beyond 53 bits.
type Size uint64

// The sizes.
const (
	SizeSmall Size = 1
	SizeLarge Size = 9007199254740993
	SizeAll   Size = 18446744073709551615
)

// Tone is an enum with values that differ only in case.
type Tone string

// The tones.
const (
	ToneMajor Tone = "C"
	ToneMinor Tone = "c"
	ToneNone  Tone = "none"
)

// EnumsArgs has enums.
type EnumsArgs struct {
	Kind    Kind           `json:"kind"`
	Level   Level          `json:"level"`
	Size    Size           `json:"size"`
	Tone    Tone           `json:"tone,omitzero"`
	Unit    other.Unit     `json:"unit,omitzero"`
	Weekday *other.Weekday `json:"weekday"`
}

// Enums takes EnumsArgs.
//
//tool:register
func Enums(EnumsArgs) {}

// EnumPlacesArgs has enums in all positions.
type EnumPlacesArgs struct {
	List    []Kind                         `json:"list"`
	Levels  []Level                        `json:"levels,omitzero"`
	Array   [2]Tone                        `json:"array,omitzero"`
	Values  map[string]Level               `json:"values,omitzero"`
	Pointer *Kind                          `json:"pointer"`
	Matrix  [][]Level                      `json:"matrix,omitzero"`
	Units   map[other.Weekday][]other.Unit `json:"units,omitzero"`
	Sizes   []*Size                        `json:"sizes,omitzero"`
}

// EnumPlaces takes EnumPlacesArgs.
//
//tool:register
func EnumPlaces(EnumPlacesArgs) {}

// TagEnumsArgs has enums of tags.
type TagEnumsArgs struct {
	Text    string      `json:"text" jsonschema:"enum=red,enum=green,enum=Blue"`
	Int     int         `json:"int,omitzero" jsonschema:"enum=1,enum=-2,enum=5000000000"`
	Byte    uint8       `json:"byte,omitzero" jsonschema:"enum=0,enum=255"`
	Float   float64     `json:"float,omitzero" jsonschema:"enum=0.5,enum=1,enum=1e3"`
	Small   float32     `json:"small,omitzero" jsonschema:"enum=0.1,enum=2"`
	Number  json.Number `json:"number,omitzero" jsonschema:"enum=1,enum=2.50"`
	Kind    Kind        `json:"kind,omitzero" jsonschema:"enum=task,enum=Idea"`
	Address netip.Addr  `json:"address,omitzero" jsonschema:"enum=10.0.0.1,enum=10.0.0.2"`
	List    []string    `json:"list,omitzero" jsonschema:"enum=a,enum=b,uniqueItems"`
	Numbers []int       `json:"numbers,omitzero" jsonschema:"enum=1,enum=2"`
	Pointer *string     `json:"pointer" jsonschema:"enum=x"`
}

// TagEnums takes TagEnumsArgs.
//
//tool:register
func TagEnums(TagEnumsArgs) {}
