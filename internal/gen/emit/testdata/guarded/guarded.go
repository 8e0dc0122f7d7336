// Package guarded is what the tests of guards change.
package guarded

import (
	"context"
	"errors"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/guarded/far"
)

// Kind is an enum of texts.
type Kind string

const (
	KindTask Kind = "task"
	KindFact Kind = "fact"
)

// Level is an enum of numbers.
type Level uint8

const (
	LevelLow Level = iota
	LevelHigh
	levelEnd
)

// Slug is a text without constants.
type Slug string

// Tags is a slice with a name.
type Tags []string

// Payload is any value.
//
//tool:any
type Payload any

// Options is nested.
type Options struct {
	Deep bool `json:"deep,omitzero"`
}

// Paging is embedded.
type Paging struct {
	Limit int `json:"limit,omitzero" jsonschema:"maximum=9"`
}

// Page is generic.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitzero"`
}

// Tree is recursive.
type Tree struct {
	Name     string  `json:"name"`
	Children []*Tree `json:"children,omitzero"`
}

// Vector is an array with a name.
type Vector [3]float64

// Blob is bytes with a name.
type Blob []byte

// Octet is a byte with a name.
type Octet byte

// Color is a text with a form of its own.
type Color struct{ R uint8 }

// MarshalText writes it.
func (c Color) MarshalText() ([]byte, error) { return []byte("red"), nil }

// UnmarshalText reads it.
func (c *Color) UnmarshalText(text []byte) error { return nil }

// Host is a key with a form of its own.
type Host string

// MarshalText writes it.
func (h Host) MarshalText() ([]byte, error) { return []byte(h), nil }

// UnmarshalText reads it.
func (h *Host) UnmarshalText(text []byte) error {
	*h = Host(strings.ToLower(string(text)))
	return nil
}

// Zone is an enum of keys alone.
type Zone string

const (
	ZoneEast Zone = "east"
	ZoneWest Zone = "west"
)

// Amount reads itself.
//
//tool:schema {"type":"integer"}
type Amount struct{ N int }

// MarshalJSON writes it.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// UnmarshalJSON reads it.
func (a *Amount) UnmarshalJSON(text []byte) error { return errors.New("never") }

// Free is a map within limits.
//
//tool:schema {"type":"object","maxProperties":2}
type Free map[string]any

// Loose is a value within limits.
//
//tool:schema {"type":["string","integer"]}
type Loose any

// Action is one of several.
//
//tool:union type
type Action interface{ isAction() }

// MoveKind tells moves.
type MoveKind string

// KindMove is the only one.
const KindMove MoveKind = "move"

// Move declares its discriminator.
type Move struct {
	Type MoveKind `json:"type"`
	From int      `json:"from"`
}

func (Move) isAction() {}

// Copy is a pointer.
type Copy struct {
	Path string `json:"path"`
}

func (*Copy) isAction() {}

// Forms has types that are more than their structure.
type Forms struct {
	Vector Vector          `json:"vector,omitzero"`
	Grid   [2]int          `json:"grid,omitzero"`
	Blob   Blob            `json:"blob,omitzero"`
	Octets []Octet         `json:"octets,omitzero"`
	Color  Color           `json:"color,omitzero"`
	Hosts  map[Host]int    `json:"hosts,omitzero"`
	Zones  map[Zone]string `json:"zones,omitzero"`
	Amount Amount          `json:"amount,omitzero"`
	Free   Free            `json:"free,omitzero"`
	Loose  Loose           `json:"loose,omitzero"`
	Action Action          `json:"action,omitzero"`
	Step   Move            `json:"step,omitzero"`
}

// SearchArgs are the arguments of Search.
type SearchArgs struct {
	Paging
	far.Window
	Query   string      `json:"query" jsonschema:"minLength=1"`
	Kind    Kind        `json:"kind,omitzero"`
	Level   Level       `json:"level,omitzero"`
	Slug    Slug        `json:"slug,omitzero"`
	Tags    Tags        `json:"tags,omitzero"`
	Options Options     `json:"options,omitzero"`
	Range   far.Range   `json:"range,omitzero"`
	Sealed  *far.Sealed `json:"sealed,omitzero"`
	Unit    far.Unit    `json:"unit,omitzero"`
	Page    Page[Kind]  `json:"page,omitzero"`
	Tree    *Tree       `json:"tree,omitzero"`
	Payload Payload     `json:"payload,omitzero"`
	Forms   Forms       `json:"forms,omitzero"`
	Inline  struct {
		A int `json:"a"`
	} `json:"inline,omitzero"`
}

// Validate is the author's check.
func (a *SearchArgs) Validate() error { return nil }

// Found is a result.
type Found struct {
	Count int `json:"count"`
}

// Told is a result with a text of its own.
type Told struct {
	Count int `json:"count"`
}

// String is the text.
func (t *Told) String() string { return "told" }

// Store is a receiver that shuts down.
type Store struct{ shut bool }

// Search is a method.
//
//tool:register
//tool:requires-approval func=WhySearch
//tool:dry-run PlanSearch
func (s *Store) Search(ctx context.Context, args SearchArgs) (*Found, error) { return &Found{}, nil }

// WhySearch says why a search needs approval.
func WhySearch(args SearchArgs) string { return "" }

// PlanSearch is the dry run of Search.
func (s *Store) PlanSearch(ctx context.Context, args SearchArgs) (string, error) { return "", nil }

// Shutdown ends the store.
func (s *Store) Shutdown(ctx context.Context) error {
	s.shut = true
	return nil
}

// Shelf is a receiver by value that does not.
type Shelf struct{ planner }

type planner struct{}

// PlanList is the dry run of List.
func (p planner) PlanList(args Options) string { return "" }

// List is a method of a value.
//
//tool:register
//tool:requires-approval func=Risky
//tool:dry-run PlanList
func (s Shelf) List(args Options) ([]Kind, error) { return nil, nil }

// Add is a function.
//
//tool:register
//tool:requires-approval func=Risky reason="goes deep"
func Add(args Options) (string, error) { return "", nil }

// Risky reports whether an addition needs approval.
func Risky(o Options) bool { return false }

// Tell is a function.
//
//tool:register
func Tell() *Told { return &Told{} }

// PackArgs are the arguments of Pack.
type PackArgs struct{ far.Window }

// Pack is a function.
//
//tool:register
//tool:dry-run PlanPack
func Pack(args PackArgs) *far.Box { return &far.Box{} }

// PlanPack is the dry run of Pack.
func PlanPack(args PackArgs) string { return "" }
