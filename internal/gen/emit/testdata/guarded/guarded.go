// Package guarded is what the tests of guards change.
package guarded

import (
	"context"

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

// SearchArgs are the arguments of Search.
type SearchArgs struct {
	Paging
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
func (s *Store) Search(ctx context.Context, args SearchArgs) (*Found, error) { return &Found{}, nil }

// Shutdown ends the store.
func (s *Store) Shutdown(ctx context.Context) error {
	s.shut = true
	return nil
}

// Shelf is a receiver by value that does not.
type Shelf struct{}

// List is a method of a value.
//
//tool:register
func (s Shelf) List(args Options) ([]Kind, error) { return nil, nil }

// Add is a function.
//
//tool:register
func Add(args Options) (string, error) { return "", nil }

// Tell is a function.
//
//tool:register
func Tell() *Told { return &Told{} }
