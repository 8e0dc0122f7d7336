// Package tools has a tool for each construct that dialects express differently.
package tools

import (
	"encoding/json"
	"net/netip"
	"time"
)

// Kind is the subject of a note.
type Kind string

// The kinds.
const (
	KindTask Kind = "task" // an action
	KindFact Kind = "fact" // a statement
)

// Level is the priority.
type Level int

// The levels.
const (
	LevelLow  Level = 1 // can be later
	LevelHigh Level = 2 // must be first
)

// Blank has an empty value.
type Blank string

// The values.
const (
	BlankNone Blank = ""
	BlankSome Blank = "some"
)

// NoArguments takes no arguments.
//
//tool:register
func NoArguments() string { return "" }

type texts struct {
	Plain   string        `json:"plain"`
	Bounded string        `json:"bounded" jsonschema:"minLength=1,maxLength=100,pattern=^[a-z<]+$"`
	Exactly string        `json:"exactly" jsonschema:"minLength=3,maxLength=3"`
	One     string        `json:"one" jsonschema:"minLength=1"`
	Link    string        `json:"link" jsonschema:"format=uri"`
	Mail    string        `json:"mail,omitzero" jsonschema:"format=email"`
	At      time.Time     `json:"at"`
	Wait    *string       `json:"wait" jsonschema:"format=duration"`
	Pause   time.Duration `json:"pause,omitzero" jsonschema:"default=90s"`
	Address netip.Addr    `json:"address,omitzero" jsonschema:"format=ipv4,description=The address of the host"`
	Raw     []byte        `json:"raw,omitzero"`
	Old     string        `json:"old,omitzero" jsonschema:"title=Old text,deprecated,readOnly,example=a,example=b"`
	Extra   string        `json:"extra" jsonschema_extras:"x-order=1"`
}

// Texts takes texts.
//
//tool:register
func Texts(args texts) string { return "" }

type numbers struct {
	Any   float64     `json:"any"`
	Share float64     `json:"share" jsonschema:"minimum=0.5,maximum=1.5"`
	Open  float64     `json:"open" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Even  int         `json:"even,omitzero" jsonschema:"multipleOf=2,default=4,example=8"`
	Small int8        `json:"small"`
	Large uint64      `json:"large"`
	Exact json.Number `json:"exact,omitzero"`
	Yes   bool        `json:"yes,omitzero" jsonschema:"default=true"`
	Page  *int        `json:"page" jsonschema:"minimum=1"`
}

// Numbers takes numbers.
//
//tool:register
//tool:example {"any":1,"share":1,"open":0.5,"small":-3,"large":18446744073709551615}
func Numbers(args numbers) string { return "" }

type enums struct {
	Kind    Kind    `json:"kind"`
	Level   Level   `json:"level"`
	Maybe   *Kind   `json:"maybe"`
	Levels  []Level `json:"levels,omitzero"`
	Default Level   `json:"default,omitzero" jsonschema:"default=2,example=1"`
	Blank   Blank   `json:"blank"`
	Sizes   []int   `json:"sizes,omitzero" jsonschema:"enum=1,enum=2,uniqueItems,minItems=2,maxItems=5"`
}

// Enums takes enums.
//
//tool:register
//tool:example {"kind":"task","level":2,"blank":"","levels":[1,2]}
func Enums(args enums) string { return "" }

// Unrepaired takes enums, and its decoder repairs nothing.
//
//tool:register
//tool:no-repair
func Unrepaired(args enums) string { return "" }

type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y,omitzero"`
}

type lists struct {
	Texts  []string   `json:"texts"`
	Some   []string   `json:"some" jsonschema:"minItems=1,maxItems=1"`
	Many   []int      `json:"many,omitzero" jsonschema:"minItems=2,uniqueItems"`
	Three  [3]float64 `json:"three"`
	Points []point    `json:"points"`
	Matrix [][]int    `json:"matrix,omitzero"`
	Inline struct {
		A string `json:"a,omitzero"`
	} `json:"inline"`
}

// Lists takes lists.
//
//tool:register
func Lists(args lists) string { return "" }

type maps struct {
	// Counts by their names.
	Counts map[string]int              `json:"counts"`
	Points map[string]point            `json:"points,omitzero"`
	ByKind map[Kind][]string           `json:"by_kind,omitzero"`
	ByInt  map[int8]Level              `json:"by_int,omitzero"`
	Deep   map[string]map[string]*bool `json:"deep,omitzero"`
	ListOf []map[string]string         `json:"list_of,omitzero"`
}

// Maps takes maps.
//
//tool:register
//tool:example {"counts":{"a":1,"b":2},"by_int":{"-1":2},"deep":{"x":{"y":true}},"list_of":[{"k":"v"},{}]}
func Maps(args maps) string { return "" }

// Shape is a plane figure.
//
//tool:union kind
type Shape interface{ shape() }

// Circle is a circle.
type Circle struct {
	// The distance from the center.
	Radius float64           `json:"radius" jsonschema:"exclusiveMinimum=0"`
	Labels map[string]string `json:"labels,omitzero"`
}

func (Circle) shape() {}

// Square is a square.
type Square struct {
	Side  float64 `json:"side"`
	Level Level   `json:"level,omitzero"`
}

func (Square) shape() {}

type unions struct {
	// The figure to draw.
	Shape  Shape            `json:"shape"`
	Maybe  Shape            `json:"maybe,omitzero"`
	Shapes []Shape          `json:"shapes,omitzero" jsonschema:"title=All figures"`
	Named  map[string]Shape `json:"named,omitzero"`
}

// Unions takes values of union types.
//
//tool:register
//tool:example {"shape":{"kind":"circle","radius":1,"labels":{"a":"b"}},"shapes":[{"kind":"square","side":2,"level":1}]}
func Unions(args unions) string { return "" }

// Tree is a tree of names.
type Tree struct {
	Name     string          `json:"name"`
	Left     *Tree           `json:"left"`
	Children []Tree          `json:"children,omitzero"`
	ByName   map[string]Tree `json:"by_name,omitzero"`
}

type recursive struct {
	// The first node.
	Root  Tree  `json:"root"`
	Other *Tree `json:"other"`
}

// Recursive takes a tree.
//
//tool:register
//tool:example {"root":{"name":"a","children":[{"name":"b","by_name":{"c":{"name":"d"}}}]}}
func Recursive(args recursive) string { return "" }

// Link contains itself in a required field.
type Link struct {
	Next []Link `json:"next"`
}

// Linked takes links.
//
//tool:register
func Linked(args Link) string { return "" }

// Left and Right contain each other.
type Left struct {
	Rights []Right `json:"rights"`
}

// Right contains Left.
type Right struct {
	Left *Left  `json:"left"`
	Note string `json:"note" jsonschema:"maxLength=9"`
}

type mutual struct {
	Left  Left  `json:"left"`
	Right Right `json:"right,omitzero"`
}

// Mutual takes types that contain each other.
//
//tool:register
func Mutual(args mutual) string { return "" }

type anything struct {
	// Any JSON value.
	//
	//tool:any
	Value any `json:"value"`
	// More JSON values.
	//
	//tool:any
	Values map[string]any `json:"values,omitzero"`
}

// Anything takes any JSON values.
//
//tool:register
func Anything(args anything) string { return "" }

type hollow struct {
	Empty struct{} `json:"empty"`
}

// Hollow takes an object without properties.
//
//tool:register
func Hollow(args hollow) string { return "" }

// Strictly requests the strict mode.
//
//tool:register
//tool:title Strict tool
//tool:strict
//tool:read-only
//tool:example {"x":1}
func Strictly(args point) (point, error) { return args, nil }
