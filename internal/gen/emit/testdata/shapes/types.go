// Package shapes has tools with every form of argument that decoders are
// generated for.
package shapes

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/foreign"
)

// Kind is an enum of texts.
type Kind string

const (
	KindTask Kind = "task" // something to do
	KindFact Kind = "fact" // something to remember
)

// Level is an enum of numbers.
type Level int8

const (
	LevelLow Level = iota + 1
	LevelMid
	LevelHigh
	levelEnd
)

// Slug is a text without constants.
type Slug string

// Payload is any value.
//
//tool:any
type Payload any

// Tags is a slice with a name.
type Tags []string

// Prices is a map with a name.
type Prices map[Slug]float64

// ScalarArgs has one of each scalar.
type ScalarArgs struct {
	Text    string        `json:"text"`
	Slug    Slug          `json:"slug"`
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
	Kind    Kind          `json:"kind"`
	Level   Level         `json:"level"`
	Unit    foreign.Unit  `json:"unit"`
	At      time.Time     `json:"at"`
	Wait    time.Duration `json:"wait,omitzero"`
	//tool:any
	Anything any `json:"anything,omitzero"`
	//tool:any
	Raw json.RawMessage `json:"raw,omitzero"`
}

// AnyArgs has values of any kind.
type AnyArgs struct {
	Payload  Payload   `json:"payload"`
	Payloads []Payload `json:"payloads,omitzero"`
	//tool:any
	Raws    map[string]json.RawMessage `json:"raws,omitzero"`
	Pointer *Payload                   `json:"pointer,omitzero"`
}

// CheckedArgs has constraints.
type CheckedArgs struct {
	Name   string   `json:"name" jsonschema:"minLength=2,maxLength=5,pattern=^[a-zé]+$"`
	Color  string   `json:"color,omitzero" jsonschema:"enum=red,enum=green"`
	Size   int      `json:"size,omitzero" jsonschema:"enum=1,enum=2,enum=4"`
	Count  uint8    `json:"count,omitzero" jsonschema:"minimum=1,maximum=9"`
	Share  float64  `json:"share,omitzero" jsonschema:"minimum=0.5,maximum=1.5"`
	Large  int      `json:"large,omitzero" jsonschema:"maximum=5000000000"`
	Words  []string `json:"words,omitzero" jsonschema:"minItems=1,maxItems=2,minLength=2"`
	Kinds  []Kind   `json:"kinds,omitzero" jsonschema:"maxItems=2"`
	Levels []Level  `json:"levels,omitzero"`
	Label  *string  `json:"label,omitzero" jsonschema:"maxLength=3"`
	Ratio  *int     `json:"ratio,omitzero" jsonschema:"minimum=-1,maximum=1"`
}

// DefaultArgs has defaults.
type DefaultArgs struct {
	*Base
	Text  string        `json:"text,omitzero" jsonschema:"default=some <b>text</b>"`
	Kind  Kind          `json:"kind,omitzero" jsonschema:"default=fact"`
	Level Level         `json:"level,omitzero" jsonschema:"default=2"`
	Limit *int          `json:"limit,omitzero" jsonschema:"default=20"`
	Slug  *Slug         `json:"slug,omitzero" jsonschema:"default=a-b"`
	Exact bool          `json:"exact,omitzero" jsonschema:"default=true"`
	Share float32       `json:"share,omitzero" jsonschema:"default=0.5"`
	Wait  time.Duration `json:"wait,omitzero" jsonschema:"default=1m30s"`
	Since time.Time     `json:"since,omitzero" jsonschema:"default=2024-02-29T12:00:00+01:00"`
}

// Base is embedded.
type Base struct {
	Dir  string `json:"dir,omitzero" jsonschema:"default=."`
	Deep bool   `json:"deep,omitzero"`
}

// Nested is embedded in Base's neighbour.
type Nested struct {
	*Base
	Slug Slug `json:"slug,omitzero"`
}

// EmbeddedArgs embeds.
type EmbeddedArgs struct {
	foreign.Range
	*Nested
	plain
	other
	Name string `json:"name"`
}

// plain and other have fields of the same name, which are different properties.
type plain struct {
	Same string `json:"plain,omitzero"`
}

type other struct {
	Same string `json:"other,omitzero"`
}

// NestedArgs nests everything in everything.
type NestedArgs struct {
	Range   foreign.Range             `json:"range"`
	Ranges  []foreign.Range           `json:"ranges,omitzero"`
	Pointer *foreign.Range            `json:"pointer,omitzero"`
	Sealed  *foreign.Sealed           `json:"sealed,omitzero"`
	Page    Page[Kind]                `json:"page,omitzero"`
	Numbers Page[int]                 `json:"numbers,omitzero"`
	Matrix  [][]int                   `json:"matrix,omitzero"`
	Words   [][]string                `json:"words,omitzero"`
	ByName  map[string]foreign.Range  `json:"by_name,omitzero"`
	BySlug  map[Slug]*foreign.Range   `json:"by_slug,omitzero"`
	ByLevel map[Level][]string        `json:"by_level,omitzero"`
	ByID    map[uint16]string         `json:"by_id,omitzero"`
	Deep    map[string]map[string]int `json:"deep,omitzero"`
	Tags    Tags                      `json:"tags,omitzero"`
	Prices  Prices                    `json:"prices,omitzero"`
	Strings []*string                 `json:"strings,omitzero"`
	Yes     *bool                     `json:"yes,omitzero"`
	Text    *string                   `json:"text,omitzero"`
	Kind    *Kind                     `json:"kind,omitzero"`
	At      *time.Time                `json:"at,omitzero"`
	Times   []time.Time               `json:"times,omitzero"`
	List    *[]string                 `json:"list,omitzero"`
	//tool:any
	Any   []any `json:"any,omitzero"`
	Place struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	} `json:"place,omitzero"`
	Steps []struct {
		Name string `json:"name"`
	} `json:"steps,omitzero"`
}

