// Package shapes has tools whose schemas are golden files: every kind of type,
// as arguments and as results.
package shapes

import (
	"encoding/json"
	"net/netip"
	"time"

	"github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs"
)

// Kind is what a note is about.
type Kind string

// The kinds.
const (
	KindTask Kind = "task" // something to do
	// something
	// to remember
	KindFact Kind = "fact"
	KindIdea Kind = "a<b"
)

// Level is how important it is.
type Level int8

// The levels.
const (
	LevelLow  Level = 1 // can wait
	LevelHigh Level = 2 // cannot
)

// Slug is a text.
type Slug string

// Base is embedded.
type Base struct {
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
}

// Deep is embedded by pointer.
type Deep struct {
	Deep bool `json:"deep"`
}

// A Point is a place
// in the plane.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Page is generic.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

// Tree is a tree of names.
type Tree struct {
	Name string `json:"name"`
	// What comes before.
	Left     *Tree           `json:"left,omitzero"`
	Children []*Tree         `json:"children,omitzero"`
	ByName   map[string]Tree `json:"by_name,omitzero"`
	Group    *Group          `json:"group"`
}

// Group and Tree are recursive together.
type Group struct {
	Trees []Tree `json:"trees"`
}

// Forest is recursive without a struct.
type Forest []Forest

// Scalars are single values.
type Scalars struct {
	Text    string    `json:"text"`
	Yes     bool      `json:"yes"`
	Int     int       `json:"int"`
	Int8    int8      `json:"int8"`
	Int16   int16     `json:"int16"`
	Int32   int32     `json:"int32"`
	Int64   int64     `json:"int64"`
	Uint    uint      `json:"uint"`
	Uint8   uint8     `json:"uint8"`
	Uint16  uint16    `json:"uint16"`
	Uint32  uint32    `json:"uint32"`
	Uint64  uint64    `json:"uint64"`
	Float32 float32   `json:"float32"`
	Float64 float64   `json:"float64"`
	At      time.Time `json:"at"`
	// How long to wait
	Wait time.Duration `json:"wait"`
}

// Forms are values with a form of their own.
type Forms struct {
	Array  [3]int      `json:"array"`
	Grid   [2][2]Point `json:"grid"`
	None   [0]string   `json:"none"`
	Bytes  []byte      `json:"bytes"`
	Omit   []byte      `json:"omit,omitempty"`
	Number json.Number `json:"number"`
	Addr   netip.Addr  `json:"addr" jsonschema:"format=ipv4,description=Whom to ask."`
	Money  pairs.Money `json:"money"`
	Loose  pairs.Loose `json:"loose"`
	// A list of lists.
	//
	//tool:schema {"uniqueItems": true, "items": {"type": ["array", "string"], "description": "caf\u00e9 <b>"}, "type": "array", "maxItems": 1e1}
	Raw json.RawMessage `json:"raw"`
}

// Unions are choices.
type Unions struct {
	Shape pairs.Shape `json:"shape"`
	// The frame, if there is one.
	Frame  pairs.Shape   `json:"frame,omitzero"`
	Shapes []pairs.Shape `json:"shapes"`
	// What to compute.
	Expr pairs.Expr `json:"expr"`
	Sum  *pairs.Sum `json:"sum"`
}

// Enums are constants.
type Enums struct {
	Kind    Kind             `json:"kind"`
	Level   Level            `json:"level"`
	Maybe   *Kind            `json:"maybe"`
	Kinds   []Kind           `json:"kinds"`
	Omitted Kind             `json:"omitted,omitempty"`
	Behind  *Kind            `json:"behind,omitempty"`
	Tagged  string           `json:"tagged" jsonschema:"enum=red,enum=green"`
	Sizes   []int            `json:"sizes" jsonschema:"enum=1,enum=2"`
	Named   []string         `json:"named" jsonschema:"enum=a,minItems=1"`
	ByKind  map[Kind]string  `json:"by_kind"`
	ByLevel map[Level]string `json:"by_level,omitempty"`
}

// Constrained has what tags demand.
type Constrained struct {
	Name   string   `json:"name" jsonschema:"title=Name,description=What it is called.,minLength=1,maxLength=20,pattern=^[a-z<&>]+$"`
	Count  uint8    `json:"count" jsonschema:"minimum=1,maximum=9"`
	Small  int8     `json:"small" jsonschema:"minimum=-5"`
	Above  int8     `json:"above" jsonschema:"exclusiveMinimum=-128,exclusiveMaximum=127"`
	Around uint16   `json:"around" jsonschema:"exclusiveMinimum=0,multipleOf=5"`
	Share  float64  `json:"share" jsonschema:"minimum=0.5,exclusiveMaximum=1.5e0"`
	Mail   string   `json:"mail" jsonschema:"format=email"`
	Words  []string `json:"words" jsonschema:"minItems=1,maxItems=3,uniqueItems=true,maxLength=5"`
	Forest Forest   `json:"forest,omitzero" jsonschema:"maxItems=3"`
	Color  string   `json:"color" jsonschema:"default=red"`
	Limit  int      `json:"limit,omitzero" jsonschema:"maximum=100,default=20"`
	Mark   string   `json:"mark,omitzero" jsonschema:"default=<b> & \\u003c"`
}

// Annotated has what tags tell.
type Annotated struct {
	Here  string   `json:"here" jsonschema:"anchor=here,readOnly=true,example=a,example=<b>" jsonschema_extras:"x-z=1,x-a=true"`
	Old   *Point   `json:"old" jsonschema:"deprecated,writeOnly=true,title=Old" jsonschema_description:"One, two."`
	List  []string `json:"list,omitempty" jsonschema:"example=a,example=b" jsonschema_extras:"x-of=items,x-of=more"`
	Twice struct {
		Point Point `json:"point" jsonschema:"title=Point" jsonschema_extras:"x-p=1"`
	} `json:"twice"`
}

// Containers hold others.
type Containers struct {
	Ints    []int   `json:"ints"`
	Matrix  [][]int `json:"matrix"`
	Omitted []int   `json:"omitted,omitempty"`
	// Places by their names.
	Points  map[string]Point           `json:"points"`
	ByInt   map[int]string             `json:"by_int"`
	ByUint  map[uint8]string           `json:"by_uint"`
	BySlug  map[Slug]*Point            `json:"by_slug"`
	Deep    map[string]map[string]bool `json:"deep"`
	Point   Point                      `json:"point"`
	Pointer *Point                     `json:"pointer"`
	// The place,
	// if there is one.
	Maybe   *Point    `json:"maybe,omitempty"`
	Lists   *[]int    `json:"lists,omitempty"`
	Strings []*string `json:"strings"`
	Inline  struct {
		A int `json:"a"`
	} `json:"inline"`
	Page Page[Kind]       `json:"page"`
	Any  pairs.Anything   `json:"any"`
	Anys []pairs.Anything `json:"anys"`
	// A value of any type.
	//
	//tool:any
	Raw json.RawMessage `json:"raw"`
}

// Embedding has promoted fields.
type Embedding struct {
	Base
	*Deep
	Name string `json:"name"`
}

// Recursive holds recursive types.
type Recursive struct {
	// Where it begins.
	Root   Tree   `json:"root"`
	Forest Forest `json:"forest,omitzero"`
}

// Empty has nothing.
type Empty struct{}
