// Package hostile declares the names that generated code would like to have.
//
//tool:dialects openai-strict
package hostile

import (
	stdcontext "context"

	toolruntime "github.com/toolgen/toolgen/runtime"
)

// Names of packages.
type (
	runtime string
	decode  int
	context struct {
		d runtime
		V decode `json:"v"`
	}
)

const (
	d runtime = "d"
	i runtime = "i"
)

// Names of what is declared for a tool and a type.
var (
	searchTool, searchInput, searchOutput         any
	valuesKeys, valuesType, decodeValues, getTool any
	seen, property, required, tools, registry     any
	absent, end, k, nullable, text                any
	values_changed_run_go_generate                any
)

// Values has names of local variables for properties.
type Values struct {
	D    runtime   `json:"d"`
	I    decode    `json:"i,omitzero" jsonschema:"default=3"`
	Ctx  context   `json:"ctx,omitzero"`
	More *[]values `json:"more,omitzero"`
	Odd  string    `json:"odd_name,omitzero"`

	ByName map[runtime]name `json:"by_name,omitzero"`
	Short  name             `json:"short,omitzero" jsonschema:"maxLength=3"`
	Choice choice           `json:"choice,omitzero"`
}

// name has a form of its own.
type name struct{ text string }

// MarshalText writes it.
func (n name) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// UnmarshalText reads it.
func (n *name) UnmarshalText(text []byte) error {
	n.text = string(text)
	return nil
}

// choice is one of several.
//
//tool:union value
type choice interface{ isChoice() }

type searchOpenAIStrict struct {
	Key string `json:"key"`
}

func (searchOpenAIStrict) isChoice() {}

type values struct {
	Seen bool `json:"seen"`
}

// call has the name of a parameter.
//
//tool:register search
func call(ctx stdcontext.Context, c *toolruntime.Call, args Values) (values, error) {
	return values{Seen: args.D == d}, nil
}

// value has the name of a variable.
//
//tool:register value
func value() values { return values{} }

// err has the name of another.
//
//tool:register err
func err(v Values) (value values, err error) { return values{}, nil }

type s struct{ v int }

// Type has a keyword for a variable's name.
//
//tool:register get
func (s *s) Type(args Values) string { return "type" }

// String has a predeclared one.
//
//tool:register get-text
func (s *s) String(args values) string { return "string" }

// Validate has the name of a method that a guard checks.
type Validate struct {
	MarshalJSON MarshalJSON         `json:"marshal"`
	Words       listOf[string]      `json:"words,omitzero"`
	Numbers     listOf[int]         `json:"numbers,omitzero"`
	Texts       listOf[MarshalJSON] `json:"texts,omitzero"`
}

// MarshalJSON has the name of another.
type MarshalJSON string

// listOf has several instances, which have the same name in a struct that embeds them.
type listOf[T any] []T

// check has arguments and parts with the names of methods.
//
//tool:register check
func check(args Validate) string { return string(args.MarshalJSON) }

// Functions are for the test that makes the model.
var Functions = struct{ Call, Value, Err, Type, String, Check any }{call, value, err, (*s).Type, (*s).String, check}
