package subjects

import "github.com/toolgen/toolgen/internal/differential/subjects/other"

// Point is nested.
type Point struct {
	X float64  `json:"x"`
	Y *float64 `json:"y"`
}

// NestedArgs has structs.
type NestedArgs struct {
	Point  Point       `json:"point"`
	Points []Point     `json:"points,omitzero"`
	Range  other.Range `json:"range,omitzero"`
	Place  struct {
		Name string `json:"name" jsonschema:"minLength=1"`
		Near []struct {
			ID uint16 `json:"id"`
		} `json:"near,omitzero"`
	} `json:"place,omitzero"`
}

// Nested takes NestedArgs.
//
//tool:register
func Nested(NestedArgs) {}

// Inner is the type of fields of other structs.
type Inner struct {
	Name  string `json:"name"`
	Value *int   `json:"value"`
}

// Middle contains Inner.
type Middle struct {
	Inner  Inner            `json:"inner"`
	Inners []Inner          `json:"inners,omitzero"`
	ByName map[string]Inner `json:"by_name,omitzero"`
}

// DeepArgs contains Middle.
type DeepArgs struct {
	Middle  Middle              `json:"middle"`
	Middles []*Middle           `json:"middles,omitzero"`
	ByName  map[string][]Middle `json:"by_name,omitzero"`
}

// Deep takes DeepArgs.
//
//tool:register
func Deep(DeepArgs) {}

// Base is embedded.
type Base struct {
	Dir  string `json:"dir"`
	Deep bool   `json:"deep,omitzero"`
}

// EmbeddedArgs embeds a struct.
type EmbeddedArgs struct {
	Base
	other.Range
	Name string `json:"name"`
}

// Embedded takes EmbeddedArgs.
//
//tool:register
func Embedded(EmbeddedArgs) {}

// Optional is embedded as a pointer, and embeds a struct.
type Optional struct {
	*Base
	Slug Slug `json:"slug"`
}

// EmbeddedPointerArgs embeds pointers.
type EmbeddedPointerArgs struct {
	*Optional
	*other.Range
	Name string `json:"name"`
}

// EmbeddedPointer takes EmbeddedPointerArgs.
//
//tool:register
func EmbeddedPointer(EmbeddedPointerArgs) {}

// ShadowedArgs has fields that shadow fields of embedded structs.
type ShadowedArgs struct {
	Base
	Dir  int   `json:"dir"`
	Deep *Base `json:"deep"`
}

// Shadowed takes ShadowedArgs.
//
//tool:register
func Shadowed(ShadowedArgs) {}

// Left has fields with the same names as Right.
type Left struct {
	Same  string
	Other string
	Left  int `json:"left"`
}

// Right has fields with the same names as Left.
type Right struct {
	Same  int
	Named string `json:"Other"`
	Right int    `json:"right"`
}

// RivalsArgs embeds two structs that have the same names.
type RivalsArgs struct {
	Left
	Right
}

// Rivals takes RivalsArgs.
//
//tool:register
func Rivals(RivalsArgs) {}

// NamedEmbeddingArgs embeds a struct with a json name.
type NamedEmbeddingArgs struct {
	Base      `json:"base"`
	*Optional `json:"optional"`
}

// NamedEmbedding takes NamedEmbeddingArgs.
//
//tool:register
func NamedEmbedding(NamedEmbeddingArgs) {}

type hidden struct {
	Shown string `json:"shown"`
	Limit int    `json:"limit,omitzero" jsonschema:"maximum=9"`
}

// UnexportedArgs embeds a struct that is not exported.
type UnexportedArgs struct {
	hidden
	Name string `json:"name"`
}

// Unexported takes UnexportedArgs.
//
//tool:register
func Unexported(UnexportedArgs) {}

// Box contains a value.
type Box[T any] struct {
	Value T   `json:"value"`
	More  []T `json:"more,omitzero"`
}

// Pair contains values of two types.
type Pair[K comparable, V any] struct {
	Key   K       `json:"key"`
	Value *V      `json:"value"`
	Table map[K]V `json:"table,omitzero"`
}

// GenericArgs has instances of generic types.
type GenericArgs struct {
	Text  Box[string]                   `json:"text"`
	Point *Box[Point]                   `json:"point"`
	Boxes Box[Box[[]int8]]              `json:"boxes,omitzero"`
	Pair  Pair[Kind, Level]             `json:"pair,omitzero"`
	Page  other.Page[Pair[int8, Names]] `json:"page,omitzero"`
}

// Generic takes GenericArgs.
//
//tool:register
func Generic(GenericArgs) {}

// GenericEmbeddedArgs embeds instances.
type GenericEmbeddedArgs struct {
	Box[Level]
	*other.Page[Slug]
}

// GenericEmbedded takes GenericEmbeddedArgs.
//
//tool:register
func GenericEmbedded(GenericEmbeddedArgs) {}

// Words is an alias of a list.
type Words = []string

// Where is an alias of a struct of another package.
type Where = other.Range

// Boxed is an alias of an instance.
type Boxed = Box[Kind]

// AliasesArgs has aliases of types.
type AliasesArgs struct {
	Words Words             `json:"words"`
	Where *Where            `json:"where"`
	Boxed Boxed             `json:"boxed,omitzero"`
	Table map[string]Words  `json:"table,omitzero"`
	Any   map[Slug]struct{} `json:"any,omitzero"`
}

// Aliased takes AliasesArgs.
//
//tool:register
func Aliased(AliasesArgs) {}
