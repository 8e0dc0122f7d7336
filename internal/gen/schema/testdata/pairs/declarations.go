// Package pairs has a struct type for every pair of a type and a use of it, and
// for every pair of a keyword of a tag and a use of its type. A test compares
// toolgen's schemas of these types with the schemas from reflection. All other
// files are written by
//
//	go test ./internal/gen/schema -run TestPairsAreFresh -update
package pairs

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Slug is a text.
type Slug string

// Kind is what a note is about.
type Kind string

// The kinds.
const (
	KindTask Kind = "task" // something to do
	KindFact Kind = "fact"
)

// Level is how important it is.
type Level int8

// The levels.
const (
	LevelLow  Level = iota + 1 // can wait
	LevelHigh                  // cannot
)

// Names are several.
type Names []string

// Table has a number for each name.
type Table map[string]int32

// Blob is bytes with a name.
type Blob []byte

// Color has a text form.
type Color struct{ red uint8 }

// MarshalText writes the color.
func (c Color) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "#%02x", c.red), nil }

// UnmarshalText reads the color.
func (c *Color) UnmarshalText(text []byte) error {
	red, err := strconv.ParseUint(strings.TrimPrefix(string(text), "#"), 16, 8)
	c.red = uint8(red)
	return err
}

// Money has a form of its own.
//
//tool:schema {"type": "array", "items": {"type": ["string", "number"]}, "minItems": 2, "maxItems": 2}
type Money struct {
	Amount   float64
	Currency string
}

// MarshalJSON writes amount and currency.
func (m Money) MarshalJSON() ([]byte, error) { return json.Marshal([]any{m.Amount, m.Currency}) }

// UnmarshalJSON reads amount and currency.
func (m *Money) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&m.Amount, &m.Currency})
}

// Anything is any value, on purpose.
//
//tool:any
type Anything any

// Loose is a text or a number.
//
//tool:schema {"description": "A text or a number.", "anyOf": [{"type": "string"}, {"type": "number"}]}
type Loose any

// Shape is a figure.
//
//tool:union kind
type Shape interface{ isShape() }

// Circle is round.
type Circle struct {
	Radius float32 `json:"radius"`
}

// Square says what it is itself.
type Square struct {
	Side int    `json:"side"`
	Kind string `json:"kind" jsonschema:"enum=box"`
}

func (Circle) isShape()  {}
func (*Square) isShape() {}

// Expr is a sum or a number.
//
//tool:union op
type Expr interface{ isExpr() }

// Sum adds.
type Sum struct {
	Terms []Expr `json:"terms"`
}

// Constant is a number.
type Constant struct {
	Value int64 `json:"value"`
}

func (Sum) isExpr()      {}
func (Constant) isExpr() {}

// Point is nested.
type Point struct {
	X float64 `json:"x"`
	// How high it is.
	Y *float64 `json:"y"`
}

// Page is generic.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

// Box holds one value.
type Box[T any] struct {
	Value T `json:"value"`
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