// Page is generic.
type Page[T any] struct {
	Items []T  `json:"items"`
	More  bool `json:"more,omitzero"`
}

// Tree is recursive.
type Tree struct {
	Name     string          `json:"name"`
	Children []*Tree         `json:"children,omitzero"`
	Named    map[string]Tree `json:"named,omitzero"`
	Group    *Group          `json:"group,omitzero"`
}

// Group and Tree are recursive together.
type Group struct {
	Trees []Tree `json:"trees"`
}

// Forest is recursive without a struct.
type Forest []Forest

// TreeArgs holds recursive types.
type TreeArgs struct {
	Root   Tree   `json:"root"`
	Forest Forest `json:"forest,omitzero"`
}

// Validate refuses a root without a name.
func (a *TreeArgs) Validate() error {
	if a.Root.Name == "" {
		return errors.New("root.name: must not be empty")
	}
	return nil
}

// NoArgs has no properties.
type NoArgs struct{}

// WideArgs has more than 64 properties.
type WideArgs struct {
	F0  int `json:"f0,omitzero"`
	F1  int `json:"f1"`
	F2  int `json:"f2,omitzero"`
	F3  int `json:"f3,omitzero"`
	F4  int `json:"f4,omitzero"`
	F5  int `json:"f5,omitzero"`
	F6  int `json:"f6,omitzero"`
	F7  int `json:"f7,omitzero"`
	F8  int `json:"f8,omitzero"`
	F9  int `json:"f9,omitzero"`
	F10 int `json:"f10,omitzero"`
	F11 int `json:"f11,omitzero"`
	F12 int `json:"f12,omitzero"`
	F13 int `json:"f13,omitzero"`
	F14 int `json:"f14,omitzero"`
	F15 int `json:"f15,omitzero"`
	F16 int `json:"f16,omitzero"`
	F17 int `json:"f17,omitzero"`
	F18 int `json:"f18,omitzero"`
	F19 int `json:"f19,omitzero"`
	F20 int `json:"f20,omitzero"`
	F21 int `json:"f21,omitzero"`
	F22 int `json:"f22,omitzero"`
	F23 int `json:"f23,omitzero"`
	F24 int `json:"f24,omitzero"`
	F25 int `json:"f25,omitzero"`
	F26 int `json:"f26,omitzero"`
	F27 int `json:"f27,omitzero"`
	F28 int `json:"f28,omitzero"`
	F29 int `json:"f29,omitzero"`
	F30 int `json:"f30,omitzero"`
	F31 int `json:"f31,omitzero"`
	F32 int `json:"f32,omitzero"`
	F33 int `json:"f33,omitzero"`
	F34 int `json:"f34,omitzero"`
	F35 int `json:"f35,omitzero"`
	F36 int `json:"f36,omitzero"`
	F37 int `json:"f37,omitzero"`
	F38 int `json:"f38,omitzero"`
	F39 int `json:"f39,omitzero"`
	F40 int `json:"f40,omitzero"`
	F41 int `json:"f41,omitzero"`
	F42 int `json:"f42,omitzero"`
	F43 int `json:"f43,omitzero"`
	F44 int `json:"f44,omitzero"`
	F45 int `json:"f45,omitzero"`
	F46 int `json:"f46,omitzero"`
	F47 int `json:"f47,omitzero"`
	F48 int `json:"f48,omitzero"`
	F49 int `json:"f49,omitzero"`
	F50 int `json:"f50,omitzero"`
	F51 int `json:"f51,omitzero"`
	F52 int `json:"f52,omitzero"`
	F53 int `json:"f53,omitzero"`
	F54 int `json:"f54,omitzero"`
	F55 int `json:"f55,omitzero"`
	F56 int `json:"f56,omitzero"`
	F57 int `json:"f57,omitzero"`
	F58 int `json:"f58,omitzero"`
	F59 int `json:"f59,omitzero"`
	F60 int `json:"f60,omitzero"`
	F61 int `json:"f61,omitzero"`
	F62 int `json:"f62,omitzero"`
	F63 int `json:"f63,omitzero"`
	F64 int `json:"f64,omitzero"`
	F65 int `json:"f65"`
	F66 int `json:"f66,omitzero" jsonschema:"default=7"`
	F67 int `json:"f67,omitzero"`
	F68 int `json:"f68,omitzero"`
	F69 int `json:"f69,omitzero"`
}
