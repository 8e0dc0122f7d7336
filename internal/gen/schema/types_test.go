package schema_test

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// Kind is what a note is about.
type Kind string

// Level is how important it is.
type Level int8

// Slug is a text.
type Slug string

// Base is embedded.
type Base struct {
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
}

// Extra is embedded by pointer.
type Extra struct {
	Deep bool `json:"deep"`
}

// Point is nested.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// Page is generic.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

// Tree is recursive.
type Tree struct {
	Name     string          `json:"name"`
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

type (
	scalars struct {
		Text    string        `json:"text"`
		Yes     bool          `json:"yes"`
		Int     int           `json:"int"`
		Int8    int8          `json:"int8"`
		Int16   int16         `json:"int16"`
		Int32   int32         `json:"int32"`
		Int64   int64         `json:"int64"`
		Uint    uint          `json:"uint"`
		Uint8   uint8         `json:"uint8"`
		Uint16  uint16        `json:"uint16"`
		Uint32  uint32        `json:"uint32"`
		Uint64  uint64        `json:"uint64"`
		Float32 float32       `json:"float32"`
		Float64 float64       `json:"float64"`
		At      time.Time     `json:"at"`
		Wait    time.Duration `json:"wait"`
	}
	enums struct {
		Kind    Kind     `json:"kind"`
		Level   Level    `json:"level"`
		Maybe   *Kind    `json:"maybe"`
		Kinds   []Kind   `json:"kinds"`
		Omitted Kind     `json:"omitted,omitempty"`
		Tagged  string   `json:"tagged" jsonschema:"enum=red,enum=green"`
		Sizes   []int    `json:"sizes" jsonschema:"enum=1,enum=2"`
		Named   []string `json:"named" jsonschema:"enum=a,minItems=1"`
	}
	constrained struct {
		Name  string   `json:"name" jsonschema:"title=Name,description=What it is called.,minLength=1,maxLength=20,pattern=^[a-z<&>]+$"`
		Count uint8    `json:"count" jsonschema:"minimum=1,maximum=9"`
		Small int8     `json:"small" jsonschema:"minimum=-5"`
		Share float64  `json:"share" jsonschema:"minimum=0.5,maximum=1.5"`
		Words []string `json:"words" jsonschema:"minItems=1,maxItems=3,maxLength=5"`
		Color string   `json:"color" jsonschema:"default=red"`
		Limit int      `json:"limit,omitzero" jsonschema:"maximum=100,default=20"`
		Mark  string   `json:"mark,omitzero" jsonschema:"default=<b> & \\u003c"`
	}
	containers struct {
		Ints    []int                      `json:"ints"`
		Matrix  [][]int                    `json:"matrix"`
		Omitted []int                      `json:"omitted,omitempty"`
		Points  map[string]Point           `json:"points"`
		ByInt   map[int]string             `json:"by_int"`
		ByUint  map[uint8]string           `json:"by_uint"`
		BySlug  map[Slug]*Point            `json:"by_slug"`
		Deep    map[string]map[string]bool `json:"deep"`
		Point   Point                      `json:"point"`
		Pointer *Point                     `json:"pointer"`
		Maybe   *Point                     `json:"maybe,omitempty"`
		Strings []*string                  `json:"strings"`
		Inline  struct {
			A int `json:"a"`
		} `json:"inline"`
		Page   Page[Kind]      `json:"page"`
		Any    any             `json:"any"`
		Anys   []any           `json:"anys"`
		Raw    json.RawMessage `json:"raw"`
		MayAny *any            `json:"may_any"`
	}
	embedding struct {
		Base
		*Extra
		Name string `json:"name"`
	}
	recursive struct {
		Root   Tree   `json:"root"`
		Forest Forest `json:"forest,omitzero"`
	}
	empty struct{}
)

// builder knows the comments and constants of these types.
func builder() *liveBuilder {
	b := newLiveBuilder("github.com/toolgen/toolgen/internal/gen/schema_test", "schema_test")
	addEnum[Kind](b, [3]string{"KindTask", `"task"`, "something to do"}, [3]string{"KindFact", `"fact"`, "something\nto remember"}, [3]string{"KindIdea", `"a<b"`})
	addEnum[Level](b, [3]string{"LevelLow", "1", "can wait"}, [3]string{"LevelHigh", "2", "cannot"})
	addDoc[Kind](b, "Kind is what a note is about.\n")
	addDoc[Tree](b, "Tree is a tree of names.")
	addDoc[Point](b, "A Point is a place\nin the plane.")
	return b
}

// describe sets the description of a field.
func describe(t *model.Type, property, description string) {
	for _, f := range t.Fields {
		if f.Name == property {
			f.Description = description
		}
	}
}
