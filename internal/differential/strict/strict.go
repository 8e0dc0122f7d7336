// Package strict has tools in a strict dialect, which rewrites arguments: null for
// missing optional values, and lists for maps. Both forms must be decoded to the same
// value.
//
//tool:dialects openai-strict mcp
package strict

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/internal/differential/subjects"
)

// FlatArgs has optional scalars.
type FlatArgs struct {
	Query string            `json:"query" jsonschema:"minLength=1"`
	Kind  subjects.Kind     `json:"kind,omitzero" jsonschema:"default=fact"`
	Level *subjects.Level   `json:"level"`
	Limit int               `json:"limit,omitzero" jsonschema:"minimum=1,maximum=100,default=20"`
	Share *float64          `json:"share"`
	Yes   bool              `json:"yes,omitzero"`
	Wait  time.Duration     `json:"wait,omitzero" jsonschema:"default=1m,example=5s"`
	At    *time.Time        `json:"at"`
	Tags  []string          `json:"tags,omitzero" jsonschema:"maxItems=3"`
	Data  []byte            `json:"data,omitzero"`
	Other map[string]string `json:"other,omitzero"`
}

// Flat takes FlatArgs.
//
//tool:register
func Flat(FlatArgs) {}

// MapsArgs has maps with keys of all kinds.
type MapsArgs struct {
	Texts  map[string]int                       `json:"texts"`
	Kinds  map[subjects.Kind][]subjects.Setting `json:"kinds,omitzero"`
	Levels map[subjects.Level]subjects.Level    `json:"levels,omitzero"`
	Ints   map[int16]*subjects.Inner            `json:"ints,omitzero"`
	Maps   map[string]map[string]bool           `json:"maps,omitzero"`
	Lists  []map[string]string                  `json:"lists,omitzero"`
}

// Maps takes MapsArgs.
//
//tool:register
func Maps(MapsArgs) {}

// Node is recursive through a list, a map and a pointer.
type Node struct {
	Name     string          `json:"name"`
	Children []Node          `json:"children,omitzero"`
	ByName   map[string]Node `json:"by_name,omitzero"`
	Next     *Node           `json:"next"`
}

// Item is a union of two types.
//
//tool:union kind
type Item interface{ isItem() }

// Text is an item.
type Text struct {
	Text string `json:"text"`
	Size *int   `json:"size" jsonschema:"default=3"`
}

// Group is an item with items.
type Group struct {
	Items []Item          `json:"items"`
	Named map[string]Item `json:"named,omitzero"`
	Title string          `json:"title,omitzero"`
}

func (Text) isItem()   {}
func (*Group) isItem() {}

// TreeArgs has recursion.
type TreeArgs struct {
	Root  Node             `json:"root"`
	Trees map[string]*Node `json:"trees,omitzero"`
}

// Tree takes TreeArgs.
//
//tool:register
func Tree(TreeArgs) {}

// NestedArgs has optional values inside of optional values.
type NestedArgs struct {
	*subjects.Settings
	Item  Item              `json:"item"`
	Maybe Item              `json:"maybe,omitzero"`
	Inner *subjects.Middle  `json:"inside"`
	List  []subjects.Middle `json:"list,omitzero"`
}

// Nested takes NestedArgs.
//
//tool:register
func Nested(NestedArgs) {}

// FrozenArgs are not repaired.
type FrozenArgs struct {
	Sizes map[string]int   `json:"sizes,omitzero"`
	Limit *int             `json:"limit" jsonschema:"default=7"`
	Inner []subjects.Inner `json:"inner,omitzero"`
}

// Frozen takes FrozenArgs, and repairs nothing.
//
//tool:register
//tool:no-repair
func Frozen(FrozenArgs) {}

// NullsArgs has an optional value that may be null.
type NullsArgs struct {
	Limit int `json:"limit,omitzero" jsonschema:"default=7"`
	//tool:schema {"type":["string","null"]}
	Assignee json.RawMessage `json:"assignee,omitzero"`
}

// Nulls takes NullsArgs.
//
//tool:register
func Nulls(NullsArgs) {}
