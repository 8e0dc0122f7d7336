package subjects

import (
	"encoding/json"
	"errors"
	"strings"
)

// Amount is a number or a text.
//
//tool:schema {"anyOf":[{"type":"integer","minimum":0},{"type":"string","pattern":"^[0-9]+(k|M)$","examples":["5k"]}]}
type Amount struct{ Text string }

// UnmarshalJSON reads a number or a string.
func (a *Amount) UnmarshalJSON(text []byte) error {
	a.Text = strings.Trim(string(text), `"`)
	if a.Text == "13" {
		return errors.New("13 is bad luck")
	}
	return nil
}

// OwnArgs has types with JSON methods.
type OwnArgs struct {
	Amount  Amount            `json:"amount"`
	Pointer *Amount           `json:"pointer"`
	List    []Amount          `json:"list,omitzero" jsonschema:"maxItems=3"`
	Table   map[string]Amount `json:"table,omitzero"`
	Pair    [2]*Amount        `json:"pair,omitzero"`
}

// Own takes OwnArgs.
//
//tool:register
func Own(OwnArgs) {}

// Payload is any value.
//
//tool:any
type Payload any

// AnyArgs has values of any kind.
type AnyArgs struct {
	Payload  Payload   `json:"payload"`
	Payloads []Payload `json:"payloads,omitzero"`
	//tool:any
	Any any `json:"any,omitzero"`
	//tool:any
	List []any `json:"list,omitzero"`
	//tool:any
	Table map[string]any `json:"table,omitzero"`
	//tool:any
	Raw json.RawMessage `json:"raw,omitzero"`
	//tool:any
	Raws map[string]json.RawMessage `json:"raws,omitzero"`
}

// Anything takes AnyArgs.
//
//tool:register
func Anything(AnyArgs) {}

// Options is an object with a declared schema.
//
//tool:schema {"type":"object","maxProperties":2,"minProperties":1,"propertyNames":{"maxLength":3},"additionalProperties":{"type":["integer","null"]}}
type Options map[string]any

// Filter is any value with a declared schema.
//
//tool:schema {"oneOf":[{"type":"string","format":"date"},{"type":"array","items":{"enum":[1,"a",null]},"uniqueItems":true,"minItems":1},{"type":"object","properties":{"not":{"type":"boolean"}},"required":["not"],"additionalProperties":false}]}
type Filter any

// DeclaredArgs has declared schemas.
type DeclaredArgs struct {
	Options Options           `json:"options,omitzero"`
	Filter  Filter            `json:"filter,omitzero"`
	Filters map[string]Filter `json:"filters,omitzero"`
	//tool:schema {"type":"array","items":{"type":"number","multipleOf":0.5},"maxItems":3}
	Raw json.RawMessage `json:"raw,omitzero"`
	//tool:schema {"type":["string","boolean"],"minLength":2}
	Loose any `json:"loose,omitzero"`
	//tool:schema {"allOf":[{"type":"integer"},{"minimum":-5}],"not":{"enum":[0]}}
	All any `json:"all,omitzero"`
	//tool:schema {"const":{"a":[1,"é"]}}
	Const any `json:"const,omitzero"`
	//tool:schema {"type":"array","items":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}},"uniqueItems":true}
	Sets []any `json:"sets,omitzero"`
	Told any   `json:"told,omitzero" jsonschema:"oneof_type=string;integer"`
}

// Declared takes DeclaredArgs.
//
//tool:register
func Declared(DeclaredArgs) {}
