// Package hostile declares the names that generated code would like to have.
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
	values_changed_run_go_generate                any
)

// Values has names of local variables for properties.
type Values struct {
	D    runtime   `json:"d"`
	I    decode    `json:"i,omitzero" jsonschema:"default=3"`
	Ctx  context   `json:"ctx,omitzero"`
	More *[]values `json:"more,omitzero"`
	Odd  string    `json:"odd_name,omitzero"`
}

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

// Functions are for the test that makes the model.
var Functions = struct{ Call, Value, Err, Type, String any }{call, value, err, (*s).Type, (*s).String}
